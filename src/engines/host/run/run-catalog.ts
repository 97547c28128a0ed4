import type { Connection } from '../../engine.ts'
import type { CatalogAnswers, CatalogJob } from '../protocol.ts'

/** Questions about what a database holds. */
export const runCatalog = async (
  job: CatalogJob,
  connection: Connection,
  signal: AbortSignal,
): Promise<CatalogAnswers[CatalogJob['kind']]> => {
  switch (job.kind) {
    case 'ping':
      await connection.ping(signal)
      return null
    case 'catalogs':
      return { catalogs: await connection.catalogs(), default: await connection.defaultCatalog() }
    case 'schemas':
      return { schemas: await connection.schemas(job.catalog), default: await connection.defaultSchema() }
    case 'tables':
      return connection.tables(job.schema, job.catalog)
    case 'columns':
      return connection.columns(job.relation)
    case 'outline':
      return (await connection.outline?.(job.catalog)) ?? null
    case 'partitions':
      return (await connection.partitions?.(job.relation)) ?? null
    case 'views':
      return (await connection.views?.(job.catalog)) ?? null
    case 'functions':
      return (await connection.functions?.(job.catalog)) ?? []
    case 'functionNames':
      return (await connection.functionNames?.()) ?? []
    case 'describe':
      return connection.describe(job.sql, { signal, catalog: job.catalog, schema: job.schema })
  }
}
