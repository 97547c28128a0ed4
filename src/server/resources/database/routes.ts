import {
  databaseCatalogs,
  databaseOutline,
  databaseSchemas,
  databaseSelectStar,
  databaseSelectStarInSchema,
  databaseTable,
  databaseTableExtra,
  databaseTableMetadata,
  databaseTableMetadataExtra,
  databaseTables,
} from '#api/database-catalogue.ts'
import {
  databaseAvailable,
  databaseConnection,
  databaseCreate,
  databaseDelete,
  databaseDriverInstall,
  databaseFunctionNames,
  databaseGet,
  databaseHealth,
  databaseInfo,
  databaseList,
  databaseRelated,
  databaseRelatedObjects,
  databaseRestore,
  databaseSyncPermissions,
  databaseTest,
  databaseTunnelDelete,
  databaseUpdate,
  databaseUploadSchemas,
  databaseValidateParameters,
  databaseValidateSql,
  databaseVersions,
} from '#api/database.ts'
import type { DatabasePatch, NewDatabase } from '#api/bodies/database.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { AppError, BodyError, MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { findEngine } from '#engines/index.ts'
import { driversFolder } from './driver/folder.ts'
import type { DriverPayload } from './driver/install-job.ts'
import { etag } from '../../db/change.ts'
import { writerOf } from '../../db/owned.ts'
import type { Row } from '../../db/tables.ts'
import { asResult, serve, type App } from '../../http/serve.ts'
import { readRows } from '../../list/list.ts'
import { canSee } from '../../list/can-see.ts'
import { serveReads } from '../../list/standard.ts'
import { availableEngines } from './connection/available.ts'
import { outlineOf } from './outline.ts'
import { catalogsOf, functionNamesOf, schemasOf, tablesOf, type CatalogAccess } from './catalog.ts'
import { maskedExtra, maskedTunnel, openSecrets, openSecretsIfReadable } from './connection/secrets.ts'
import { driverOfRow, hasParametersForm, maskedParameters, parametersSchema, engineOfRow } from './connection/describe.ts'
import { checkParameters } from './connection/parameters.ts'
import { databaseHealth as readHealth } from './health.ts'
import { relatedToDatabase } from './related-objects.ts'
import { databaseSpec, defaultExtra } from './spec.ts'
import { createDatabase, deleteDatabase, readDatabase, restoreDatabase, syncPermissions, updateDatabase, uriOfBody } from './store.ts'
import { selectStarOf, tableExtra, tableMetadata } from './table.ts'
import { checkConnection } from './connection/try.ts'
import { statementFaults } from './statement-faults.ts'
import { uploadSchemas, filterUploadSchemas } from './upload-schemas.ts'
import { driverOf, engineOf, formatUri, maskPassword, parseUri, type Uri } from './connection/uri.ts'

const columns = [
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'allow_file_upload',
  'allow_run_async',
  'backend',
  'configuration_method',
  'database_name',
  'engine_information',
  'expose_in_sqllab',
  'force_ctas_schema',
  'id',
  'uuid',
  'version',
]

