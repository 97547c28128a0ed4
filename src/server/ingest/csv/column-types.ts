import type { DuckDBConnection } from '@duckdb/node-api'
import type { FileColumn, FileColumnType, Mostly } from '../task.ts'
import { groupedPattern } from './grouped.ts'
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

/** How ambiguous values are written, and whether a type requires all (`strict`) or nearly all values of a column. */
export type ValueStyle = { names: string[]; decimal: '.' | ','; isGrouped: boolean; dayFirst: boolean; strict: boolean }

/** With `dayFirst`, formats that start with the month are tried last. */
const orderFormats = (formats: readonly string[], { dayFirst }: ValueStyle): readonly string[] =>
  dayFirst ? formats.toSorted((a, b) => Number(a.startsWith('%m')) - Number(b.startsWith('%m'))) : formats

/** Patterns of values by type. An integer with leading zeros is a code and stays text. */
const patterns = ({ decimal, isGrouped }: ValueStyle): [FileColumnType, string][] => {
  const orGrouped = (whole: boolean) => (isGrouped ? `|${groupedPattern(decimal, { whole })}` : '')
  return [
    ['BOOLEAN', '(?i)true|false'],
    ['BIGINT', ` *([-+]?(0|[1-9]\\d{0,17})${orGrouped(true)}) *`],
    ['HUGEINT', ' *[-+]?(0|[1-9]\\d{0,37}) *'],
    ['DOUBLE', `(?i) *([-+]?((0|[1-9]\\d*)([${decimal}]\\d*)?|[${decimal}]\\d+)(e[-+]?\\d+)?|nan|[-+]?inf(inity)?${orGrouped(false)}) *`],
    ['DATE', '\\d{4}-\\d\\d-\\d\\d'],
    ['TIMESTAMP WITH TIME ZONE', '\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[-+]\\d\\d(:?\\d\\d)?)'],
    ['TIMESTAMP', '\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?'],
  ]
}

export const isNumeric = (type: string): boolean => ['BIGINT', 'HUGEINT', 'DOUBLE'].includes(type)

/** `otherFormat`: the format with day and month swapped, if the file does not show which one is right. */
export type InferredColumn = FileColumn & { mostly?: Mostly; otherFormat?: string }

/** The narrowest types and the date formats of the columns of the text table `sample`. */
export const inferColumns = async (db: DuckDBConnection, writing: ValueStyle): Promise<InferredColumn[]> => {
  const { names } = writing
  const found = await Promise.all(names.map((name) => inferByPattern(db, name, writing)))
  const { strict } = writing
  const open: string[] = []
  for (const [i, name] of names.entries()) if (found[i]?.type === 'VARCHAR' && (await isLikeDates(db, name, strict))) open.push(name)
  const times = await inferFormats(db, open, { formats: orderFormats(timestampFormats, writing), strict })
  const dates = await inferFormats(
    db,
    open.filter((name) => !times.has(name)),
    { formats: orderFormats(dateFormats, writing), strict },
  )
  return names.map((name, i) => {
    const [time, date] = [times.get(name), dates.get(name)]
    if (time) return { name, type: 'TIMESTAMP', ...time }
    return date ? { name, type: 'DATE', ...date } : { name, type: 'VARCHAR', ...found[i] }
  })
}

/** SQL tests of a value: whether it has the type, and whether a cast would wrongly accept it. */
type TypeTest = { isOfType: string; isMistaken?: string }

/** Whether the misfits are few enough for the type: at most one in twenty, or one of at least ten. */
const areFewMisfits = ({ misfits, values }: Fit): boolean => misfits === 0 || (values >= 10 && misfits <= Math.max(1, values / 20))

/** The first values, which decide which tests are run on all. */
const sampleValues = 200

type Fit = { index: number; misfits: number; values: number }

/** Of the tests that most values pass, those with the fewest misfits; run on the first values, then on all. */
const bestTests = async (
  db: DuckDBConnection,
  column: string,
  { tests, strict }: { tests: TypeTest[]; strict: boolean },
): Promise<Fit[]> => {
  const text = quoteName(column)
  const ask = async (values: string, indexes: number[]): Promise<Fit[]> => {
    if (indexes.length === 0) return []
    const counts = indexes.flatMap((i) => {
      const { isOfType, isMistaken = 'false' } = tests[i] ?? { isOfType: 'false' }
      const isMisfit = `not coalesce(${isOfType}, false)`
      return [`count(*) filter (where ${isMisfit}) as misfits${i}`, `count(*) filter (where ${isMisfit} and ${isMistaken}) as mistaken${i}`]
    })
    const [row] = await rowsOf(db, `select count(*) as n, ${counts.join(', ')} from (${values})`)
    const all = Number(row?.['n'])
    return indexes
      .filter((i) => row?.[`mistaken${i}`] === '0')
      .map((index) => ({ index, misfits: Number(row?.[`misfits${index}`]), values: all }))
      .filter(({ misfits }) => (strict ? misfits === 0 && all > 0 : misfits < all / 2))
  }
  const values = `select ${text} from sample where ${text} is not null`
  const likely = await ask(`${values} limit ${sampleValues}`, [...tests.keys()])
  const wereAll = likely.every((fit) => fit.values < sampleValues)
  const found = wereAll
    ? likely
    : await ask(
        values,
        likely.map(({ index }) => index),
      )
  const fewest = Math.min(...found.map(({ misfits }) => misfits))
  return found.filter(({ misfits }) => misfits === fewest)
}

