import { databaseUpload, databaseUploadHeads, type UploadTableForm } from '#api/database-upload.ts'
import { isAllowed } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { subjectOf } from '../../access/subjects.ts'
import { isVisible } from '../../access/is-visible.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { datasetOn } from '../../house/house.ts'
import type { IngestPayload } from '../../house/ingest-job.ts'
import { nameFaults } from '../../house/table-names.ts'
import { serve, type App } from '../../http/serve.ts'
import { headsOfFile, previewFile } from '../../ingest/run-ingest.ts'
import { engineFor } from '../database/connection/connection.ts'
import { acceptsFiles } from '../database/accepts-files.ts'
import { uploadSchemas, filterUploadSchemas } from '../database/upload-schemas.ts'
import { parseUri } from '../database/connection/uri.ts'
import { withForm } from './form.ts'
import { tableExistsText, targetOf, writeFile, type EngineTarget } from './into-engine.ts'
import { setUploadJob, ownerId, uploadPaths, type Upload } from './store.ts'
import { requireKind, readOptionsOf, shapeOf, typedColumns } from './table-plan.ts'

/**
 * Superset's uploads: a file becomes a table in one request, through the same job as other uploads (../../house/ingest-job.ts) or in a
 * connected database. An unreadable line rejects the whole file, because the response could not report it.
 */
export const uploadsIntoDatabases = (app: App): void => {
  const { ctx } = app

  serve(app, databaseUploadHeads, ({ principal, request, signal }) =>
    withForm(ctx, { request, form: databaseUploadHeads.form, userId: ownerId(principal) }, async ({ upload, fields }) => {
      const file = { path: uploadPaths(ctx, upload.id).file, name: upload.name }
      const { kind, tables } = await withCommandErrors(() => headsOfFile({ ...file, options: readOptionsOf(fields) }, { signal }))
      await withCommandErrors(() => requireKind(kind, fields.type))
      return { result: { items: tables.map(({ table, columns }) => ({ column_names: columns, sheet_name: table })) } }
    }),
  )

  serve(app, databaseUpload, ({ principal, params, request, reply, signal }) =>
    withForm(ctx, { request, form: databaseUpload.form, userId: ownerId(principal) }, async ({ upload, fields }) => {
      const database = await openDatabase(ctx, principal, { databaseId: params.pk, form: fields })
      if (database.is_house) {
        await requireHouseTable(ctx, principal, fields)
        await withCommandErrors(() => makeTable(ctx, { upload, form: fields, signal }))
      } else await withCommandErrors(() => writeTable({ ctx, principal, signal }, database, { upload, form: fields }))
      reply.code(201)
      return { message: 'OK' }
    }),
  )
}

const commandError = (status: number, message: string, options?: ErrorOptions) =>
  new AppError('GENERIC_COMMAND_ERROR', message, { status, level: 'warning' }, options)

/** Converts reading errors to Superset's command errors. */
const withCommandErrors = async <T>(work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof MessageError ? commandError(error.status, error.message, { cause: error }) : error
  }
}

const schemaOf = ({ schema }: TableForm) => schema ?? 'main'

/** The part of a form that says which table is written. */
export type TableForm = Pick<UploadTableForm, 'schema' | 'table_name' | 'already_exists'>
type Target = { databaseId: number; form: TableForm }

/** @throws AppError for an invisible database, and for a database or schema that does not accept uploads */
export const openDatabase = async (ctx: Context, principal: Principal, { databaseId, form }: Target): Promise<Row<'databases'>> => {
  const database = await ctx.db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', databaseId)
    .where('deleted_at', 'is', null)
    .where(isVisible(principal, 'database'))
    .executeTakeFirst()
  if (!database) throw commandError(404, t('Database not found.'))
  const isNamed = uploadSchemas(database).length > 0
  const isOpen = isNamed || isAllowed(principal, 'query', { kind: 'database', id: database.id, name: database.database_name })
  if (!isOpen || (database.is_house ? !acceptsSchema(database, schemaOf(form)) : !database.allow_file_upload)) throw closedSchemaError()
  return database
}

