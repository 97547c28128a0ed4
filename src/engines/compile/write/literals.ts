import { strftime } from '#core/format/strftime.ts'
import { exactJson } from '#core/encoding/json/exact-json.ts'
import { clockTime, daysInMonth, inRange, isoText, wallOf } from '#core/time/civil.ts'
import { instantOf, type Moment } from '#core/time/moment.ts'
import { toInstant, toWall } from '#core/time/zone.ts'
import type { ColumnType } from '#core/table.ts'
import { trimmedEnd } from '#core/encoding/trimmed-end.ts'
import { t } from '#core/i18n/t.ts'
import type { Literal } from '../../dialect.ts'
import type { DatasetColumn } from '../dataset.ts'
import { QueryError } from '../query-error.ts'
import { isTimeType, typeOf, type Scope } from '../scope.ts'

const instantIso = (instant: number): string => `${isoText(instant)}+00:00`

/** A time as a literal for values of a type; null when the type is no time. */
export const timeLiteral = (moment: Moment, type: ColumnType | null, timezone: string): Literal | null => {
  if (type === 'date') return { type: 'date', value: isoText(moment.wall).slice(0, 10) }
  if (type === 'timestamp') return { type: 'timestamp', value: isoText(moment.wall) }
  if (type !== 'instant') return null
  return { type: 'instant', value: instantIso(moment.offset === undefined ? toInstant(moment.wall, timezone) : instantOf(moment)) }
}

/** A time as a literal that the column can be compared with: by its type, by its format, else as text. */
export const boundLiteral = (scope: Scope, moment: Moment, column: DatasetColumn | null, timezone: string): Literal => {
  const typed = timeLiteral(moment, column ? typeOf(scope, column) : 'timestamp', timezone)
  if (typed) return typed
  const format = column?.python_date_format
  if (format === 'epoch_s' || format === 'epoch_ms') {
    const instant = moment.offset === undefined ? toInstant(moment.wall, timezone) : instantOf(moment)
    return { type: 'number', value: String(Math.floor(format === 'epoch_s' ? instant / 1000 : instant)) }
  }
  // Where times are stored as text, they have whole seconds, and a longer text would not equal them.
  const usual = scope.dialect.holdsAnyType ? '%Y-%m-%d %H:%M:%S' : '%Y-%m-%d %H:%M:%S.%f'
  return { type: 'string', value: strftime(moment.wall, format ?? usual) }
}

/** Seconds since 1970 have fewer digits until the year 5138: a larger number is milliseconds, as answers show times. */
const beyondSeconds = 1e11

/** A number as a column of `epoch_s` holds it. */
export const storedEpoch = (value: unknown, column: DatasetColumn | null): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => storedEpoch(item, column))
  const isMilliseconds =
    column?.is_dttm && column.python_date_format === 'epoch_s' && typeof value === 'number' && Math.abs(value) >= beyondSeconds
  return isMilliseconds ? value / 1000 : value
}

const wholeNumber = /^[+-]?\d+$/
const decimalNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
/** `1_000` */
const grouping = /(?<=\d)_(?=\d)/g
const notFinite = /^[+-]?(nan|inf|infinity)$/i

const numberLiteral = (value: number | bigint): Literal => {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new QueryError(t('%(value)s is not a number.', { value: String(value) }))
  return { type: 'number', value: String(value) }
}

const numberFromText = (text: string): Literal | null => {
  const trimmed = text.trim().replace(grouping, '')
  if (notFinite.test(trimmed)) throw new QueryError(t('%(value)s is not a number.', { value: text }))
  if (wholeNumber.test(trimmed)) return { type: 'number', value: trimmed.replace(/^\+/, '') }
  return decimalNumber.test(trimmed) ? { type: 'number', value: trimmed.replace(/^\+/, '') } : null
}

const isoDateTime = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/

/** A time text that every engine reads the same way gets a typed literal; any other is left to the engine. */
const timeFromText = (text: string, type: ColumnType, { timezone, instants }: Target): Literal | null => {
  const found = isoDateTime.exec(text.trim())
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map((part) => Number(part ?? 0))
  if (day < 1 || day > (daysInMonth(year, month) ?? 0) || hour > 23 || minute > 59 || second > 59) return null
  const microseconds = Number((found[7] ?? '').padEnd(6, '0'))
  const wall = wallOf(year, month, day, clockTime(hour, minute, second) + microseconds / 1000)
  const moment = { wall, ...(found[8] && { offset: zoneMinutes(found[8]) }) }
  const heeded = found[8] && !instants && type === 'timestamp' ? { wall: toWall(instantOf(moment), timezone) } : moment
  return timeLiteral(heeded, type, timezone)
}

const zoneMinutes = (zone: string): number => {
  if (zone === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)]
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** `instants`: the engine has a type for them. `numericTruths`: a column of truth values may hold any small number. */
export type Target = { type: ColumnType | null; timezone: string; instants: boolean; numericTruths: boolean }

const typedText = (text: string, target: Target, asPattern: boolean): Literal => {
  const { type } = target
  const value = trimmedEnd(text.replace(/^[\t\n]+/, ''), /[\t\n]/)
  if (!asPattern && (type === 'integer' || type === 'float' || type === 'decimal')) return numberFromText(value) ?? { type: 'null' }
  if (value === '<NULL>') return { type: 'null' }
  const plain = value === '<empty string>' ? '' : value
  if (type === 'boolean' && !asPattern) {
    const number = target.numericTruths ? numberFromText(plain) : null
    return number ?? { type: 'boolean', value: plain.trim().toLowerCase() === 'true' }
  }
  const time = !asPattern && (type === 'date' || type === 'timestamp' || type === 'instant') ? timeFromText(plain, type, target) : null
  return time ?? { type: 'string', value: plain }
}

/**
 * A filter's value as a literal for its column (reference/query-object.md §3.3). `asPattern` is the right side of LIKE.
 * @throws QueryError for a value that no column can be compared with
 */
export const filterLiteral = (value: unknown, target: Target, asPattern = false): Literal => {
  const { type, timezone } = target
  if (value === null || value === undefined) return { type: 'null' }
  if (typeof value === 'string') return typedText(value, target, asPattern)
  if (typeof value === 'boolean') return { type: 'boolean', value }
  if ((typeof value !== 'number' && typeof value !== 'bigint') || (isTimeType(type) && !asPattern && !inRange(Number(value)))) {
    throw new QueryError(t('A filter cannot compare with this value: %(value)s', { value: exactJson(value) }))
  }
  if (type === 'boolean' && !asPattern && !target.numericTruths) return { type: 'boolean', value: Number(value) !== 0 }
  const time = asPattern ? null : timeLiteral({ wall: Number(value), offset: 0 }, type, timezone)
  return time ?? numberLiteral(value)
}
