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

/** A few values tell which tests are worth asking of all of them. */
const few = (name: string) => `(select distinct ${name} from (select ${name} from sample where ${name} is not null limit 2000) limit 50)`

/** Indexes of the tests that every value passes, first of a few values, then of all. */
const passing = async (db: DuckDBConnection, column: string, tests: string[]): Promise<number[]> => {
  const name = quoteName(column)
  const ask = async (from: string, asked: number[]) => {
    if (asked.length === 0) return []
    const [row] = await rowsOf(db, `select ${asked.map((i) => `coalesce(bool_and(${tests[i]}), false) as t${i}`).join(', ')} from ${from}`)
    return asked.filter((i) => row?.[`t${i}`] === 'true')
  }
  const likely = await ask(few(name), [...tests.keys()])
  return ask(`sample where ${name} is not null`, likely)
}

const byPattern = async (db: DuckDBConnection, column: string): Promise<FileColumnType> => {
  const tests = patterns.map(([, pattern]) => `regexp_full_match(${quoteName(column)}, ${quoteText(pattern)})`)
  const [first] = await passing(db, column, tests)
  return patterns[first ?? -1]?.[0] ?? 'VARCHAR'
}

/** The format that reads every value of the most columns; the first of equal ones. */
const commonFormat = async (
  db: DuckDBConnection,
  columns: string[],
  formats: readonly string[],
): Promise<{ format: string; columns: string[] } | null> => {
  const readers = new Map<number, string[]>()
  for (const column of columns) {
    const tests = formats.map((format) => `try_strptime(${quoteName(column)}, ${quoteText(format)}) is not null`)
    for (const i of await passing(db, column, tests)) readers.set(i, [...(readers.get(i) ?? []), column])
  }
  const [best] = [...readers].sort((a, b) => b[1].length - a[1].length || a[0] - b[0])
  return best ? { format: formats[best[0]] ?? '', columns: best[1] } : null
}
