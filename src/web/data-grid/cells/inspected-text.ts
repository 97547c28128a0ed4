import { cell, isNumeric, isTemporal, type Column } from '#core/table.ts'
import { exactText } from './exact-text.ts'

/** Characters of a value that are drawn; browsers lay out longer texts slowly. */
export const maxShown = 200_000

/** Texts that are longer are not parsed, which would block the page. */
const maxParsed = 10_000_000

const asJson = (text: string): string | null => {
  if (text.length > maxParsed || !/^\s*[{[]/.test(text)) return null
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}

/**
 * A value as it is inspected: JSON, also that in a text, in lines; all digits of a number; a time as the engine
 * wrote it or else as the table writes it.
 */
export const inspectedText = (column: Column, row: number, shown: string): { whole: string; isJson: boolean } => {
  const value = cell(column, row)
  if (typeof value === 'object' && value !== null) return { whole: JSON.stringify(value, null, 2), isJson: true }
  if (typeof value === 'string') {
    const json = asJson(value)
    return json === null ? { whole: value, isJson: false } : { whole: json, isJson: true }
  }
  const isExact = isNumeric(column) || (isTemporal(column) && column.written !== undefined)
  return { whole: (isExact ? exactText(column, row) : null) ?? shown, isJson: false }
}
