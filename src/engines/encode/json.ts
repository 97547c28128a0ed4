import { isTemporal, type Column, type Table, type TimeType } from '#core/table.ts'
import { encodeRows } from './blocks.ts'
import type { Encoded, RowText } from './blocks.ts'
import { dateText, timestampText } from './time-text.ts'

/** From here on digits without an exponent would look as if all of them were meant. */
const exponentFrom = 1e16

const numberText = (value: number, isFloat: boolean): string => {
  if (!Number.isFinite(value)) return 'null'
  if (isFloat && Math.abs(value) >= exponentFrom) return value.toExponential()
  return value === 0 && Object.is(value, -0) ? '-0.0' : String(value)
}

/** `2020-01-31`, `2020-01-31T23:59:59`, and with a zone for a point in time. */
const isoText = (ms: number, type: TimeType): string => {
  if (type === 'date') return dateText(ms)
  return `${timestampText(ms, 'shortest').replace(' ', 'T')}${type === 'instant' ? '+00:00' : ''}`
}

const cellText = (column: Column, times: 'epoch' | 'iso'): RowText => {
  if (times === 'iso' && isTemporal(column)) {
    const { values, type } = column
    return (row) => {
      const ms = values[row] ?? NaN
      return Number.isFinite(ms) ? `"${isoText(ms, type)}"` : 'null'
    }
  }
  switch (column.type) {
    case 'string': {
      const { values } = column
      return (row) => JSON.stringify(values[row] ?? null)
    }
    case 'boolean': {
      const { values } = column
      return (row) => String(values[row] ?? null)
    }
    case 'json': {
      const { values } = column
      return (row) => JSON.stringify(values[row] ?? null)
    }
    default: {
      const { values, exact, type } = column
      const isFloat = type === 'float'
      if (exact) return (row) => exact[row] ?? numberText(values[row] ?? NaN, isFloat)
      return (row) => numberText(values[row] ?? NaN, isFloat)
    }
  }
}

/** One row object as JSON: all digits of big integers and decimals, times as epoch milliseconds or ISO texts, missing and infinite as null. */
export const jsonRow = (columns: Column[], times: 'epoch' | 'iso' = 'epoch'): RowText => {
  const keys = columns.map((column, i) => `${i ? ',' : '{'}${JSON.stringify(column.name)}:`)
  const cells = columns.map((column) => cellText(column, times))
  return (row) => {
    let text = ''
    for (let i = 0; i < cells.length; i++) text += (keys[i] ?? '') + (cells[i]?.(row) ?? '')
    return text ? `${text}}` : '{}'
  }
}

const bracket = { open: Buffer.from('['), close: Buffer.from(']') }

/** The table as a JSON array of row objects. */
export const encodeJson = async (table: Table, maxBytes: number, times?: 'epoch' | 'iso'): Promise<Encoded> => {
  const rows = await encodeRows(table.rowCount, jsonRow(table.columns, times), { separator: ',', maxBytes: maxBytes - 2 })
  return { ...rows, bytes: [bracket.open, ...rows.bytes, bracket.close] }
}
