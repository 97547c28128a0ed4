import type { DuckDBConnection } from '@duckdb/node-api'
import type { FileColumn, FileColumnType, Mostly } from '../task.ts'
import { groupedPattern } from './grouped.ts'
import { quoteText, rowsOf } from '../table-file.ts'

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

/** The narrowest types and the date formats of the columns whose texts are in the table `cells`. */
export const inferColumns = async (db: DuckDBConnection, writing: ValueStyle): Promise<InferredColumn[]> => {
  const { names, strict } = writing
  const found = await inferByPattern(db, writing)
  const texts = [...names.keys()].filter((column) => (found.get(column)?.type ?? 'VARCHAR') === 'VARCHAR')
  const open = [...(await bestTests(db, texts, { tests: [isLikeDate], strict })).keys()]
  const times = await inferFormats(db, open, { formats: orderFormats(timestampFormats, writing), strict })
  const dates = await inferFormats(
    db,
    open.filter((column) => !times.has(column)),
    { formats: orderFormats(dateFormats, writing), strict },
  )
  return names.map((name, column) => {
    const [time, date] = [times.get(column), dates.get(column)]
    if (time) return { name, type: 'TIMESTAMP', ...time }
    return date ? { name, type: 'DATE', ...date } : { name, type: 'VARCHAR', ...found.get(column) }
  })
}

/** SQL tests of a `text`: whether it has the type, and whether a cast would wrongly accept it. */
type TypeTest = { isOfType: string; isMistaken?: string }

/** A test of a column, both by index. */
type Wanted = { column: number; test: number }

/** How many of the column's values the test does not accept; `mistaken`: those that a cast would wrongly accept. */
type Fit = Wanted & { values: number; misfits: number; mistaken: number }

const everyTest = (columns: number[], tests: TypeTest[]): Wanted[] =>
  columns.flatMap((column) => tests.map((_, test) => ({ column, test })))

/** Tests the columns' values, in the order of columns and tests; leaves out empty columns. */
const countMisfits = async (
  db: DuckDBConnection,
  cells: string,
  { tests, wanted }: { tests: TypeTest[]; wanted: Wanted[] },
): Promise<Fit[]> => {
  if (wanted.length === 0) return []
  const pairs = quoteText(JSON.stringify(wanted.map(({ column, test }) => [column, test])))
  const byTest = (condition: (test: TypeTest) => string) =>
    `coalesce(case test ${tests.map((test, i) => `when ${i} then ${condition(test)}`).join(' ')} end, false)`
  const isMisfit = `not ${byTest(({ isOfType }) => isOfType)}`
  const rows = await rowsOf(
    db,
    `select "column", test, count(*) as n, count(*) filter (where ${isMisfit}) as misfits,
            count(*) filter (where ${isMisfit} and ${byTest(({ isMistaken = 'false' }) => isMistaken)}) as mistaken
     from ${cells} join (select pair[1] as "column", pair[2] as test from (select unnest(${pairs}::int[][]) as pair)) using ("column")
     group by all order by all`,
  )
  return rows.map(({ column, test, n, misfits, mistaken }) => ({
    column: Number(column),
    test: Number(test),
    values: Number(n),
    misfits: Number(misfits),
    mistaken: Number(mistaken),
  }))
}

/** The first values of each column. */
const firstCells = (count: number) => `(select "column", unnest(arg_min(text, rowid, ${count})) as text from cells group by "column")`

/** Whether the misfits are few enough for the type: at most one in twenty, or one of at least ten. */
const areFewMisfits = ({ misfits, values }: Fit): boolean => misfits === 0 || (values >= 10 && misfits <= Math.max(1, values / 20))

/** The first values, which decide which tests are run on all. */
const sampleValues = 200

/** Of the tests that most values of a column pass, those with the fewest misfits; run on the first values, then on all. */
const bestTests = async (
  db: DuckDBConnection,
  columns: number[],
  { tests, strict }: { tests: TypeTest[]; strict: boolean },
): Promise<Map<number, Fit[]>> => {
  const likely = async (cells: string, wanted: Wanted[]) =>
    (await countMisfits(db, cells, { tests, wanted })).filter(
      ({ misfits, values, mistaken }) => mistaken === 0 && (strict ? misfits === 0 : misfits < values / 2),
    )
  const first = await likely(firstCells(sampleValues), everyTest(columns, tests))
  const wereAll = ({ values }: Fit) => values < sampleValues
  const rest = await likely(
    'cells',
    first.filter((fit) => !wereAll(fit)),
  )
  const found = Map.groupBy([...first.filter(wereAll), ...rest], ({ column }) => column)
  for (const [column, fits] of found) {
    const fewest = Math.min(...fits.map(({ misfits }) => misfits))
    found.set(
      column,
      fits.filter(({ misfits }) => misfits === fewest),
    )
  }
  return found
}

