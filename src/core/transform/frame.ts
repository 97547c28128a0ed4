import type { Column, ColumnType, Json, Table } from '../table.ts'

/** One part of a column's name; times are naive epoch ms, told from numbers by the level's type. */
export type Label = string | number | boolean | null

export type Level = { name: string | null; type: ColumnType }

/** A column under its name of one part per level; `data.name` has no meaning here. */
export type FrameColumn = { path: Label[]; data: Column }

/**
 * A table between two operations. After a pivot the column names have several levels and the rows have labels of their own
 * (`index`); without them a row is known by its number, counted from `firstRow`.
 */
export type Frame = {
  rowCount: number
  levels: Level[]
  columns: FrameColumn[]
  index: IndexColumn[]
  firstRow: number
}

/** Labels of the rows. An index without a name is what is left of row numbers after rows were moved. */
export type IndexColumn = { name: string | null; data: Column }

export const flatLevel: Level = { name: null, type: 'string' }

export const frameOf = (table: Table): Frame => ({
  rowCount: table.rowCount,
  levels: [flatLevel],
  columns: table.columns.map((data) => ({ path: [data.name], data })),
  index: [],
  firstRow: 0,
})

export const isFlat = (frame: Frame): boolean => frame.levels.length === 1

/** The columns whose name begins with `name`: one in a flat frame, a family after a pivot. */
export const columnsNamed = (frame: Frame, name: string): FrameColumn[] => frame.columns.filter((column) => column.path[0] === name)

export const hasColumn = (frame: Frame, name: string): boolean => frame.columns.some((column) => column.path[0] === name)

export const floatColumn = (values: Float64Array): Column => ({ name: '', type: 'float', values })

const gatherColumn = (column: Column, rows: ArrayLike<number>): Column => {
  const pick = <T>(values: ArrayLike<T>): T[] => Array.from({ length: rows.length }, (_, i) => values[rows[i] ?? 0] as T)
  if (column.type === 'string') return { ...column, values: pick(column.values) }
  if (column.type === 'boolean') return { ...column, values: pick(column.values) }
  if (column.type === 'json') return { ...column, values: pick(column.values) }
  const values = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) values[i] = column.values[rows[i] ?? 0] ?? NaN
  return { ...column, values, ...(column.exact && { exact: pick(column.exact) }) }
}

/** The given rows of a column in the given order. */
export const gather = gatherColumn

/** The given rows in the given order; row numbers become an index unless the order is kept from the start. */
export const takeRows = (frame: Frame, rows: Uint32Array): Frame => {
  const inOrder = rows.length === frame.rowCount && rows.every((row, i) => row === i)
  if (inOrder) return frame
  return {
    ...frame,
    rowCount: rows.length,
    columns: frame.columns.map(({ path, data }) => ({ path, data: gather(data, rows) })),
    index: indexColumns(frame).map(({ name, data }) => ({ name, data: gather(data, rows) })),
  }
}

/** All rows from `start` on; row numbers go on from there. */
export const dropFirstRows = (frame: Frame, start: number): Frame => {
  if (start <= 0) return frame
  const rows = Uint32Array.from({ length: Math.max(0, frame.rowCount - start) }, (_, i) => i + start)
  const rest = takeRows(frame, rows)
  return frame.index.length ? rest : { ...rest, index: [], firstRow: frame.firstRow + Math.min(start, frame.rowCount) }
}

/** The index as columns, row numbers included. */
export const indexColumns = (frame: Frame): IndexColumn[] => {
  if (frame.index.length) return frame.index
  const values = Float64Array.from({ length: frame.rowCount }, (_, i) => i + frame.firstRow)
  return [{ name: null, data: { name: '', type: 'integer', values } }]
}

/** Numbers of a column as a Float64Array with NaN for missing; undefined when the column holds no numbers. */
export const numbersOf = (column: Column): Float64Array | undefined => {
  if (column.type === 'string' || column.type === 'json') return undefined
  if (column.type !== 'boolean') return column.values
  return Float64Array.from(column.values, (value) => (value === null ? NaN : Number(value)))
}

/** Whether a column counts as numeric for arithmetic: times and booleans do not. */
export const isNumber = (column: Column): boolean => column.type === 'integer' || column.type === 'float' || column.type === 'decimal'

export const isMissing = (column: Column, row: number): boolean => {
  const value = column.values[row]
  return value === null || value === undefined || Number.isNaN(value)
}

/** A cell as a label; null for a missing one. */
export const labelAt = (column: Column, row: number): Label => {
  const value: Json | undefined = column.values[row]
  if (value === null || value === undefined || Number.isNaN(value)) return null
  return typeof value === 'object' ? JSON.stringify(value) : value
}
