import duckdb from '@duckdb/node-bindings'
import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  TIMESTAMP,
  TIMESTAMPTZ,
  VARCHAR,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'
import type { Column, ColumnType, NumberColumn } from '#core/table.ts'
import { doubleQuoted } from '../shared/sql-text.ts'

const rowsPerChunk = 2_048
const dayMs = 86_400_000

type Filled = { type: DuckDBType; valueOf(value: unknown, exact: string | null | undefined): DuckDBValue }

const micros = (value: unknown): bigint => BigInt(Math.round(Number(value) * 1_000))

/** Decimals arrive as texts, whose digits say what type they need. */
const fillings: Record<ColumnType, Filled> = {
  integer: { type: BIGINT, valueOf: (value, exact) => BigInt(exact ?? Number(value)) },
  float: { type: DOUBLE, valueOf: (value) => Number(value) },
  decimal: { type: VARCHAR, valueOf: (value, exact) => exact ?? String(value) },
  boolean: { type: BOOLEAN, valueOf: (value) => Boolean(value) },
  string: { type: VARCHAR, valueOf: String },
  json: { type: VARCHAR, valueOf: (value) => (typeof value === 'string' ? value : JSON.stringify(value)) },
  date: { type: DATE, valueOf: (value) => new DuckDBDateValue(Math.round(Number(value) / dayMs)) },
  timestamp: { type: TIMESTAMP, valueOf: (value) => new DuckDBTimestampValue(micros(value)) },
  instant: { type: TIMESTAMPTZ, valueOf: (value) => new DuckDBTimestampTZValue(micros(value)) },
}

const exactOf = (column: Column): NumberColumn['exact'] => ('exact' in column ? column.exact : undefined)

/** The values of a column as they are written, a column of other values than the first block's as its texts. */
const cellsOf = (column: Column, type: ColumnType, { from, to }: { from: number; to: number }): DuckDBValue[] => {
  const isMissing = (value: unknown) => value === null || value === undefined || Number.isNaN(value)
  const exact = exactOf(column)
  const { valueOf } = fillings[type]
  return Array.from({ length: to - from }, (_, i) => {
    const value: unknown = column.values[from + i]
    return isMissing(value) && !exact?.[from + i] ? null : valueOf(value, exact?.[from + i])
  })
}

const digits = /^-?(\d+)(?:\.(\d+))?$/

/** The digits of decimals before and behind the point; null once a value is no plain number. */
type Width = { whole: number; fraction: number } | null

const widened = (width: Width, values: readonly DuckDBValue[]): Width => {
  let { whole, fraction } = width ?? { whole: 0, fraction: 0 }
  for (const value of width ? values : []) {
    if (value === null) continue
    const found = digits.exec(String(value))
    if (!found) return null
    whole = Math.max(whole, found[1]?.length ?? 0)
    fraction = Math.max(fraction, found[2]?.length ?? 0)
  }
  return width && { whole, fraction }
}

const maxDigits = 38

const decimalType = (width: Width): string =>
  width && width.whole + width.fraction <= maxDigits ? `DECIMAL(${maxDigits}, ${width.fraction})` : 'DOUBLE'

/**
 * Fills a temporary table with rows of another database; decimals keep their digits. Returns the number of rows.
 * The table is a view on the rows as they were written, so that the types of decimals are known from all of them.
 */
export const loadRows = async (connection: duckdb.Connection, table: string, blocks: AsyncIterable<Column[]>): Promise<number> => {
  const rowsTable = `${table} rows`
  let types: ColumnType[] = []
  let names: string[] = []
  let widths: Width[] = []
  let appender: duckdb.Appender | undefined
  let chunk: DuckDBDataChunk | undefined
  let count = 0
  const start = async (columns: Column[]) => {
    types = columns.map(({ type }) => type)
    names = columns.map(({ name }) => name)
    widths = types.map((type) => (type === 'decimal' ? { whole: 1, fraction: 0 } : null))
    const listed = names.map((name, i) => `${doubleQuoted(name)} ${String(fillings[types[i] ?? 'string'].type)}`)
    await duckdb.query(connection, `CREATE TEMP TABLE ${doubleQuoted(rowsTable)} (${listed.join(', ')})`)
    appender = duckdb.appender_create_ext(connection, 'temp', 'main', rowsTable)
    chunk = DuckDBDataChunk.create(types.map((type) => fillings[type].type))
  }
  for await (const columns of blocks) {
    if (!appender) await start(columns)
    const rowCount = columns[0]?.values.length ?? 0
    for (let from = 0; from < rowCount; from += rowsPerChunk) {
      const to = Math.min(rowCount, from + rowsPerChunk)
      const cells = columns.map((column, i) => cellsOf(column, types[i] ?? 'string', { from, to }))
      widths = widths.map((width, i) => widened(width, cells[i] ?? []))
      chunk?.reset()
      chunk?.setColumns(cells)
      if (appender && chunk) duckdb.append_data_chunk(appender, chunk.chunk)
    }
    count += rowCount
  }
  if (appender) duckdb.appender_close_sync(appender)
  const outputs = names.map((name, i) => {
    const quoted = doubleQuoted(name)
    return types[i] === 'decimal' ? `CAST(${quoted} AS ${decimalType(widths[i] ?? null)}) AS ${quoted}` : quoted
  })
  await duckdb.query(connection, `CREATE TEMP VIEW ${doubleQuoted(table)} AS SELECT ${outputs.join(', ')} FROM ${doubleQuoted(rowsTable)}`)
  return count
}
