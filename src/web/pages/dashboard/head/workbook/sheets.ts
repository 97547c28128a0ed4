import type { CellValue, WriteSheet } from 'hucre/xlsx'
import { cell, type Column, type Table } from '#core/table.ts'

/** Excel's limit for the name of a sheet. */
const maxNameLength = 31

/** Spreadsheets keep 15 digits; longer numbers are written as text. */
const largestNumber = 1e15

/** The calendar of a spreadsheet begins on 1900-01-01 and knows no zones. */
const firstDayMs = Date.UTC(1900, 0, 1)

/** A text that begins like a formula must not become one. */
const textCell = (text: string): string => (/^[=+\-@]/.test(text) ? `'${text}` : text)

const cellOf = (column: Column, row: number): CellValue => {
  const value = cell(column, row)
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') {
    if (column.type === 'instant' || ((column.type === 'date' || column.type === 'timestamp') && value < firstDayMs))
      return new Date(value).toISOString()
    if (column.type === 'date' || column.type === 'timestamp') return new Date(value)
    if (Math.abs(value) <= largestNumber) return value
    return textCell(('exact' in column && column.exact?.[row]) || String(value))
  }
  return textCell(typeof value === 'string' ? value : JSON.stringify(value))
}

const rowsOf = ({ columns, rowCount }: Table): CellValue[][] => [
  columns.map(({ name }) => textCell(name)),
  ...Array.from({ length: rowCount }, (_, row) => columns.map((column) => cellOf(column, row))),
]

/** Names that Excel accepts, each only once: `Sales`, `Sales 2`, … */
export const sheetNames = (names: readonly string[]): string[] => {
  const used = new Set<string>()
  return names.map((name) => {
    const plain =
      name
        .replaceAll(/[[\]:*?/\\]/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/^'+|'+$/g, '')
        .trim() || 'Chart'
    for (let count = 1; ; count++) {
      const suffix = count === 1 ? '' : ` ${count}`
      const candidate = `${plain.slice(0, maxNameLength - suffix.length).trimEnd()}${suffix}`
      if (used.has(candidate.toLowerCase())) continue
      used.add(candidate.toLowerCase())
      return candidate
    }
  })
}

/** The tables of a chart, or why they could not be read. */
export type ChartTables = { name: string; tables: readonly Table[]; fault?: string }

/** One sheet for each table of each chart. */
export const sheetsOf = (charts: readonly ChartTables[]): WriteSheet[] => {
  const parts = charts.flatMap(({ name, tables, fault }) =>
    fault === undefined ? tables.map((table) => ({ name, rows: rowsOf(table) })) : [{ name, rows: [[textCell(fault)]] }],
  )
  const names = sheetNames(parts.map(({ name }) => name))
  return parts.map(({ rows }, i) => ({ name: names[i] ?? '', rows }))
}