const acceptsSchema = (database: Row<'databases'>, schema: string) => filterUploadSchemas(database, [schema]).length > 0

const closedSchemaError = () => commandError(403, t('Database schema is not allowed for csv uploads.'))

type Sent = { upload: Upload; form: UploadTableForm }

/** Writes a table into a connected database, by default into the engine's default schema. */
const writeTable = async (asked: Parameters<typeof targetOf>[0], database: Row<'databases'>, sent: Sent): Promise<void> => {
  await writeFile(asked, await engineTarget(asked, database, sent.form), sent)
}

/** The table of a connected database that a form names. @throws AppError, MessageError if it may not be written */
export const engineTarget = async (
  asked: Parameters<typeof targetOf>[0],
  database: Row<'databases'>,
  form: TableForm,
): Promise<EngineTarget> => {
  const engine = engineFor(parseUri(database.sqlalchemy_uri))
  if (!acceptsFiles(engine, database)) throw commandError(422, t('Database type does not support file uploads.'))
  const target = await targetOf(asked, { database, engine, form })
  if (!acceptsSchema(database, target.source.schema ?? '')) throw closedSchemaError()
  return target
}

/** @throws AppError or MessageError if the house table exists and may not be changed */
export const requireHouseTable = async (ctx: Context, principal: Principal, form: TableForm): Promise<void> => {
  const [fault] = Object.values(await nameFaults(ctx.db, { schema: schemaOf(form), table: form.table_name })).flat()
  if (fault !== undefined) throw commandError(422, String(fault))
  if (!(await canWriteTable(ctx, principal, form))) throw commandError(422, tableExistsText())
}

/**
 * Whether the table can be written: it is new, or the form asks to change it and the user may change its dataset.
 * @throws AppError 403 without permission for the dataset
 */
export const canWriteTable = async (ctx: Context, principal: Principal, form: TableForm): Promise<boolean> => {
  const dataset = await datasetOn(ctx.db, { schema: schemaOf(form), table: form.table_name })
  if (!dataset) return true
  if (form.already_exists === undefined || form.already_exists === 'fail') return false
  const subject = await subjectOf(ctx.db, 'dataset', dataset.id)
  if (subject === null || !isAllowed(principal, 'see', subject)) return false
  if (!isAllowed(principal, 'change', subject)) throw commandError(403, t('Changing this dataset is forbidden'))
  return true
}

type Making = { upload: Upload; form: UploadTableForm; signal: AbortSignal }

/** Reads the file and creates the table; cancelled when the client disconnects. */
const makeTable = async (ctx: Context, { upload, form, signal }: Making): Promise<void> => {
  const options = readOptionsOf(form)
  const { kind, columns } = await previewFile({ path: uploadPaths(ctx, upload.id).file, name: upload.name, options }, { signal })
  requireKind(kind, form.type)
  const known = columns.map(({ name, type, format, found }) => ({
    name,
    type,
    ...(format !== undefined && { format }),
    ...(found && { found }),
  }))
  const payload: IngestPayload = {
    source: { upload: upload.id },
    name: upload.name,
    schema: schemaOf(form),
    table: form.table_name,
    options,
    columns: typedColumns(form, known),
    shape: shapeOf(form, known),
    replace: form.already_exists === 'replace',
    append: form.already_exists === 'append',
    strict: true,
  }
  const jobId = await ctx.jobs.start({ kind: 'upload', payload, userId: upload.userId })
  await setUploadJob(ctx, upload, jobId)
  try {
    const { state, error } = await ctx.jobs.waitFor(jobId, signal)
    if (state !== 'done') throw new MessageError(422, error ?? 'The file could not be read')
  } finally {
    if (signal.aborted) await ctx.jobs.cancel(jobId)
  }
}