export const database = (app: App): void => {
  const { ctx } = app
  serveReads(app, databaseSpec, { list: databaseList, info: databaseInfo, related: databaseRelated, versions: databaseVersions })

  /** @throws MessageError 404 when the caller may not see it */
  const findSeen = async (principal: Principal, id: number) =>
    (await canSee(databaseSpec, { ctx, principal }, id)) ? await readDatabase(ctx.db, id) : null
  const seen = async (principal: Principal, id: number, refuse: () => Error = notFound): Promise<Row<'databases'>> => {
    const row = await findSeen(principal, id)
    if (!row) throw refuse()
    return row
  }
  const accessTo = async (
    { principal, params, signal }: { principal: Principal; params: { pk: number }; signal: AbortSignal },
    refuse?: () => Error,
  ): Promise<CatalogAccess> => ({
    ctx,
    principal,
    signal,
    database: await seen(principal, params.pk, refuse),
  })

  const shown = async (principal: Principal, row: Row<'databases'>) => {
    const [found] = await readRows(databaseSpec, { ctx, principal }, [row.id], columns)
    const { version: _version, ...rest } = found ?? {}
    return {
      ...rest,
      cache_timeout: row.cache_timeout,
      driver: driverOfRow(row),
      impersonate_user: row.impersonate_user === 1,
      is_managed_externally: row.is_managed_externally === 1,
    }
  }

  serve(app, databaseAvailable, async () => ({ databases: availableEngines(driversFolder(ctx.config)) }))

  serve(app, databaseDriverInstall, async ({ principal, params, reply }) => {
    if (!findEngine(params.engine)?.driver) throw notFound()
    const payload: DriverPayload = { engine: params.engine }
    reply.code(202)
    return { job_id: await ctx.jobs.start({ kind: 'driver', payload, userId: userOf(principal)?.id ?? null }) }
  })

  serve(app, databaseTest, async ({ principal, body, signal }) => {
    const hostKey = await checkConnection({ ctx, principal, signal }, body)
    return { message: 'OK', ...(hostKey !== undefined && { ssh_host_key: hostKey }) }
  })

  serve(app, databaseValidateParameters, async ({ principal, body, signal }) => {
    await checkParameters({ ctx, principal, signal }, body)
    return { message: 'OK' }
  })

  serve(app, databaseGet, async ({ principal, params, reply }) => {
    const row = await seen(principal, params.pk)
    reply.header('etag', etag('database', row.id, row.version))
    return asResult(databaseGet, { id: row.id, result: await shown(principal, row) })
  })

  serve(app, databaseConnection, async ({ principal, params }) => {
    const row = await findSeen(principal, params.pk)
    // As in Superset 6.1, a missing and a hidden database give the same error.
    if (!row) return asResult(databaseConnection, { id: params.pk, result: { is_managed_externally: false } })
    const engine = engineOfRow(row)
    const secrets = openSecretsIfReadable(ctx, row)
    return asResult(databaseConnection, {
      id: row.id,
      result: {
        ...(await shown(principal, row)),
        extra: row.extra ?? defaultExtra,
        masked_encrypted_extra: maskedExtra(secrets),
        parameters: maskedParameters(row),
        parameters_schema: engine ? parametersSchema(engine) : {},
        server_cert: row.server_cert,
        sqlalchemy_uri: row.sqlalchemy_uri,
        ssh_tunnel: secrets.ssh_tunnel ? maskedTunnel(secrets.ssh_tunnel) : null,
      },
    })
  })

  serve(app, databaseCreate, async ({ principal, body, reply, signal }) => {
    const uri = uriOfBody(body, 422)
    if (!uri) throw new MessageError(422, { sqlalchemy_uri: ['Field is required'] })
    const taken = await ctx.db
      .selectFrom('databases')
      .select('id')
      .where('database_name', '=', body.database_name)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const hostKey = taken ? undefined : await checkConnection({ ctx, principal, signal }, { ...body, database_name: undefined })
    const ssh_tunnel = body.ssh_tunnel && { ...body.ssh_tunnel, server_host_key: hostKey }
    const { id, uuid } = await createDatabase(ctx, writerOf(principal, undefined), { ...body, ssh_tunnel }, uri)
    reply.code(201)
    return {
      id,
      result: {
        ...echo(body),
        ...connectionEcho(uri),
        driver: driverOf(uri.scheme, engineOf(uri.scheme)),
        expose_in_sqllab: body.expose_in_sqllab ?? true,
        uuid,
      },
    }
  })

  serve(app, databaseUpdate, async ({ principal, params, body, request, reply }) => {
    const { version, row } = await updateDatabase(ctx, writerOf(principal, request.headers['if-match']), params.pk, body)
    reply.header('etag', etag('database', params.pk, version))
    const uri = parseUri(row.sqlalchemy_uri)
    return { id: params.pk, result: { ...echo(body), ...(uri && connectionEcho(uri)) } }
  })

  serve(app, databaseDelete, async ({ principal, params, request }) => {
    await deleteDatabase(ctx, writerOf(principal, request.headers['if-match']), params.pk)
    return { message: 'OK' }
  })

  serve(app, databaseRestore, async ({ principal, params, body }) => ({
    id: params.pk,
    version: await restoreDatabase(ctx, writerOf(principal, undefined), params.pk, body?.version),
  }))

  serve(app, databaseSchemas, async (input) => {
    const into = { ...(await accessTo(input)), force: input.q.force }
    const schemas = await schemasOf(into, input.q.catalog ?? null)
    return { result: input.q.upload_allowed ? filterUploadSchemas(into.database, schemas) : schemas }
  })
  serve(app, databaseCatalogs, async (input) => ({
    result: await catalogsOf({ ...(await accessTo(input)), force: input.q.force }),
  }))

  serve(app, databaseTables, async (input) => {
    const { schema_name: schema, catalog_name: catalog, force } = input.q
    const gone = () => new BodyError(404, { error: t('Database not found.') })
    const relations = await tablesOf({ ...(await accessTo(input, gone)), force }, { catalog: catalog ?? null, schema })
    return { count: relations.length, result: relations.map(({ name, kind }) => ({ extra: null, type: kind, value: name })) }
  })

  serve(app, databaseOutline, async (input) => {
    const tables = await outlineOf({ ...(await accessTo(input)), force: input.q.force }, input.q.catalog ?? null)
    return { result: tables?.map(({ kind, ...table }) => ({ ...table, type: kind })) ?? null }
  })

  const tableGone = (table: string) => () => new MessageError(422, table)

  serve(app, databaseTable, async (input) => {
    const { table, schema } = input.params
    return tableMetadata(await accessTo(input), { table, schema, catalog: null }, tableGone(table))
  })

  const noDatabase = () => new AppError('DATABASE_NOT_FOUND_ERROR', t('No such database'), { status: 404 })
  const noSuchTable = () => new AppError('TABLE_NOT_FOUND_ERROR', t('No such table'), { status: 404 })

  serve(app, databaseTableMetadata, async (input) => {
    const table = namedTable(input.query)
    return tableMetadata(await accessTo(input, noDatabase), table, noSuchTable)
  })

  serve(app, databaseTableExtra, async (input) => {
    return tableExtra(await accessTo(input), { table: input.params.table, schema: input.params.schema, catalog: null })
  })

  serve(app, databaseTableMetadataExtra, async (input) => {
    const table = namedTable(input.query)
    return tableExtra(await accessTo(input, noDatabase), table)
  })

  const noTable = () => new MessageError(404, t('Table not found on the database'))

  serve(app, databaseSelectStar, async (input) => ({
    result: await selectStarOf(await accessTo(input), { table: input.params.table, schema: null, catalog: null }, noTable),
  }))

  serve(app, databaseSelectStarInSchema, async (input) => ({
    result: await selectStarOf(await accessTo(input), { table: input.params.table, schema: input.params.schema, catalog: null }, noTable),
  }))

  serve(app, databaseValidateSql, async (input) => ({ result: await statementFaults({ ...(await accessTo(input)), ctx }, input.body) }))

  serve(app, databaseFunctionNames, async (input) => ({ function_names: await functionNamesOf(await accessTo(input)) }))

  serve(app, databaseUploadSchemas, async ({ principal, params }) => {
    return { schemas: uploadSchemas(await seen(principal, params.pk)) }
  })

  serve(app, databaseHealth, async (input) => readHealth({ ...(await accessTo(input)), ctx }))

  serve(app, databaseRelatedObjects, async ({ principal, params }) => {
    await seen(principal, params.pk)
    return relatedToDatabase(ctx.db, principal, params.pk)
  })

  serve(app, databaseTunnelDelete, async ({ principal, params, request }) => {
    const row = await seen(principal, params.pk)
    if (!openSecrets(ctx, row).ssh_tunnel) throw new AppError('GENERIC_BACKEND_ERROR', t('SSH Tunnel not found.'), { status: 404 })
    await updateDatabase(ctx, writerOf(principal, request.headers['if-match']), params.pk, { ssh_tunnel: null })
    return { message: 'OK' }
  })

  serve(app, databaseSyncPermissions, async ({ principal, params }) => {
    await syncPermissions(ctx, writerOf(principal, undefined), params.pk)
    return { message: t('Permissions successfully synced') }
  })
}

