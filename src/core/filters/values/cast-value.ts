const integerTypes = new Set(['TINYINT', 'SMALLINT', 'INT', 'INTEGER', 'BIGINT', 'LONG'])
const floatTypes = new Set(['FLOAT', 'DOUBLE', 'REAL', 'NUMERIC', 'DECIMAL', 'MONEY'])

type ValueKind = 'boolean' | 'integer' | 'float' | 'other'

/** `DECIMAL(10, 2)` is a float, `BIGINT` an integer. */
export const valueKindOf = (columnType: string | null | undefined): ValueKind => {
  const [name = ''] = (columnType ?? '').trim().toUpperCase().split(/[\s(]/)
  if (name === 'BOOL' || name === 'BOOLEAN') return 'boolean'
  if (integerTypes.has(name)) return 'integer'
  return floatTypes.has(name) ? 'float' : 'other'
}

const asBoolean = (value: unknown): boolean | null => {
  if (typeof value === 'boolean') return value
  if (/^(true|t|yes|1)$/i.test(String(value))) return true
  return /^(false|f|no|0)$/i.test(String(value)) ? false : null
}

/** Numbers that lose digits stay text: the server reads them exactly. */
const asNumber = (value: unknown, truncates: boolean): number | string | null => {
  const text = String(value).trim()
  const number = text === '' || typeof value === 'boolean' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) return null
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return /^[+-]?\d+$/.test(text) ? text : number
  return truncates ? Math.trunc(number) : number
}

/** A value of a filter as the type of its column has it; null where it is no such value. */
export const castValue = (value: unknown, columnType: string | null | undefined): unknown => {
  if (value === null || value === undefined) return null
  const kind = valueKindOf(columnType)
  if (kind === 'boolean') return asBoolean(value)
  return kind === 'other' ? value : asNumber(value, kind === 'integer')
}
