import type { ResultColumn } from '#api/sqllab.ts'
import { fromRows, isTemporal, type Table } from '#core/table.ts'

const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/
const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/

/** Epoch milliseconds of a time of the answer; NaN for a text that is none. One without a zone counts as UTC. */
const epochOf = (text: string): number =>
  isoTime.test(text) ? Date.parse(text.length > 10 && !hasZone.test(text) ? `${text.replace(' ', 'T')}Z` : text) : Number.NaN

/** A stored result as the table that the grid shows. A time column with values that are no ISO times is shown as text. */
export const resultTable = (columns: readonly ResultColumn[], data: Record<string, unknown>[]): Table => {
  const isTime = ({ column_name: name, type_generic: type }: ResultColumn) =>
    type === 2 && data.every((row) => typeof row[name] !== 'string' || !Number.isNaN(epochOf(row[name])))
  const times = columns.filter(isTime).map(({ column_name: name }) => name)
  const rows = times.length === 0 ? data : data.map((row) => ({ ...row, ...epochs(row, times) }))
  const names = columns.map(({ column_name: name }) => name)
  const types = columns.map((column) => (column.type_generic === 2 && !times.includes(column.column_name) ? 1 : column.type_generic))
  const table = fromRows(names, types, rows)
  const columnsWith = table.columns.map((column) =>
    isTemporal(column) ? { ...column, written: data.map((row) => writtenTime(row[column.name])) } : column,
  )
  return { ...table, columns: columnsWith }
}

/** As SQL writes it: a space between date and time. */
const writtenTime = (value: unknown): string | null => (typeof value === 'string' ? value.replace('T', ' ') : null)

/** The columns that hold times, whose values are shown as the engine wrote them. */
export const timeColumns = ({ columns }: Table): ReadonlySet<string> => new Set(columns.filter(isTemporal).map(({ name }) => name))

const epochs = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, typeof row[name] === 'string' ? epochOf(row[name]) : row[name]]))
