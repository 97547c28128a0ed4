import type { Column, ColumnType } from '#core/table.ts'
import { numberColumn } from '../shared/text-columns.ts'
import { timeOfText } from '../shared/time-of-text.ts'
import { sqliteDialect } from './dialect.ts'

/** A value from SQLite, which has its own type regardless of its column's. */
export type Value = null | bigint | number | string | Uint8Array

const dateText = /^[+-]?\d{4,}-\d\d-\d\d$/
const timeText = /^[+-]?\d{4,}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?$/
const withZone = /\d(Z|[+-]\d\d(:?\d\d)?)$/

const textOf = (value: Value): string | null => {
  if (value === null || typeof value === 'string') return value
  return value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)
}

const numbers = (name: string, type: 'integer' | 'float' | 'decimal', values: Value[]): Column => {
  let exact: (string | null)[] | undefined
  const doubles = Float64Array.from(values, (value, row) => {
    const double = value === null ? NaN : Number(value)
    if (typeof value === 'bigint' && !Number.isSafeInteger(double)) {
      exact ??= []
      exact[row] = String(value)
    }
    return double
  })
  return numberColumn(name, type, { values: doubles, exact })
}

const texts = (name: string, values: Value[]): Column => ({ name, type: 'string', values: values.map(textOf) })

const times = (name: string, type: 'date' | 'timestamp' | 'instant', values: Value[]): Column => ({
  name,
  type,
  values: Float64Array.from(values, (value) => (value === null ? NaN : timeOfText(textOf(value) ?? ''))),
})

const isNumber = (value: Value) => value === null || typeof value === 'bigint' || typeof value === 'number'

/** An expression has no declared type: its values say what it is. Texts that are all times are times. */
const undeclared = (name: string, values: Value[]): Column => {
  const present = values.filter((value) => value !== null)
  if (present.length === 0) return texts(name, values)
  if (present.every(isNumber)) return numbers(name, present.every((value) => typeof value === 'bigint') ? 'integer' : 'float', values)
  if (present.every((value) => typeof value === 'string' && dateText.test(value))) return times(name, 'date', values)
  if (present.every((value) => typeof value === 'string' && (timeText.test(value) || dateText.test(value)))) {
    return times(name, present.some((value) => withZone.test(String(value).slice(10))) ? 'instant' : 'timestamp', values)
  }
  return texts(name, values)
}

const fits: Record<string, (value: Value) => boolean> = {
  boolean: (value) => value === null || value === 0n || value === 1n,
  string: (value) => value === null || typeof value === 'string',
  time: (value) => value === null || (typeof value === 'string' && (dateText.test(value) || timeText.test(value))),
}

/** The declared type of a column: from its table, or from the expression. */
export type ColumnTypes = { declared: string | null; known?: ColumnType | undefined }

/** One column of values, typed by what is said of it as long as the values bear it out. */
export const typedColumn = (name: string, { declared, known }: ColumnTypes, values: Value[]): Column => {
  const type = declared ? sqliteDialect.columnType(declared) : known
  if (!type || (!declared && type === 'string' && !values.every((value) => fits['string']?.(value)))) return undeclared(name, values)
  switch (type) {
    case 'boolean':
      if (!values.every((value) => fits['boolean']?.(value))) return undeclared(name, values)
      return { name, type, values: values.map((value) => (value === null ? null : value === 1n)) }
    case 'date':
    case 'timestamp':
    case 'instant':
      return values.every((value) => fits['time']?.(value)) ? times(name, type, values) : undeclared(name, values)
    case 'integer':
    case 'float':
    case 'decimal':
      return values.every(isNumber) ? numbers(name, type, values) : texts(name, values)
    default:
      return texts(name, values)
  }
}
