import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadTableForm } from '#api/database-upload.ts'
import { isAllowed } from '#core/access/can.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Engine } from '#engines/engine.ts'
import { fileValueOf, type FileTables } from '#engines/file-tables.ts'
import type { ConnectionSpec, DataJob } from '#engines/host/protocol.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { writerOf } from '../../db/owned.ts'
import type { FileTarget } from '../../ingest/into-file/target.ts'
import { rejectionError } from '../../ingest/rejection-error.ts'
import { loadFile, previewFile, writeIntoFile } from '../../ingest/run-ingest.ts'
import type { FileColumn } from '../../ingest/task.ts'
import { runCatalogJob } from '../database/catalog.ts'
import { connectionOf } from '../database/connection/connection.ts'
import { createDataset } from '../dataset/create.ts'
import { requireSource, placeOf, type Source } from '../dataset/read-columns.ts'
import { refreshDataset } from '../dataset/store.ts'
import { datasetOf } from '../dataset/dataset-write.ts'
import { uploadPaths, type Upload } from './store.ts'
import { requireKind, readOptionsOf, shapeOf, typedColumns } from './table-plan.ts'

/** Uploads into connected databases: the file is loaded into a temporary DuckDB table, whose rows are then written to the database. */

export type EngineTarget = { database: Row<'databases'>; engine: Engine; source: Source; datasetId: number | undefined }
export type UploadWriter = { ctx: Context; principal: Principal; signal: AbortSignal }

export const tableExistsText = () =>
  t(
    "Table already exists. You can change your 'if table already exists' strategy to append or replace or provide a different Table Name to use.",
  )

/**
 * The target table of a form.
 * @throws AppError, MessageError when the user may not read its schema or may not change its dataset
 */
export const targetOf = async (
  { ctx, principal, signal }: UploadWriter,
  { database, engine, form }: Pick<EngineTarget, 'database' | 'engine'> & { form: Pick<UploadTableForm, 'schema' | 'table_name'> },
): Promise<EngineTarget> => {
  const access = { ctx, principal, signal }
  const named = { catalog: null, schema: form.schema ?? null, table_name: form.table_name, sql: null }
  const source = await placeOf(access, database, named)
  requireSource(principal, database, source)
  if (Buffer.byteLength(form.table_name) > engine.dialect.maxIdentifier || form.table_name.includes('\0'))
    throw new MessageError(422, { table_name: [`Longer than maximum length ${engine.dialect.maxIdentifier}.`] })
  const datasetId = await datasetOf(ctx.db, database.id, source)
  const subject = datasetId === undefined ? null : await subjectOf(ctx.db, 'dataset', datasetId)
  if (subject && !isAllowed(principal, 'change', subject)) throw new MessageError(403, t('Changing this dataset is forbidden'))
  return { database, engine, source, datasetId }
}

const quoteDuckdbName = (name: string) => `"${name.replaceAll('"', '""')}"`

/** An SQL expression that converts a value to a text that every engine parses. */
const asText = (column: FileColumn, utcEnding: string): string => {
  const name = quoteDuckdbName(column.name)
  const value = fileValueOf(column.type)
  if (value === 'boolean') return `CASE WHEN ${name} THEN '1' WHEN NOT ${name} THEN '0' END`
  if (value === 'instant') return `CAST(${name} AT TIME ZONE 'UTC' AS VARCHAR) || '${utcEnding}'`
  return `CAST(${name} AS VARCHAR)`
}

const rowsPerRead = 2_000
const rowsPerInsert = 250

type Texts = Record<string, string | null>

/** Loads the file and writes its rows into the target; leaves nothing behind on failure. */
export const writeFile = async (
  asked: UploadWriter,
  target: EngineTarget,
  { upload, form }: { upload: Upload; form: UploadTableForm },
): Promise<void> => {
  const { ctx, signal } = asked
  const { file, folder, rejects } = uploadPaths(ctx, upload.id)
  const path = join(folder, 'table.duckdb')
  const options = readOptionsOf(form)
  const { kind, columns } = await previewFile({ path: file, name: upload.name, options }, { signal })
  requireKind(kind, form.type)
  const known = columns.map(({ name, type, format }) => ({ name, type, ...(format !== undefined && { format }) }))
  const typed = typedColumns(form, known)
  try {
    const order = {
      path: file,
      name: upload.name,
      options,
      target: path,
      rejects,
      shape: shapeOf(form, known),
      ...(typed && { columns: typed }),
    }
    const loaded = await loadFile(order, { signal })
    if (loaded.rejected > 0) throw await rejectionError(rejects)
    await storeRows(asked, target, { path, id: upload.id, columns: loaded.columns, existing: form.already_exists })
  } finally {
    await rm(path, { force: true })
  }
}

type LoadedRows = Omit<Rows, 'mode'> & { existing: UploadTableForm['already_exists'] }

/** Writes a loaded table file into the target, and creates or refreshes its dataset; returns the dataset's id. */
export const storeRows = async (asked: UploadWriter, target: EngineTarget, { existing, ...loaded }: LoadedRows): Promise<number> => {
  const { ctx, principal, signal } = asked
  const rows: Rows = { ...loaded, mode: await modeOf(asked, target, existing) }
  const { fileTables } = target.engine
  await (fileTables ? writeRows(asked, target, { ...rows, fileTables }) : writeIntoDatabaseFile(asked, target, rows))
  const write = { ctx, writer: writerOf(principal, undefined), signal }
  const { database, source, datasetId } = target
  if (datasetId === undefined)
    return createDataset(write, { ...source, database: database.id, normalize_columns: false, always_filter_main_dttm: false })
  await refreshDataset(write, datasetId)
  return datasetId
}

