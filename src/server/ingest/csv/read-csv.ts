import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName, quoteText } from '../table-file.ts'
import type { FileColumn } from '../task.ts'
import { fittingValue } from './fitting.ts'
import { hasMixedLineEnds, type Dialect, type Scan } from './records.ts'

/**
 * The format of a file. In text that we generated from rows (`made`), a quoted empty field is an empty string and not null. `nulls`: texts
 * besides the empty one that mean null.
 */
export type Layout = { made: boolean; dialect: Dialect; header: boolean; nulls: string[]; decimal: '.' | ',' }

/** A scanned file without its faulty lines, so that DuckDB's lenient mode only affects mixed line ends. */
export type Scanned = { path: string; scan: Scan; layout: Layout }

/** A `read_csv` call. DuckDB accepts only one format for all dates and one for all timestamps. */
export const readCsv = ({ path, scan, layout }: Scanned, columns: FileColumn[], { rejects }: { rejects: boolean }): string => {
  const { made, dialect, header, nulls, decimal } = layout
  const formatOf = (type: FormattedType) => columns.find((column) => column.type === type)?.format
  const [date, timestamp] = [formatOf('DATE'), formatOf('TIMESTAMP')]
  const options = [
    'auto_detect = false',
    `delim = ${quoteText(dialect.delimiter)}`,
    `quote = ${quoteText(dialect.quote)}`,
    `escape = ${quoteText(dialect.quote)}`,
    `header = ${header}`,
    `skip = ${scan.blanks.before}`,
    `nullstr = [${['', ...nulls].map(quoteText).join(', ')}]`,
    `decimal_separator = ${quoteText(decimal)}`,
    `allow_quoted_nulls = ${!made}`,
    `columns = {${columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type)}`).join(', ')}}`,
    // Without a size, DuckDB reserves 16 of the longest lines: half of its memory.
    'max_line_size = 33554432, buffer_size = 67108864',
    ...(hasMixedLineEnds(scan) ? ['strict_mode = false'] : []),
    rejects ? 'store_rejects = true, rejects_limit = 0' : 'ignore_errors = true',
    ...(date ? [`dateformat = ${quoteText(date)}`] : []),
    ...(timestamp ? [`timestampformat = ${quoteText(timestamp)}`] : []),
  ]
  return `read_csv(${quoteText(path)}, ${options.join(', ')})`
}

const formattedTypes = ['DATE', 'TIMESTAMP'] as const
type FormattedType = (typeof formattedTypes)[number]

export const asText = ({ name }: FileColumn): FileColumn => ({ name, type: 'VARCHAR' })

/**
 * The columns for each pass over the file: each column is typed in one pass and text in the others. The first pass types all columns
 * except those with additional formats. ISO 8601 is in the first pass, because DuckDB reads more variants of it than a format would.
 */
export const planPasses = (columns: FileColumn[]): FileColumn[][] => {
  const passes = new Map<FileColumn, number>()
  for (const type of formattedTypes) {
    const own = columns.filter((column) => column.type === type)
    const formats = [...new Set(own.map(({ format = '' }) => format))].toSorted((a, b) => Number(b === '') - Number(a === ''))
    for (const column of own) passes.set(column, formats.indexOf(column.format ?? ''))
  }
  return Array.from({ length: 1 + Math.max(0, ...passes.values()) }, (_, pass) =>
    columns.map((column) => ((passes.get(column) ?? 0) === pass ? column : asText(column))),
  )
}

type Typing = { scanned: Scanned; columns: FileColumn[]; blanksMisfits: boolean }

/**
 * Creates the table of typed rows. A value that does not fit leaves its cell empty if `blanksMisfits`, else DuckDB rejects and records its
 * line. Additional formats are converted from text; their rejects are recorded by extra passes.
 */
export const createTypedTable = async (db: DuckDBConnection, table: string, { scanned, columns, blanksMisfits }: Typing): Promise<void> => {
  const read = (some: FileColumn[]) => readCsv(scanned, some, { rejects: true })
  const valueOf = (column: FileColumn) => `${fittingValue(column, scanned.layout.decimal)} as ${quoteName(column.name)}`
  const create = (select: string) => db.run(`create table ${table} as ${select}`)
  if (blanksMisfits) return void (await create(`select ${columns.map(valueOf).join(', ')} from ${read(columns.map(asText))}`))
  const [first = columns, ...further] = planPasses(columns)
  if (further.length === 0) return void (await create(`from ${read(columns)}`))
  for (const pass of further) {
    const typed = pass.filter((column) => columns.includes(column))
    await db.run(`select ${typed.map(({ name }) => `count(${quoteName(name)})`).join(', ')} from ${read(pass)}`)
  }
  const converted = columns.filter((column) => !first.includes(column))
  const values = columns.map((column) => (converted.includes(column) ? valueOf(column) : quoteName(column.name)))
  const fits = converted.map(
    (column) => `(${quoteName(column.name)} is null or ${fittingValue(column, scanned.layout.decimal)} is not null)`,
  )
  await create(`select ${values.join(', ')} from ${read(first)} where ${fits.join(' and ')}`)
}

/**
 * The filled cells of some columns of a relation: the number of the column, counted from 0, and its `text`. DuckDB groups the cells of
 * thousands of columns in the time that it takes to plan the aggregates of a hundred.
 */
export const cellsOf = (relation: string, names: string[]): string => {
  const texts = names.map(quoteName).join(', ')
  const lists = `select range(${names.length}) as columns, [${texts}] as texts from ${relation}`
  return `(from (select unnest(columns) as "column", unnest(texts) as text from (${lists})) where text is not null)`
}
