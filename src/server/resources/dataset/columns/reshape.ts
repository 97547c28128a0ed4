import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ColumnsCheck, NewColumns } from '#api/dataset-columns.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { columnsFault } from '#core/upload/names.ts'
import { duckdbDialect } from '#engines/duckdb/dialect.ts'
import { requireAccess } from '../../../db/owned.ts'
import { currentTable, type Generation } from '../../../house/house.ts'
import { publishTable, TableChangedError } from '../../../house/publish-table.ts'
import { loadFile } from '../../../ingest/run-ingest.ts'
import type { FileColumn, RejectedLine } from '../../../ingest/task.ts'
import type { DatasetWrite } from '../dataset-write.ts'
import { readColumns } from '../read-columns.ts'
import { readDataset, type StoredDataset } from '../read.ts'
import { changesAgainst } from '../source/source-changes.ts'

type Kept = { stored: StoredDataset; generation: Generation; columns: { name: string; type: string }[] }

/** The table of a dataset in the house; null for other datasets. @throws 403, 404 */
export const keptTable = async (write: DatasetWrite, id: number): Promise<Kept | null> => {
  const { ctx, writer, signal } = write
  await requireAccess(ctx.db, writer.principal, 'change', { kind: 'dataset', id })
  const stored = await readDataset(ctx.db, id)
  if (!stored) throw notFound()
  const { row, database } = stored
  if (!database.is_house || row.sql) return null
  const generation = await currentTable(ctx, { schema: row.schema ?? 'main', table: row.table_name })
  if (!generation) return null
  const { columns } = await readColumns({ ctx, principal: writer.principal, signal }, database, row)
  return { stored, generation, columns: columns.map(({ name, type }) => ({ name, type })) }
}

const requireKept = async (write: DatasetWrite, id: number): Promise<Kept> => {
  const kept = await keptTable(write, id)
  if (!kept) throw new MessageError(422, t('Only the columns of tables that are kept here can be changed.'))
  return kept
}

/** All columns of the table as they shall be. @throws MessageError 422 */
const wantedColumns = ({ columns }: Kept, asked: NewColumns['columns']): FileColumn[] => {
  const unknown = asked.find(({ from }) => !columns.some(({ name }) => name === from))
  if (unknown) throw new MessageError(422, { columns: [t('The table has no column %(name)s.', { name: unknown.from })] })
  const wanted = columns.map((column) => {
    const change = asked.find(({ from }) => from === column.name)
    if (!change) return column
    const { name, type, format } = change
    return { name, type, ...(format !== undefined && { format }) }
  })
  const fault = columnsFault(wanted.map(({ name }) => name))
  if (fault !== null) throw new MessageError(422, { columns: [fault] })
  return wanted
}

const maxValues = 50

const readMisfits = async (path: string): Promise<ColumnsCheck['values']> => {
  const values: ColumnsCheck['values'] = []
  for await (const text of createInterface({ input: createReadStream(path) })) {
    if (values.length === maxValues) break
    const { line, cause } = JSON.parse(text) as RejectedLine
    if (cause.code === 'value') values.push({ row: line, column: cause.column, value: cause.value })
  }
  return values
}

/** A table file is a DuckDB file, which is read like one that was uploaded. */
const order = (generation: Generation, columns: FileColumn[]) => ({ path: generation.path, name: 'table.duckdb', columns })

/** Reads the whole table with new types, without changing it. @throws MessageError 422 */
export const checkColumns = async (write: DatasetWrite, id: number, asked: NewColumns): Promise<ColumnsCheck> => {
  const { ctx, signal } = write
  const kept = await requireKept(write, id)
  const wanted = wantedColumns(kept, asked.columns)
  const uploads = join(ctx.config.dataDir, 'uploads')
  await mkdir(uploads, { recursive: true })
  // Like the files of uploads, it is removed after a day if this process is killed.
  const folder = await mkdtemp(join(uploads, 'check-'))
  try {
    const rejects = join(folder, 'rejects.ndjson')
    const task = { ...order(kept.generation, wanted), options: { misfits: 'reject' as const }, target: join(folder, 'table'), rejects }
    const loaded = await loadFile(task, { signal })
    const physical = { dialect: duckdbDialect, columns: wanted.map(({ name, type }) => ({ name, type, nullable: true })) }
    return {
      rows: loaded.rejected,
      values: loaded.rejected > 0 ? await readMisfits(rejects) : [],
      changes: await changesAgainst(write, kept.stored, physical),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the next generation of the table with new names and types; renamed columns keep what the dataset says of them. @throws 403, 404, 409, 422 */
export const setColumns = async (write: DatasetWrite, id: number, asked: NewColumns): Promise<void> => {
  const { ctx, writer, signal } = write
  const kept = await requireKept(write, id)
  const { generation, columns } = kept
  const wanted = wantedColumns(kept, asked.columns)
  const { path: target, file } = await ctx.tableFiles.create()
  const rejects = `${target}.rejects`
  try {
    const loaded = await loadFile({ ...order(generation, wanted), options: { misfits: 'blank' }, target, rejects }, { signal })
    await publishTable(ctx, writer, {
      schema: generation.schema,
      table: generation.table,
      file,
      loaded,
      replace: true,
      former: generation.id,
      ...(generation.dataOn !== null && { dataOn: generation.dataOn }),
      renames: columns.flatMap(({ name: from }, i) => {
        const to = wanted[i]?.name ?? from
        return from === to ? [] : [{ from, to }]
      }),
    })
  } catch (error) {
    await ctx.tableFiles.remove(file)
    if (!(error instanceof TableChangedError)) throw error
    throw new MessageError(409, t('The table was changed meanwhile. Look at its columns again.'), { cause: error })
  } finally {
    await rm(rejects, { force: true })
  }
}