/** @throws MessageError 422 for an existing table that may not be changed */
const modeOf = async (
  { ctx, principal, signal }: UploadWriter,
  { database, engine, source }: EngineTarget,
  existing: LoadedRows['existing'],
): Promise<Mode> => {
  const access = { ctx, principal, database, signal }
  const relations = await runCatalogJob<'tables'>(access, { kind: 'tables', schema: source.schema, catalog: source.catalog })
  const comparable = (name: string) => (engine.embedded ? name.toLowerCase() : name)
  if (!relations.some(({ name }) => comparable(name) === comparable(source.table_name))) return 'create'
  if (existing === undefined || existing === 'fail') throw new MessageError(422, tableExistsText())
  return existing
}

type Mode = FileTarget['mode']
type Rows = { path: string; id: string; columns: FileColumn[]; mode: Mode }

/** Writes to one database file are serialized: concurrent writers of copies would lose one. */
const writing = new Map<string, Promise<void>>()

const writeIntoDatabaseFile = async (
  { ctx, principal, signal }: UploadWriter,
  { database, engine, source }: EngineTarget,
  rows: Rows,
): Promise<void> => {
  const path = (await connectionOf(ctx, database, principal)).parameters.database ?? ''
  const id = engine.id === 'duckdb' ? 'duckdb' : 'sqlite'
  const into: FileTarget = { engine: id, path, schema: source.schema, table: source.table_name, mode: rows.mode }
  const turn = (writing.get(path) ?? Promise.resolve()).then(() => writeIntoFile({ rows: rows.path, into }, { signal }))
  const ended = turn.catch(() => undefined)
  writing.set(path, ended)
  void ended.then(() => writing.get(path) === ended && writing.delete(path))
  await turn
}

const writeRows = async (
  asked: UploadWriter,
  { database, engine, source }: EngineTarget,
  { path, id, columns, mode, fileTables }: Rows & { fileTables: FileTables },
): Promise<void> => {
  const { ctx, principal, signal } = asked
  const user = String(userOf(principal)?.id ?? '')
  const { dialect } = engine
  const { quote } = dialect

  const full = (name: string) => [source.schema, name].flatMap((part) => (part ? [quote(part)] : [])).join('.')
  const short = id.replaceAll('-', '').slice(0, 12)
  const staging = full(`chartroom_upload_${short}`)
  const names = {
    target: full(source.table_name),
    staging,
    former: full(`chartroom_former_${short}`),
    columns: columns.map(({ name }) => quote(name)).join(', '),
  }
  const limits = { timeoutMs: ctx.config.queryTimeout * 1000, rows: rowsPerRead, bytes: 256 * 1024 ** 2 }
  const connection = await connectionOf(ctx, database, principal)
  const job = (sql: string, prepare: string[] = []): DataJob => ({
    kind: 'data',
    connection,
    sql,
    prepare,
    readOnly: false,
    format: 'json',
    limits,
  })
  const run = (sql: string, prepare?: string[]) => ctx.host.run(job(sql, prepare), { signal, user })

  const held: ConnectionSpec = {
    key: `upload-${id}`,
    engine: 'duckdb',
    parameters: {},
    attachments: [{ path, schema: 'main', table: 'rows' }],
    timezone: 'UTC',
  }
  const texts = columns.map((column, i) => `${asText(column, fileTables.utcEnding)} AS c${i}`).join(', ')
  const read = async (offset: number): Promise<Texts[]> => {
    const sql = `SELECT ${texts} FROM "main"."rows" LIMIT ${rowsPerRead} OFFSET ${offset}`
    const { bytes } = await ctx.host.run({ kind: 'data', connection: held, sql, format: 'json', limits }, { signal, user })
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Texts[]
  }
  const literal = (value: string | null | undefined) =>
    value === null || value === undefined ? 'NULL' : dialect.literal({ type: 'string', value })
  const insert = (rows: Texts[]) =>
    run(
      `INSERT INTO ${staging} (${names.columns}) VALUES ${rows.map((row) => `(${columns.map((_column, i) => literal(row[`c${i}`])).join(', ')})`).join(', ')}`,
    )

  const made = columns.map((column) => `${quote(column.name)} ${fileTables.types[fileValueOf(column.type)]}`).join(', ')
  try {
    await run(`CREATE TABLE ${staging} (${made})`)
    for (let offset = 0, rows = await read(0); rows.length > 0; offset += rows.length, rows = await read(offset)) {
      for (let i = 0; i < rows.length; i += rowsPerInsert) await insert(rows.slice(i, i + rowsPerInsert))
    }
    const steps = fileTables.finish[mode](names)
    await run(steps.at(-1) ?? '', steps.slice(0, -1))
  } catch (error) {
    // Also clean up after a client that disconnected.
    await ctx.host.run(job(`DROP TABLE IF EXISTS ${staging}`), { user }).catch(() => undefined)
    throw error instanceof AppError && error.status < 500 ? new MessageError(422, error.message, { cause: error }) : error
  }
}