type Named = { name?: string | undefined; schema?: string | null | undefined; catalog?: string | null | undefined }

/** The table that a path names. @throws AppError 422 without a name */
const namedTable = ({ name, schema = null, catalog = null }: Named) => {
  if (name) return { table: name, schema, catalog }
  const messages = { name: ['Missing data for required field.'] }
  const text = t('An error happened when validating the request')
  throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', text, { status: 422, extra: { messages } })
}

/** The request body as returned, without secrets; parameters, engine and driver are those of the connection. */
const echo = ({
  parameters: _parameters,
  engine: _engine,
  driver: _driver,
  masked_encrypted_extra,
  ssh_tunnel,
  ...body
}: NewDatabase | DatabasePatch) => ({
  configuration_method: 'sqlalchemy_form',
  ...body,
  ...(masked_encrypted_extra !== undefined && {
    masked_encrypted_extra: masked_encrypted_extra && maskedExtra({ encrypted_extra: readObject(masked_encrypted_extra) }),
  }),
  ...(ssh_tunnel !== undefined && { ssh_tunnel: ssh_tunnel && maskedTunnel(ssh_tunnel) }),
})

const connectionEcho = (uri: Uri) => {
  const sqlalchemy_uri = formatUri(maskPassword(uri))
  const engine = engineOf(uri.scheme)
  const parameters = engine && hasParametersForm(engine) ? maskedParameters({ sqlalchemy_uri, is_house: 0 }) : undefined
  return { sqlalchemy_uri, ...(parameters && { parameters }) }
}
