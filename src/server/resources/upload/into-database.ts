import { databaseUpload, databaseUploadHeads, type UploadTableForm } from '#api/database-upload.ts'
import { allowed } from '#core/access/can.ts'
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
import { tableExists, targetOf, writeFile } from './into-engine.ts'
import { noteJob, ownerId, uploadPaths, type Upload } from './store.ts'
import { demandKind, readOptionsOf, shapeOf, typedColumns } from './table-plan.ts'

/**
 * The wire's own uploads: a file becomes a table in one request. They go the way of every upload (../../house/ingest-job.ts), so the one
 * database that takes them is that of the files; unlike there, a line that cannot be read refuses the file, for nobody would hear of it.
 */
export const uploadsIntoDatabases = (app: App): void => {
  const { ctx } = app

  serve(app, databaseUploadHeads, ({ principal, request, signal }) =>
    withForm(ctx, { request, form: databaseUploadHeads.form, userId: ownerId(principal) }, async ({ upload, fields }) => {
      const file = { path: uploadPaths(ctx, upload.id).file, name: upload.name }
      const { kind, tables } = await asCommand(() => headsOfFile({ ...file, options: readOptionsOf(fields) }, { signal }))
      await asCommand(() => demandKind(kind, fields.type))
      return { result: { items: tables.map(({ table, columns }) => ({ column_names: columns, sheet_name: table })) } }
    }),
  )

  serve(app, databaseUpload, ({ principal, params, request, reply, signal }) =>
    withForm(ctx, { request, form: databaseUpload.form, userId: ownerId(principal) }, async ({ upload, fields }) => {
      const database = await openDatabase(ctx, principal, { databaseId: params.pk, form: fields })
      if (database.is_house) {
        await demandHouseTable(ctx, principal, fields)
        await asCommand(() => makeTable(ctx, { upload, form: fields, signal }))
      } else await asCommand(() => writeTable({ ctx, principal, signal }, database, { upload, form: fields }))
      reply.code(201)
      return { message: 'OK' }
    }),
  )
}

const refused = (status: number, message: string, options?: ErrorOptions) =>
  new AppError('GENERIC_COMMAND_ERROR', message, { status, level: 'warning' }, options)

/** Refusals of the reading in the shape of the wire's commands. */
const asCommand = async <T>(work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof MessageError ? refused(error.status, error.message, { cause: error }) : error
  }
}

const schemaOf = ({ schema }: UploadTableForm) => schema ?? 'main'

type Target = { databaseId: number; form: UploadTableForm }

/** @throws AppError for a database that is not seen, and for one or a schema that is not open for files */
const openDatabase = async (ctx: Context, principal: Principal, { databaseId, form }: Target): Promise<Row<'databases'>> => {
  const database = await ctx.db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', databaseId)
    .where('deleted_at', 'is', null)
    .where(isVisible(principal, 'database'))
    .executeTakeFirst()
  if (!database) throw refused(404, t('Database not found.'))
  const isNamed = uploadSchemas(database).length > 0
  const isOpen = isNamed || allowed(principal, 'query', { kind: 'database', id: database.id, name: database.database_name })
  if (!isOpen || (database.is_house ? !takesSchema(database, schemaOf(form)) : !database.allow_file_upload)) throw schemaIsClosed()
  return database
}

const takesSchema = (database: Row<'databases'>, schema: string) => filterUploadSchemas(database, [schema]).length > 0

const schemaIsClosed = () => refused(403, t('Database schema is not allowed for csv uploads.'))

type Sent = { upload: Upload; form: UploadTableForm }

/** A table of a connected database; a schema that is not named is the one that the engine has for such tables. */
const writeTable = async (asked: Parameters<typeof targetOf>[0], database: Row<'databases'>, sent: Sent): Promise<void> => {
  const engine = engineFor(parseUri(database.sqlalchemy_uri))
  if (!acceptsFiles(engine, database)) throw refused(422, t('Database type does not support file uploads.'))
  const target = await targetOf(asked, { database, engine, form: sent.form })
  if (!takesSchema(database, target.source.schema ?? '')) throw schemaIsClosed()
  await writeFile(asked, target, sent)
}

/** Refuses a table of the house that is there and shall not be changed. */
const demandHouseTable = async (ctx: Context, principal: Principal, form: UploadTableForm): Promise<void> => {
  const [fault] = Object.values(await nameFaults(ctx.db, { schema: schemaOf(form), table: form.table_name })).flat()
  if (fault !== undefined) throw refused(422, String(fault))
  if (!(await takesTable(ctx, principal, form))) throw refused(422, tableExists())
}

/**
 * Whether the table may be made: one that is there is changed where that is asked for, by somebody who may change its dataset.
 * @throws AppError 403 for another's
 */
const takesTable = async (ctx: Context, principal: Principal, form: UploadTableForm): Promise<boolean> => {
  const dataset = await datasetOn(ctx.db, { schema: schemaOf(form), table: form.table_name })
  if (!dataset) return true
  if (form.already_exists === undefined || form.already_exists === 'fail') return false
  const subject = await subjectOf(ctx.db, 'dataset', dataset.id)
  if (subject === null || !allowed(principal, 'see', subject)) return false
  if (!allowed(principal, 'change', subject)) throw refused(403, t('Changing this dataset is forbidden'))
  return true
}

type Making = { upload: Upload; form: UploadTableForm; signal: AbortSignal }

/** Looks at the file, and has the table made; a client that goes away takes the work with it. */
const makeTable = async (ctx: Context, { upload, form, signal }: Making): Promise<void> => {
  const options = readOptionsOf(form)
  const { kind, columns } = await previewFile({ path: uploadPaths(ctx, upload.id).file, name: upload.name, options }, { signal })
  demandKind(kind, form.type)
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
  await noteJob(ctx, upload, jobId)
  try {
    const { state, error } = await ctx.jobs.waitFor(jobId, signal)
    if (state !== 'done') throw new MessageError(422, error ?? 'The file could not be read')
  } finally {
    if (signal.aborted) await ctx.jobs.cancel(jobId)
  }
}
