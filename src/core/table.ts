import { ExactDecimal } from './encoding/json/exact-decimal.ts'

/**
 * A result table: typed columns of equal length. This is the shape that engines produce, post-processing
 * transforms and charts draw.
 *
 * Numbers and times live in a Float64Array in which NaN means missing: an answer on the wire has null for both,
 * so nothing that a client sees can tell them apart. Integers beyond 2^53 and decimals keep their digits in `exact`.
 */
export type NumberType = 'integer' | 'float' | 'decimal'

/** `date` and `timestamp` have no zone (epoch milliseconds as if UTC); `instant` is a point in time. Fractions of a millisecond are kept. */
export type TimeType = 'date' | 'timestamp' | 'instant'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export type NumberColumn = {
  name: string
  type: NumberType | TimeType
  values: Float64Array
  /** Exact digits per row, where a double cannot hold them; null where `values` says it all. */
  exact?: (string | null)[]
  /** Times as the engine wrote them, where that is known. */
  written?: (string | null)[]
  /** Digits after the point of a decimal, where the engine reports them. */
  scale?: number
}

export type TextColumn = { name: string; type: 'string'; values: (string | null)[] }
export type BooleanColumn = { name: string; type: 'boolean'; values: (boolean | null)[] }
/** Nested or foreign values: lists, structs, JSON documents. */
export type JsonColumn = { name: string; type: 'json'; values: Json[] }

export type Column = NumberColumn | TextColumn | BooleanColumn | JsonColumn
export type ColumnType = Column['type']

export type Table = {
  columns: Column[]
  rowCount: number
  /** Output column → its parts (metric, then values of dimensions), for columns that post-processing made. */
  labelMap?: Record<string, string[]>
  /** Ends of the time filter that its query had, epoch ms; null where it is open. */
  timeRange?: readonly [from: number | null, to: number | null]
}

/** The numbers of `coltypes` on the wire (reference/query-object.md §8). */
export const genericType: Record<ColumnType, 0 | 1 | 2 | 3> = {
  integer: 0,
  float: 0,
  decimal: 0,
  string: 1,
  json: 1,
  date: 2,
  timestamp: 2,
  instant: 2,
  boolean: 3,
}

export const isNumeric = (column: Column): column is NumberColumn & { type: NumberType } => genericType[column.type] === 0

export const isTemporal = (column: Column): column is NumberColumn & { type: TimeType } => genericType[column.type] === 2

/** One cell as a plain value; NaN, infinities and missing are null. Times are epoch milliseconds. */
export const cell = (column: Column, row: number): Json => {
  const value = column.values[row]
  if (typeof value === 'number' && !Number.isFinite(value)) return null
  return value ?? null
}

export const findColumn = (table: Table, name: string): Column | undefined => table.columns.find((c) => c.name === name)

/** Rows as objects, for drawing and tests. Exact digits are not carried: use the encoders for the wire. */
export const toRows = (table: Table): Record<string, Json>[] =>
  Array.from({ length: table.rowCount }, (_, row) => Object.fromEntries(table.columns.map((c) => [c.name, cell(c, row)])))

/**
 * A table from an answer of chart data: `colnames`, `coltypes` and row objects.
 * A big integer arrives as bigint, a decimal that no double holds as ExactDecimal; both keep their digits in `exact`.
 */
export const fromRows = (
  colnames: string[],
  coltypes: number[],
  data: Record<string, unknown>[],
  labelMap?: Record<string, string[]>,
): Table => ({
  rowCount: data.length,
  columns: colnames.map((name, i) => columnFrom(name, coltypes[i] ?? 1, data)),
  ...(labelMap && { labelMap }),
})

const columnFrom = (name: string, coltype: number, data: Record<string, unknown>[]): Column => {
  if (coltype === 0 || coltype === 2) {
    const values = new Float64Array(data.length)
    let exact: (string | null)[] | undefined
    data.forEach((row, i) => {
      const value = row[name]
      values[i] = value === null || value === undefined ? NaN : Number(value)
      if (typeof value === 'bigint' || value instanceof ExactDecimal)
        (exact ??= Array.from({ length: data.length }, () => null))[i] = value.toString()
    })
    const type = coltype === 2 ? 'timestamp' : values.every((v) => Number.isNaN(v) || Number.isInteger(v)) ? 'integer' : 'float'
    return { name, type, values, ...(exact && { exact }) }
  }
  const values = data.map((row) => row[name] ?? null)
  if (coltype === 3) return { name, type: 'boolean', values: values.map((v) => (v === null ? null : Boolean(v))) }
  if (values.some((v) => typeof v === 'object' && v !== null)) return { name, type: 'json', values: values as Json[] }
  return { name, type: 'string', values: values.map((v) => (v === null ? null : String(v))) }
}
