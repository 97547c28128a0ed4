import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { MessageError } from '#core/errors.ts'
import { numberFormatter } from '#core/format/number.ts'
import { csvColumns, loadCsv, previewCsv, type Progress } from './csv/csv.ts'
import { excelHeads, excelRows } from './excel.ts'
import {
  brokenJsonLines,
  duckdbRelation,
  detectFileKind,
  isCutList,
  jsonRelation,
  parquetRelation,
  sqliteRows,
  type Rows,
} from './file-kinds.ts'
import { loadRelation, previewRelation } from './relation.ts'
import { createRowNumbers, type RowNumbers } from './row-numbers.ts'
import { reshape } from './shape.ts'
import type { FileHeads, IngestLimits, IngestTask, Loaded, Preview, ReadOptions, RejectedLine } from './task.ts'

type Task<K extends IngestTask['kind']> = Extract<IngestTask, { kind: K }>
type FileTask = Task<'preview' | 'load'>

const csvCell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return `"\\x${Buffer.from(value).toString('hex')}"`
  return `"${String(value).replaceAll('"', '""')}"`
}

const lineEnds = (text: string): number => text.split('\n').length - 1

/** Writes rows of a workbook or SQLite table as delimited text without loss; returns the mapping from lines to rows. */
const writeRows = async ({ columns, rows }: Rows, path: string, most: { first?: number; limits?: IngestLimits }): Promise<RowNumbers> => {
  const { first = Infinity, limits } = most
  const output = createWriteStream(path)
  const head = `${columns.map(csvCell).join(',')}\n`
  output.write(head)
  const { note, rowOf } = createRowNumbers()
  let at = 1 + lineEnds(head)
  let count = 0
  let bytes = 0
  for await (const { number, values } of rows) {
    if (count++ >= first) break
    const line = `${values.map(csvCell).join(',')}\n`
    note(at, number)
    at += lineEnds(line)
    bytes += Buffer.byteLength(line)
    if (limits) requireWithin(limits, { rows: count, bytes })
    if (!output.write(line)) await once(output, 'drain')
  }
  output.end()
  await once(output, 'finish')
  return rowOf
}

const requireWithin = (limits: IngestLimits, { rows, bytes }: Pick<IngestLimits, 'rows' | 'bytes'>): void => {
  if (rows > limits.rows) throw new MessageError(422, `The table has more than ${limits.rows.toLocaleString('en')} rows`)
  if (bytes > limits.bytes) throw new MessageError(422, `The table has more than ${numberFormatter('MEMORY_DECIMAL')(limits.bytes)}`)
}

/** Options for text that we generated from rows: only the user's options about values apply. */
const generatedOptions = ({ misfits, dayFirst, strict }: ReadOptions): ReadOptions => ({
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  header: true,
  decimal: '.',
  ...(strict && { strict }),
  ...(misfits && { misfits }),
  ...(dayFirst && { dayFirst }),
})

const rowsOfFile = (kind: 'excel' | 'sqlite', task: FileTask): Promise<Rows> | Rows =>
  kind === 'excel' ? excelRows(task.path, task.options) : sqliteRows(task.path, task.options)

/** Previews a file. `folder` is for temporary files; the caller removes it. */
export const preview = async (task: Task<'preview'>, folder: string): Promise<Preview> => {
  const kind = await detectFileKind(task.path, task.name)
  if (kind === 'csv') return previewCsv(task, folder)
  if (kind === 'excel' || kind === 'sqlite') {
    const rows = await rowsOfFile(kind, task)
    const path = `${folder}/rows.csv`
    const rowOf = await writeRows(rows, path, { first: 50_000 })
    const found = await previewCsv({ ...task, path, options: generatedOptions(task.options) }, folder, rowOf)
    const { misfits } = found.options
    return { ...found, kind, options: { table: rows.table, ...(misfits && { misfits }) }, tables: rows.tables }
  }
  if (kind === 'parquet') return previewRelation(parquetRelation(task.path), task)
  if (kind === 'duckdb') return previewRelation(await duckdbRelation(task.path, task.options), task)
  return readableJson(
    task,
    folder,
    (path) => previewRelation(jsonRelation(path, { sampled: true }), task),
    async (broken, path) => {
      const found = await previewRelation(jsonRelation(path, { sampled: true }), task)
      const { count, first, columns } = found.rejected
      return { ...found, rejected: { count: count + broken.length, first: [...broken, ...first].slice(0, 20), columns } }
    },
  )
}

