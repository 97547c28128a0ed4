import { MessageError } from '#core/errors.ts'
import { quoteName, quoteText } from '../table-file.ts'
import { columnTypes, type FileColumn, type FileColumnType } from '../task.ts'
import { groupedPattern } from './grouped.ts'

export type NumberStyle = { decimal: '.' | ','; isGrouped: boolean }

/**
 * DuckDB rounds `1.5` to an integer, and drops the time of a date and the offset of a time. These patterns, which work in DuckDB and in
 * JavaScript, detect such texts.
 */
const wholePattern = ({ decimal, isGrouped }: NumberStyle): string => {
  const grouped = isGrouped ? `|${groupedPattern(decimal, { whole: true })}` : ''
  return `\\s*([-+]?\\d+${decimal === '.' ? '(\\.0*)?' : ''}${grouped})\\s*`
}
export const leadingZeroPattern = '\\s*[-+]?0\\d.*'
const timeOfDayPattern = '\\s*\\d+[-/]\\d+[-/]\\d+[ T][^1-9]*[1-9].*'
export const offsetPattern = '.*\\d:\\d\\d[^-+]*[-+][^1-9]*[1-9].*'

type Exactness = { pattern: string; /** Whether texts that match are read exactly, or those that do not. */ isExact: boolean }

export const exactness = ({ type, format = '' }: FileColumn, style: NumberStyle): Exactness | null => {
  if (type === 'BIGINT' || type === 'HUGEINT') return { pattern: wholePattern(style), isExact: true }
  if (type === 'DATE' && format === '') return { pattern: timeOfDayPattern, isExact: false }
  if (type === 'TIMESTAMP' && format === '') return { pattern: offsetPattern, isExact: false }
  return null
}

export const matches = (text: string, pattern: string) => `regexp_full_match(${text}, ${quoteText(pattern)})`

const byFormat = (type: string) => (text: string, format: string) =>
  format ? `try_strptime(${text}, ${quoteText(format)})::${type}` : `try_cast(${text} as ${type})`

/** SQL that converts a text to each type; null where it does not fit. */
const casts: Partial<Record<FileColumnType, (text: string, format: string) => string>> = {
  VARCHAR: (text) => text,
  DATE: byFormat('DATE'),
  TIMESTAMP: byFormat('TIMESTAMP'),
}

/** SQL for a column's values that fit its type, else null. @throws MessageError 422 for an unsupported type */
export const fittingValue = (column: FileColumn, decimal: '.' | ','): string => {
  const { name, type, format = '' } = column
  const known = columnTypes.find((one) => one === type)
  if (!known) throw new MessageError(422, `The type ${type} is not known`)
  const text = quoteName(name)
  const exact = exactness(column, { decimal, isGrouped: false })
  const value = castOf(known, text, { format, decimal })
  return exact ? `case when ${exact.isExact ? '' : 'not '}${matches(text, exact.pattern)} then ${value} end` : value
}

const castOf = (type: FileColumnType, text: string, { format, decimal }: { format: string; decimal: '.' | ',' }): string => {
  if (type === 'DOUBLE' && decimal === ',')
    return `case when not contains(${text}, '.') then try_cast(replace(${text}, ',', '.') as DOUBLE) end`
  return casts[type]?.(text, format) ?? `try_cast(${text} as ${type})`
}
