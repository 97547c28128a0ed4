import { writeXlsxStream } from 'hucre/xlsx'
import { pythonFloat } from '#core/encoding/python-text.ts'
import type { Column, Table } from '#core/table.ts'
import type { Encoded } from './blocks.ts'
import { headerTexts } from './csv.ts'
import { formulasAreText } from './formulas.ts'
import { jsonText } from './json-text.ts'
import { timestampText } from './time-text.ts'

export type SheetCell = string | number | boolean | Date | null

/** Spreadsheets keep 15 digits; longer numbers are written as text. */
const largestNumber = 1e15

const formula = /^[=+\-@]/
export const sheetText = (value: string): string => (formulasAreText() && formula.test(value) ? `'${value}` : value)

/** The calendar of a spreadsheet begins on 1900-01-01 and knows no zones. */
const firstDayMs = Date.UTC(1900, 0, 1)

/** The cells of a column by row: what would be a formula is text. */
export const sheetCells = (column: Column): ((row: number) => SheetCell) => {
  switch (column.type) {
    case 'string': {
      const { values } = column
      return (row) => (values[row] ? sheetText(values[row] ?? '') : null)
    }
    case 'boolean': {
      const { values } = column
      return (row) => values[row] ?? null
    }
    case 'json': {
      const { values } = column
      return (row) => (values[row] === null || values[row] === undefined ? null : sheetText(jsonText(values[row])))
    }
    case 'instant': {
      const { values } = column
      return (row) => (Number.isFinite(values[row]) ? `${timestampText(values[row] ?? NaN, 'shortest')}+00:00` : null)
    }
    case 'date':
    case 'timestamp': {
      const { values, type } = column
      return (row) => {
        const ms = values[row] ?? NaN
        if (!Number.isFinite(ms)) return null
        return ms < firstDayMs ? timestampText(ms, type === 'date' ? 'day' : 'shortest') : new Date(ms)
      }
    }
    default: {
      const { values, exact, type } = column
      const digits = type === 'float' ? pythonFloat : String
      return (row) => {
        const value = values[row] ?? NaN
        if (!Number.isFinite(value)) return null
        return Math.abs(value) > largestNumber ? sheetText(exact?.[row] ?? digits(value)) : value
      }
    }
  }
}

/** One sheet with a header row; the file is built row by row, so that memory holds its compressed parts only. */
export const encodeXlsx = async (table: Table, maxBytes: number, header?: Record<string, string>): Promise<Encoded> => {
  const cells = table.columns.map(sheetCells)
  const names = headerTexts(
    table.columns.map((column) => column.name),
    header,
  )
  const bytes: Uint8Array[] = []
  let written = 0
  let size = 0
  function* rows(): Generator<SheetCell[]> {
    yield names.map(sheetText)
    for (let row = 0; row < table.rowCount; row++) {
      if (size > maxBytes) return
      written++
      yield cells.map((cell) => cell(row))
    }
  }
  for await (const part of writeXlsxStream(rows(), { name: 'Sheet1' })) {
    bytes.push(part)
    size += part.byteLength
  }
  return { bytes, rowCount: written, truncated: written < table.rowCount }
}
