import { ownValue } from '#core/encoding/own-keys.ts'
import type { Column, Table } from '#core/table.ts'
import { encodeRows } from './blocks.ts'
import type { Encoded, RowText } from './blocks.ts'
import { formulasAreText } from './formulas.ts'
import { jsonText } from './json-text.ts'
import { columnPrecision, dateText, timestampText } from './time-text.ts'
import type { TimePrecision } from './time-text.ts'

/** What a spreadsheet would run as a formula, and the negative numbers that it would not. */
const formula = /^(?:""|\s+)?[-@+|=%]/
const negativeNumber = /^-[\d.]+$/
const needsQuotes = /[",\n\r]/

/** A text cell: formulas are escaped with a leading apostrophe, then quoted where necessary. */
export const csvText = (value: string): string => {
  const safe = formulasAreText() && formula.test(value) && !negativeNumber.test(value) ? `'${value.replaceAll('|', '\\|')}` : value
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const numberText = (value: number): string => {
  if (!Number.isFinite(value)) return ''
  return value === 0 && Object.is(value, -0) ? '-0.0' : String(value)
}

const timeCell = (column: Column & { values: Float64Array }, precision: TimePrecision): RowText => {
  const { values, type } = column
  if (type === 'date') return (row) => (Number.isFinite(values[row]) ? dateText(values[row] ?? NaN) : '')
  if (type === 'instant') return (row) => (Number.isFinite(values[row]) ? `${timestampText(values[row] ?? NaN, 'shortest')}+00:00` : '')
  return (row) => (Number.isFinite(values[row]) ? timestampText(values[row] ?? NaN, precision) : '')
}

const cellText = (column: Column, precision: TimePrecision | 'column'): RowText => {
  switch (column.type) {
    case 'string': {
      const { values } = column
      return (row) => csvText(values[row] ?? '')
    }
    case 'boolean': {
      const { values } = column
      return (row) => (values[row] === true ? 'True' : values[row] === false ? 'False' : '')
    }
    case 'json': {
      const { values } = column
      return (row) => (values[row] === null || values[row] === undefined ? '' : csvText(jsonText(values[row])))
    }
    case 'date':
    case 'timestamp':
    case 'instant':
      return timeCell(column, precision === 'column' ? columnPrecision(column.values) : precision)
    default: {
      const { values, exact } = column
      return (row) => exact?.[row] ?? numberText(values[row] ?? NaN)
    }
  }
}

/** A line per row, with its line end. `column` precision writes the times of one column alike. */
export const csvRow = (columns: Column[], precision: TimePrecision | 'column'): RowText => {
  const cells = columns.map((column) => cellText(column, precision))
  if (cells.length === 1) return (row) => `${cells[0]?.(row) || '""'}\n`
  return (row) => {
    let text = ''
    for (let i = 0; i < cells.length; i++) text += i ? `,${cells[i]?.(row)}` : cells[i]?.(row)
    return `${text}\n`
  }
}

/** Labels, or the header texts given for them. */
export const headerTexts = (names: string[], header: Record<string, string> = {}): string[] =>
  names.map((name) => ownValue(header, name) ?? name)

export const csvHeader = (names: string[], header?: Record<string, string>): Uint8Array =>
  Buffer.from(`${headerTexts(names, header).map(csvText).join(',')}\n`)

/** UTF-8 without byte order mark, lines ended by a line feed. */
export const encodeCsv = async (table: Table, maxBytes: number, header?: Record<string, string>): Promise<Encoded> => {
  const head = csvHeader(
    table.columns.map((column) => column.name),
    header,
  )
  const rows = await encodeRows(table.rowCount, csvRow(table.columns, 'column'), { maxBytes: maxBytes - head.length })
  return { ...rows, bytes: [head, ...rows.bytes] }
}
