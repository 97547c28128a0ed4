import { ownValue } from '#core/encoding/own-keys.ts'
import { genericType } from '#core/table.ts'
import type { Column, Table } from '#core/table.ts'
import { resultOf, withRowLabels } from '#core/transform/result.ts'
import { transform } from '#core/transform/transform.ts'
import { joinOffsets } from '../../compile/offsets/join-offsets.ts'
import { moveTimes } from '../../compile/offsets/move-times.ts'
import { encodeCsv } from '../../encode/csv.ts'
import { encodeJson } from '../../encode/json.ts'
import { encodeXlsx } from '../../encode/xlsx.ts'
import type { Encoded } from '../../encode/blocks.ts'
import type { Connection, ColumnHead, Progress, StatementOptions } from '../../engine.ts'
import { distinctNames } from './distinct-names.ts'
import { engineTimeout } from '../protocol.ts'
import type { DataAnswer, DataJob, Timings } from '../protocol.ts'

type Context = {
  connection: Connection
  signal: AbortSignal
  report?: (progress: Progress) => void
}
type Answered = { answer: Omit<DataAnswer, 'bytes'>; body: Uint8Array[] }

/** The stopwatch of a job: `lap` returns the time since the previous lap. */
const stopwatch = () => {
  let last = performance.now()
  return () => {
    const now = performance.now()
    const lap = now - last
    last = now
    return lap
  }
}

const hasValue = (column: Column): boolean =>
  column.values instanceof Float64Array
    ? column.values.some(Number.isFinite)
    : column.values.some((value) => value !== null && value !== undefined)

const headOf = (column: Column): ColumnHead => ({ name: column.name, type: column.type, missing: !hasValue(column) })

/** Superset's types of the answer: a column without any value has the type that the dataset knows, or is text. */
const colTypes = (columns: ColumnHead[], hints: DataJob['hints'] = {}): DataAnswer['coltypes'] =>
  columns.map(({ name, type, missing }) => (missing ? (ownValue(hints, name) ?? 1) : genericType[type]))

const statement = (job: DataJob, signal: AbortSignal, rows = job.limits.rows): StatementOptions => ({
  signal,
  rowLimit: rows,
  readOnly: job.readOnly ?? true,
  yields: job.yields ?? false,
  catalog: job.catalog,
  schema: job.schema,
  timeoutMs: engineTimeout(job.limits),
  labels: job.labels,
  types: job.types,
})

const encoders: Record<DataJob['format'], (table: Table, job: DataJob) => Promise<Encoded>> = {
  json: (table, job) => encodeJson(table, job.limits.bytes, job.times),
  csv: (table, job) => encodeCsv(table, job.limits.bytes, job.header),
  xlsx: (table, job) => encodeXlsx(table, job.limits.bytes, job.header),
}

/** The main rows with those of the time offsets beside them, under names of their own; without main rows there is nothing to compare. */
const withOffsets = async (main: Table, job: DataJob, { connection, signal }: Context): Promise<Table> => {
  if (!job.offsets?.length || !main.rowCount) return main
  const parts = []
  for (const offset of job.offsets) {
    const { table } = await connection.query(offset.sql, statement(job, signal, offset.rows))
    parts.push({ statement: offset, table })
  }
  return joinOffsets(main, parts)
}

type Shaped = Pick<DataAnswer, 'coltypes' | 'indexnames' | 'labelMap'> & { table: Table }

/** The rows as operations take them: metrics are numbers, though one without any value has no type on some engines, and axes are times. */
const operands = (table: Table, { measures = [], axes = [] }: DataJob): Table => ({
  ...table,
  columns: table.columns.map((column): Column => {
    if (column.type === 'date' && axes.includes(column.name)) return { ...column, type: 'timestamp' }
    if (column.type !== 'string' || !measures.includes(column.name) || hasValue(column)) return column
    return { name: column.name, type: 'float', values: new Float64Array(table.rowCount).fill(NaN) }
  }),
})

const shaped = (table: Table, job: DataJob): Shaped => {
  if (!job.operations?.length || !table.rowCount) return { table, coltypes: colTypes(table.columns.map(headOf), job.hints) }
  const frame = transform(operands(table, job), job.operations)
  const result = resultOf(frame, job.hints)
  const numbered = frame.index.length === 0 && frame.firstRow === 0
  return {
    table: job.format === 'json' ? result.table : withRowLabels(result.table, frame),
    coltypes: result.coltypes,
    labelMap: result.label_map,
    ...(!numbered && { indexnames: result.indexnames }),
  }
}

/** Runs a statement and what belongs to it, post-processes and encodes the rows. */
export const runData = async (job: DataJob, context: Context): Promise<Answered> => {
  const { connection, signal, report } = context
  for (const sql of job.prepare ?? []) await connection.query(sql, { ...statement(job, signal, 1), isFollowed: true })
  const lap = stopwatch()
  const main = await connection.query(job.sql, { ...statement(job, signal), ...(report && { onProgress: report }) })
  const rows = job.distinctNames ? { ...main.table, columns: distinctNames(main.table.columns) } : main.table
  const joined = moveTimes(await withOffsets(rows, job, context), job.moves)
  const query = lap()
  const { table, ...rest } = shaped(joined, job)
  const transformed = lap()
  const encoded = await encoders[job.format](table, job)
  const timings: Timings = { queue: 0, connect: 0, query, transform: transformed, encode: lap() }
  return {
    answer: {
      colnames: table.columns.map((column) => column.name),
      ...rest,
      rowcount: encoded.rowCount,
      sqlRowcount: main.table.rowCount,
      truncated: main.truncated || encoded.truncated,
      nativeTypes: main.nativeTypes,
      timings,
      rowsScanned: main.rowsScanned,
    },
    body: encoded.bytes,
  }
}