/** The column names of a file, per sheet; none for an empty sheet. */
export const heads = async (task: Task<'heads'>, folder: string): Promise<FileHeads> => {
  const kind = await detectFileKind(task.path, task.name)
  if (kind === 'csv') return { kind, tables: [{ table: null, columns: await csvColumns(task, folder) }] }
  if (kind === 'excel') return { kind, tables: await excelHeads(task.path, task.options) }
  const { columns } = await preview({ ...task, kind: 'preview' }, folder)
  return { kind, tables: [{ table: null, columns: columns.map(({ name }) => name) }] }
}

type LoadScope = { folder: string; limits: IngestLimits; progress: Progress }

/** Loads a file into the task's table file. */
export const load = async (task: Task<'load'>, scope: LoadScope): Promise<Loaded> => {
  const { shape = {}, former, target } = task
  const { folder } = scope
  if (shape.columns === undefined && shape.limit === undefined && former === undefined) return loadAll(task, scope)
  const source = `${folder}/loaded.duckdb`
  const loaded = await loadAll({ ...task, target: source }, scope)
  return reshape({ loaded, source, target, shape, former })
}

const loadAll = async (task: Task<'load'>, { folder, limits, progress }: LoadScope): Promise<Loaded> => {
  const kind = await detectFileKind(task.path, task.name)
  if (kind !== 'csv') await writeFile(task.rejects, '')
  if (kind === 'csv') return loadCsv(task, { folder, progress })
  if (kind === 'excel' || kind === 'sqlite') {
    progress(null, 'reading')
    const path = `${folder}/rows.csv`
    const rowOf = await writeRows(await rowsOfFile(kind, task), path, { limits })
    return loadCsv({ ...task, path, options: generatedOptions(task.options) }, { folder, progress, rowOf })
  }
  progress(null, 'loading')
  if (kind === 'parquet') return loadRelation(parquetRelation(task.path), task)
  if (kind === 'duckdb') return loadRelation(await duckdbRelation(task.path, task.options), task)
  return readableJson(
    task,
    folder,
    (path) => loadRelation(jsonRelation(path, { sampled: false }), task),
    async (broken, path) => {
      const loaded = await loadRelation(jsonRelation(path, { sampled: false }), task)
      await appendFile(task.rejects, broken.map((line) => `${JSON.stringify(line)}\n`).join(''))
      return { ...loaded, rejected: loaded.rejected + broken.length }
    },
  )
}

/** Reads JSON; if newline-delimited JSON has invalid lines, without those. */
const readableJson = async <T>(
  task: FileTask,
  folder: string,
  whole: (path: string) => Promise<T>,
  without: (broken: RejectedLine[], path: string) => Promise<T>,
): Promise<T> => {
  if (await isCutList(task.path)) throw new MessageError(422, 'The file is truncated: its array has no end')
  try {
    return await whole(task.path)
  } catch (error) {
    const broken: RejectedLine[] = []
    for await (const line of brokenJsonLines(task.path)) broken.push({ ...line, cause: { code: 'json' } })
    const path = `${folder}/clean.ndjson`
    const kept = await copyLinesWithout(task.path, path, new Set(broken.map(({ line }) => line)))
    if (kept === 0) throw error
    return without(broken, path)
  }
}

const copyLinesWithout = async (source: string, target: string, left: Set<number>): Promise<number> => {
  const output = createWriteStream(target)
  let line = 0
  let kept = 0
  for await (const text of createInterface({ input: createReadStream(source) })) {
    line++
    if (left.has(line) || text.trim() === '') continue
    kept++
    if (!output.write(`${text}\n`)) await once(output, 'drain')
  }
  output.end()
  await once(output, 'finish')
  return kept
}