/** The type of each column with values of some type, or what most of its values are. */
const inferByPattern = async (
  db: DuckDBConnection,
  writing: ValueStyle,
): Promise<Map<number, { type: FileColumnType; mostly?: Mostly }>> => {
  const types = patterns(writing)
  const tests = types.map(([type, pattern]) => ({
    isOfType: `regexp_full_match(text, ${quoteText(pattern)})`,
    // A code such as 007 would lose its zeros as a number.
    ...(isNumeric(type) && { isMistaken: "regexp_full_match(text, ' *[-+]?0\\d.*')" }),
  }))
  const best = await bestTests(db, [...writing.names.keys()], { tests, strict: writing.strict })
  const found = new Map<number, { type: FileColumnType; mostly?: Mostly }>()
  for (const [column, [first]] of best) {
    const type = types[first?.test ?? -1]?.[0]
    if (!first || !type) continue
    const { misfits, values } = first
    found.set(column, areFewMisfits(first) ? { type } : { type: 'VARCHAR', ...(values >= 10 && { mostly: { type, misfits, values } }) })
  }
  return found
}

/** Passes every text that one of the formats reads: a number, first or after the name of a month, and another one. */
const isLikeDate: TypeTest = { isOfType: "regexp_full_match(text, '(?s)\\s*\\D{0,12}\\d+\\D.*\\d.*')" }

/** A pattern of all texts that a format may read, among them words such as `infinity`. */
const looselyFormatted = (format: string): string =>
  `(?s)\\D*${format
    .replaceAll('.', '\\.')
    .replaceAll(/ |%[bBp]/g, '\\D+')
    .replaceAll(/%\w/g, '\\d+')}\\D*|\\D*`

/**
 * SQL test whether a format parses a text. `%Y` alone would read two digits as a year of the first century. The pattern comes first
 * because DuckDB takes twenty times as long for a text that it cannot parse.
 */
const readsFormat = (format: string): string => {
  const isRead = `try_strptime(text, ${quoteText(format)}) is not null`
  const isDate = format.includes('%Y') ? `${isRead} and regexp_matches(text, '\\d{4}')` : isRead
  return `case when regexp_full_match(text, ${quoteText(looselyFormatted(format))}) then ${isDate} end`
}

type Formats = { formats: readonly string[]; strict: boolean }

const swapDayAndMonth = (format: string): string => format.replace(/%[dm]/g, (part) => (part === '%d' ? '%m' : '%d'))

/** The best format of each column that has one. */
const inferFormats = async (
  db: DuckDBConnection,
  columns: number[],
  { formats, strict }: Formats,
): Promise<Map<number, { format: string; otherFormat?: string }>> => {
  const fits = await bestTests(db, columns, { tests: formats.map((format) => ({ isOfType: readsFormat(format) })), strict })
  const best = bestFormats(columns.map((column) => (fits.get(column) ?? []).filter(areFewMisfits).map(({ test }) => test)))
  const chosen = columns.flatMap((column, i) => {
    const [test, ...others] = best[i] ?? []
    const format = formats[test ?? -1]
    if (test === undefined || format === undefined) return []
    const otherFormat = others.map((other) => formats[other]).find((other) => other === swapDayAndMonth(format))
    return [{ column, test, format, otherFormat }]
  })
  const doubtful = await readDifferently(
    db,
    formats,
    chosen.filter(({ otherFormat }) => otherFormat !== undefined),
  )
  return new Map(
    chosen.map(({ column, format, otherFormat }) => [
      column,
      { format, ...(otherFormat !== undefined && doubtful.has(column) && { otherFormat }) },
    ]),
  )
}

/** The columns to which their format gives other values with day and month swapped: 03/03/2021 is the same day either way. */
const readDifferently = async (db: DuckDBConnection, formats: readonly string[], wanted: Wanted[]): Promise<Set<number>> => {
  const read = (format: string) => `try_strptime(text, ${quoteText(format)})`
  const tests = formats.map((format) => ({ isOfType: `${read(format)} is not distinct from ${read(swapDayAndMonth(format))}` }))
  const fits = await countMisfits(db, 'cells', { tests, wanted })
  return new Set(fits.filter(({ misfits }) => misfits > 0).map(({ column }) => column))
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
 * Adds formats to date and time columns without one: the format that reads most of the first values, preferring ISO 8601. The texts of
 * the columns are in the table `cells`.
 */
export const completeFormats = async (db: DuckDBConnection, columns: FileColumn[], writing: ValueStyle): Promise<FileColumn[]> => {
  const completed = [...columns]
  for (const [type, formatsOf] of Object.entries(formatsOfType)) {
    const formats = orderFormats(formatsOf, writing)
    const tests = [`try_cast(text as ${type}) is not null`, ...formats.map(readsFormat)].map((isOfType) => ({ isOfType }))
    const open = [...columns.keys()].filter((i) => columns[i]?.type === type && lacksFormat(columns[i]))
    const fits = await countMisfits(db, firstCells(2000), { tests, wanted: everyTest(open, tests) })
    const byColumn = Map.groupBy(fits, ({ column }) => column)
    for (const i of open) {
      const [best] = (byColumn.get(i) ?? []).toSorted((a, b) => a.misfits - b.misfits)
      const column = columns[i]
      if (column) completed[i] = { ...column, format: ['', ...formats][best?.test ?? 0] ?? '' }
    }
  }
  return completed
}
