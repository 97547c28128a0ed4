import type { DuckDBConnection } from '@duckdb/node-api'
import type { FileColumnType } from '../task.ts'
import { quoteName, quoteText, rowsOf } from '../table-file.ts'

export const dateFormats = [
  '%Y-%m-%d',
  '%Y/%m/%d',
  '%m/%d/%Y',
  '%d/%m/%Y',
  '%d.%m.%Y',
  '%d-%m-%Y',
  '%m-%d-%Y',
  '%d %b %Y',
  '%b %d %Y',
  '%d %B %Y',
  '%B %d, %Y',
  '%m/%d/%y',
  '%d/%m/%y',
] as const

const clocks = ['%H:%M:%S', '%H:%M', '%H:%M:%S.%f', '%I:%M %p', '%I:%M:%S %p'] as const
export const timestampFormats = dateFormats.flatMap((date) => clocks.map((clock) => `${date} ${clock}`))

/** Values that decide a type, by pattern: an integer with leading zeros is a code and stays text. */
const patterns: [FileColumnType, string][] = [
  ['BOOLEAN', '(?i)true|false'],
  ['BIGINT', '[-+]?(0|[1-9]\\d{0,17})'],
  ['HUGEINT', '[-+]?(0|[1-9]\\d{0,37})'],
  ['DOUBLE', '(?i)[-+]?((0|[1-9]\\d*)(\\.\\d*)?|\\.\\d+)(e[-+]?\\d+)?|nan|[-+]?inf(inity)?'],
  ['DATE', '\\d{4}-\\d\\d-\\d\\d'],
  ['TIMESTAMP WITH TIME ZONE', '\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[-+]\\d\\d(:?\\d\\d)?)'],
  ['TIMESTAMP', '\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?'],
]

export type Found = { types: FileColumnType[]; dateFormat: string | null; timestampFormat: string | null }

/** The narrowest types that hold every value of the text table `sample`; one date and one time format for the whole file. */
export const inferTypes = async (db: DuckDBConnection, columns: string[]): Promise<Found> => {
  const types = await Promise.all(columns.map((column) => byPattern(db, column)))
  const open = columns.filter((_column, i) => types[i] === 'VARCHAR')
  const timestampFormat = await commonFormat(db, open, timestampFormats)
  const dateFormat = await commonFormat(db, open, dateFormats)
  columns.forEach((column, i) => {
    if (timestampFormat?.columns.includes(column)) types[i] = 'TIMESTAMP'
    else if (dateFormat?.columns.includes(column)) types[i] = 'DATE'
  })
  // A file has one date format: where written out dates stand beside ISO ones, the ISO ones keep their text form.
  const other = dateFormat
    ? types.map((type, i) => (type === 'DATE' && !dateFormat.columns.includes(columns[i] ?? '') ? 'VARCHAR' : type))
    : types
  return { types: other, dateFormat: dateFormat?.format ?? null, timestampFormat: timestampFormat?.format ?? null }
}

const byPattern = async (db: DuckDBConnection, column: string): Promise<FileColumnType> => {
  const name = quoteName(column)
  const tests = patterns.map(([, pattern], i) => `coalesce(bool_and(regexp_full_match(${name}, ${quoteText(pattern)})), false) as t${i}`)
  const [row] = await rowsOf(db, `select ${tests.join(', ')} from sample where ${name} is not null`)
  return patterns.find((_pattern, i) => row?.[`t${i}`] === 'true')?.[0] ?? 'VARCHAR'
}

/** The format that reads every value of the most columns. */
const commonFormat = async (
  db: DuckDBConnection,
  columns: string[],
  formats: readonly string[],
): Promise<{ format: string; columns: string[] } | null> => {
  let best: { format: string; columns: string[] } | null = null
  const read = new Map<string, string[]>()
  for (const column of columns) {
    const name = quoteName(column)
    const tests = formats.map((format, i) => `coalesce(bool_and(try_strptime(${name}, ${quoteText(format)}) is not null), false) as f${i}`)
    const [row] = await rowsOf(db, `select ${tests.join(', ')} from sample where ${name} is not null`)
    formats.forEach((format, i) => {
      if (row?.[`f${i}`] === 'true') read.set(format, [...(read.get(format) ?? []), column])
    })
  }
  for (const format of formats) {
    const found = read.get(format)
    if (found && found.length > (best?.columns.length ?? 0)) best = { format, columns: found }
  }
  return best
}
