import type { DuckDBConnection } from '@duckdb/node-api'
import type { RejectCause } from '#core/upload/reject-cause.ts'
import { quoteText, rowsOf } from '../table-file.ts'
import type { FileColumn, FileColumnType, LoadedColumn } from '../task.ts'
import { exactness, fittingValue, leadingZeroPattern, matches, offsetPattern, type NumberStyle } from './fitting.ts'
import { cellsOf } from './read-csv.ts'
import type { Dialect } from './records.ts'
import { splitSample } from './sniff.ts'

/** Larger integers are not exact as DOUBLE. */
const maxExactInteger = 2 ** 53

/** SQL conditions to look for in the texts of a column; the first of `widths` that occurs is the type that the column needs. */
type Tests = { inexact: string; widths: [FileColumnType, string][]; /** Values that DOUBLE would alter. */ large: string }

const testsOf = ({ type, format, found = false }: FileColumn, style: NumberStyle): Tests | null => {
  const exact = exactness({ name: 'text', type, format }, style)
  const isInexact = exact ? `${exact.isExact ? 'not ' : ''}${matches('text', exact.pattern)}` : 'false'
  const inexact = `${isInexact} and try_cast(text as ${type}) is not null`
  const code: [FileColumnType, string] = ['VARCHAR', matches('text', leadingZeroPattern)]
  if (type === 'DOUBLE' && found) return { inexact: 'false', widths: [code], large: 'false' }
  if (!exact) return null
  if (!found) return { inexact, widths: [], large: 'false' }
  const offset: [FileColumnType, string] = ['TIMESTAMP WITH TIME ZONE', matches('text', offsetPattern)]
  if (type === 'DATE') return { inexact, widths: [offset, ['TIMESTAMP', inexact]], large: 'false' }
  if (type === 'TIMESTAMP') return { inexact, widths: [offset], large: 'false' }
  const isFraction = `${isInexact} and ${fittingValue({ name: 'text', type: 'DOUBLE' }, style.decimal)} is not null`
  const whole = 'try_cast(text as HUGEINT)'
  return {
    inexact,
    widths: [code, ['DOUBLE', isFraction], ['HUGEINT', `try_cast(text as BIGINT) is null and not (${isInexact}) and ${whole} is not null`]],
    large: `not (${isInexact}) and abs(${whole}) > ${maxExactInteger}`,
  }
}

type Tested = { name: string; kind: string; tests: Tests }

/** What occurs in the texts of each column: `inexact`, `large`, and its `widths`. */
const findOccurrences = async (db: DuckDBConnection, texts: string, tested: Tested[]): Promise<Map<string, (name: string) => boolean>> => {
  if (tested.length === 0) return new Map()
  const kinds = [...new Map(tested.map(({ kind, tests }) => [kind, tests]))]
  const occurs = (name: string, testOf: (tests: Tests) => string | undefined) =>
    `bool_or(case kind ${kinds.map(([kind, tests]) => `when ${quoteText(kind)} then ${testOf(tests) ?? 'false'}`).join(' ')} end) as ${name}`
  const kindOfColumn = `[${tested.map(({ kind }) => quoteText(kind)).join(', ')}][1 + "column"] as kind`
  const cells = cellsOf(
    texts,
    tested.map(({ name }) => name),
  )
  const rows = await rowsOf(
    db,
    `select "column", ${occurs('inexact', ({ inexact }) => inexact)}, ${occurs('large', ({ large }) => large)},
            ${[0, 1, 2].map((i) => occurs(`width${i}`, ({ widths }) => widths[i]?.[1])).join(', ')}
     from (select *, ${kindOfColumn} from ${cells}) group by "column"`,
  )
  return new Map(rows.map((row) => [tested[Number(row['column'])]?.name ?? '', (name) => row[name] === 'true']))
}

type Checked<C> = {
  columns: (C & LoadedColumn)[]
  /** The columns that hold texts which would not be read exactly. */ inexact: FileColumn[]
}

/**
 * Finds texts that their column's type would alter. A column with an inferred type is widened to hold them, unless other values would be
 * altered by that.
 */
export const checkExactness = async <C extends FileColumn>(
  db: DuckDBConnection,
  texts: string,
  { columns, style }: { columns: C[]; style: NumberStyle },
): Promise<Checked<C>> => {
  const tested = columns.flatMap((column) => {
    const tests = testsOf(column, style)
    return tests ? [{ name: column.name, kind: `${column.type} ${column.found ? 'found' : 'chosen'}`, tests }] : []
  })
  const occurrences = await findOccurrences(db, texts, tested)
  const inexact: FileColumn[] = []
  const checked = columns.map((column): C & LoadedColumn => {
    const occurs = occurrences.get(column.name)
    const tests = testsOf(column, style)
    if (!occurs || !tests) return column
    const [wider] = tests.widths.find(([type], i) => occurs(`width${i}`) && !(type === 'DOUBLE' && occurs('large'))) ?? []
    const final = wider && wider !== column.type ? { ...column, type: wider, widenedFrom: column.type } : column
    if (occurs('inexact') && exactness(final, style) && !(column.type === 'DATE' && final !== column)) inexact.push(final)
    return final
  })
  return { columns: checked, inexact }
}

type ExactnessInput = {
  columns: FileColumn[]
  inexact: FileColumn[]
  style: NumberStyle
  dialect: Dialect
  header: boolean
  nulls: string[]
}

/** Creates a function that is called with every record in order and returns the cause if a value would be altered. */
export const createInexactJudge = ({
  columns,
  inexact,
  style,
  dialect,
  header,
  nulls,
}: ExactnessInput): ((record: Buffer) => RejectCause | null) => {
  const nothing = new Set(['', ...nulls])
  const tests = inexact.flatMap((column) => {
    const exact = exactness(column, style)
    return exact
      ? [{ ...column, index: columns.indexOf(column), regex: new RegExp(`^(?:${exact.pattern})$`, 's'), isExact: exact.isExact }]
      : []
  })
  let isHead = header
  return (record) => {
    if (isHead) {
      isHead = false
      return null
    }
    const text = record.toString().replace(/\r$/, '')
    const isQuoted = dialect.quote !== '' && text.includes(dialect.quote)
    const fields = isQuoted ? (splitSample(text, dialect, true)[0] ?? []) : text.split(dialect.delimiter)
    if (fields.length !== columns.length) return null
    for (const { name, type, index, regex, isExact } of tests) {
      const value = fields[index] ?? ''
      if (!nothing.has(value) && regex.test(value) !== isExact) return { code: 'value', column: name, value, type }
    }
    return null
  }
}
