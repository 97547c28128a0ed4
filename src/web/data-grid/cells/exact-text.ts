import { cell, isNumeric, isTemporal, type Column } from '#core/table.ts'

/** Epoch milliseconds as an ISO text, without a time where it is a date. */
const isoText = (column: Column, value: number): string => {
  const text = new Date(value).toISOString()
  return column.type === 'date' ? text.slice(0, 10) : text
}

/** A value as text, with nothing rounded: all digits of numbers, times as the engine wrote them or in ISO form, JSON of nested values. */
export const exactText = (column: Column, row: number): string | null => {
  const value = cell(column, row)
  if (value === null) return null
  if (isNumeric(column)) return column.exact?.[row] ?? String(value)
  if (isTemporal(column)) return column.written?.[row] ?? (typeof value === 'number' ? isoText(column, value) : String(value))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
