import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { ConnectOptions, Connection, RelationColumn, StatementOptions } from '../engine.ts'
import { loadDriver } from '../shared/fetched/driver-package.ts'
import { fetchedConnection, type Running } from '../shared/fetched/connection.ts'
import { bigqueryPackage, isBigquery, type Client, type Field, type Job } from './client.ts'
import { bigqueryDialect } from './dialect.ts'
import { readAccountKey, type BigqueryParameters } from './parameters.ts'

const nativeOf = ({ type = 'STRING', mode }: Field) => (mode === 'REPEATED' ? `ARRAY<${type}>` : type)

const columnsOf = (fields: Field[] = []): RelationColumn[] =>
  fields.map((field) => ({
    name: field.name ?? '',
    type: nativeOf(field),
    nullable: field.mode !== 'REQUIRED',
    ...(field.description && { comment: field.description }),
  }))

/** The rows of a job as lists, which the driver gives as objects. */
async function* rowsOf(job: Job, fields: Field[]): AsyncGenerator<readonly unknown[]> {
  for await (const row of job.getQueryResultsStream({ wrapIntegers: true })) {
    const values = new Map(Object.entries(row))
    yield fields.map(({ name = '' }) => values.get(name))
  }
}

export const connectBigquery = async (parameters: BigqueryParameters, { drivers }: ConnectOptions): Promise<Connection> => {
  const { BigQuery } = loadDriver(drivers, bigqueryPackage, isBigquery)
  const credentials = readAccountKey(parameters)
  const client: Client = new BigQuery({ projectId: parameters.host, ...(credentials && { credentials }) })
  let isOpen = true

  const create = async (sql: string, { schema, catalog, timeoutMs }: Partial<StatementOptions>, dryRun = false): Promise<Job> => {
    const datasetId = schema || parameters.database
    const [job] = await client.createQueryJob({
      query: sql,
      useLegacySql: false,
      ...(dryRun && { dryRun }),
      ...(parameters.query?.location && { location: parameters.query.location }),
      ...(timeoutMs && { jobTimeoutMs: Math.ceil(timeoutMs) }),
      ...(datasetId && { defaultDataset: { datasetId, ...(catalog && { projectId: catalog }) } }),
    })
    return job
  }

  /** What the server says that a statement is, without running it. */
  const dryRun = async (sql: string, how: Partial<StatementOptions>) => {
    const { metadata } = await create(sql, how, true)
    return metadata.statistics?.query ?? {}
  }

  const start = async (sql: string, how: StatementOptions): Promise<Running> => {
    if (how.readOnly !== false && (await dryRun(sql, how)).statementType !== 'SELECT')
      throw new AppError('DML_NOT_ALLOWED_ERROR', t('Only SELECT statements may be run.'))
    const job = await create(sql, how)
    const [, , answer] = await job.getQueryResults({ maxResults: 0, autoPaginate: false })
    const fields = answer?.schema?.fields ?? []
    return {
      heads: fields.map((field) => ({ name: field.name ?? '', native: nativeOf(field) })),
      rows: rowsOf(job, fields),
      cancel: async () => void (await job.cancel()),
    }
  }

  const inProject = (catalog?: string | null) => (catalog ? { projectId: catalog } : {})
  const datasetOf = (schema?: string | null, catalog?: string | null) =>
    client.dataset(schema || (parameters.database ?? ''), inProject(catalog))
  const ping = async () => void (await dryRun('SELECT 1', {}))

  await ping()
  return fetchedConnection({
    dialect: bigqueryDialect,
    // The server reports it before the statement runs.
    refuseWriting: () => {},
    start,
    catalogs: async () => [parameters.host],
    defaultCatalog: async () => parameters.host,
    schemas: async (catalog) => (await client.getDatasets(inProject(catalog)))[0].map(({ id = '' }) => id).sort(),
    defaultSchema: async () => parameters.database ?? null,
    tables: async (schema, catalog) =>
      (await datasetOf(schema, catalog).getTables())[0].map(({ id = '', metadata }) => ({
        name: id,
        kind: metadata.type?.endsWith('VIEW') ? 'view' : 'table',
      })),
    columns: async ({ schema, catalog, table }) => {
      const [{ schema: found }] = await datasetOf(schema, catalog).table(table).getMetadata()
      return columnsOf(found?.fields)
    },
    describe: async (sql, how) => columnsOf((await dryRun(sql, how)).schema?.fields),
    ping,
    isOpen: () => isOpen,
    close: async () => void (isOpen = false),
  })
}