const inferByPattern = async (
  db: DuckDBConnection,
  column: string,
  writing: ValueStyle,
): Promise<{ type: FileColumnType; mostly?: Mostly }> => {
  const types = patterns(writing)
  const text = quoteName(column)
  const tests = types.map(([type, pattern]) => ({
    isOfType: `regexp_full_match(${text}, ${quoteText(pattern)})`,
    // A code such as 007 would lose its zeros as a number.
    ...(isNumeric(type) && { isMistaken: `regexp_full_match(${text}, ' *[-+]?0\\d.*')` }),
  }))
  const [first] = await bestTests(db, column, { tests, strict: writing.strict })
  const type = types[first?.index ?? -1]?.[0]
  if (!first || !type) return { type: 'VARCHAR' }
  const { misfits, values } = first
  return areFewMisfits(first) ? { type } : { type: 'VARCHAR', ...(values >= 10 && { mostly: { type, misfits, values } }) }
}

/** Matches every text that one of the formats reads: a number, first or after the name of a month, and another one. */
const dateLike = '(?s)\\s*\\D{0,12}\\d+\\D.*\\d.*'

/** Whether the formats are worth trying: the tests of all take a tenth of a second a column. */
const isLikeDates = async (db: DuckDBConnection, name: string, strict: boolean): Promise<boolean> => {
  const isOfType = `regexp_full_match(${quoteName(name)}, ${quoteText(dateLike)})`
  return (await bestTests(db, name, { tests: [{ isOfType }], strict })).length > 0
}

/** SQL test whether a format parses a value. `%Y` alone would read two digits as a year of the first century. */
const readsFormat = (name: string, format: string) => {
  const text = quoteName(name)
  const isRead = `try_strptime(${text}, ${quoteText(format)}) is not null`
  return format.includes('%Y') ? `${isRead} and regexp_matches(${text}, '\\d{4}')` : isRead
}

type Formats = { formats: readonly string[]; strict: boolean }

const swapDayAndMonth = (format: string): string => format.replace(/%[dm]/g, (part) => (part === '%d' ? '%m' : '%d'))

/** The best format of each column that has one. */
const inferFormats = async (
  db: DuckDBConnection,
  names: string[],
  { formats, strict }: Formats,
): Promise<Map<string, { format: string; otherFormat?: string }>> => {
  const readable: number[][] = []
  for (const name of names) {
    const tests = formats.map((format) => ({ isOfType: readsFormat(name, format) }))
    const fits = await bestTests(db, name, { tests, strict })
    readable.push(fits.filter(areFewMisfits).map(({ index }) => index))
  }
  const best = bestFormats(readable)
  const found = new Map<string, { format: string; otherFormat?: string }>()
  for (const [i, name] of names.entries()) {
    const [format, ...others] = (best[i] ?? []).flatMap((index) => formats[index] ?? [])
    if (format === undefined) continue
    const otherFormat = others.find((other) => other === swapDayAndMonth(format))
    const isDoubtful = otherFormat !== undefined && (await readDifferently(db, name, [format, otherFormat]))
    found.set(name, { format, ...(isDoubtful && { otherFormat }) })
  }
  return found
}

/** Whether two formats give different values: 03/03/2021 is the same day either way. */
const readDifferently = async (db: DuckDBConnection, name: string, formats: [string, string]): Promise<boolean> => {
  const [one, other] = formats.map((format) => `try_strptime(${quoteName(name)}, ${quoteText(format)})`)
  const [row] = await rowsOf(db, `select count(*) as n from sample where ${one} is distinct from ${other}`)
  return row?.['n'] !== '0'
}

/**
 * For each column, its formats (by index) that also read the most other columns; the first one is chosen. Thus an ambiguous column gets
 * the format of the unambiguous ones.
 */
export const bestFormats = (readable: number[][]): number[][] => {
  const columns = new Map<number, number>()
  for (const format of readable.flat()) columns.set(format, (columns.get(format) ?? 0) + 1)
  const columnsOf = (format: number) => columns.get(format) ?? 0
  return readable.map((own) => {
    const most = Math.max(...own.map(columnsOf))
    return own.filter((format) => columnsOf(format) === most).toSorted((a, b) => a - b)
  })
}

const formatsOfType: Record<string, readonly string[]> = { DATE: dateFormats, TIMESTAMP: [...timestampFormats, ...dateFormats] }

/** Whether a date or time column has no format yet; '' is ISO 8601. */
export const lacksFormat = ({ type, format }: FileColumn): boolean => type in formatsOfType && format === undefined

/**
 * Adds formats to date and time columns without one: the format that reads most of the first values, preferring ISO 8601.
 * `writing.names` are the columns of the text table `sample`.
 */
export const completeFormats = (db: DuckDBConnection, columns: FileColumn[], writing: ValueStyle): Promise<FileColumn[]> =>
  Promise.all(
    columns.map(async (column, i) => {
      const formats = orderFormats(formatsOfType[column.type] ?? [], writing)
      if (!lacksFormat(column)) return column
      const name = writing.names[i] ?? ''
      const text = quoteName(name)
      const fits = [`try_cast(${text} as ${column.type}) is not null`, ...formats.map((format) => readsFormat(name, format))]
      const counts = fits.map((fit, at) => `count(*) filter (where ${fit}) as f${at}`).join(', ')
      const [row] = await rowsOf(db, `select ${counts} from (select ${text} from sample where ${text} is not null limit 2000)`)
      const found = fits.map((_fit, at) => Number(row?.[`f${at}`]))
      return { ...column, format: ['', ...formats][found.indexOf(Math.max(...found))] ?? '' }
    }),
  )
