import type { DuckDBConnection } from '@duckdb/node-api'
import type { RejectCause } from '#core/upload/reject-cause.ts'
import { quoteName, rowsOf } from '../table-file.ts'
import type { FileColumn, FileColumnType, LoadedColumn } from '../task.ts'
import { exactness, fittingValue, leadingZeroPattern, matches, offsetPattern, type NumberStyle } from './fitting.ts'
import type { Dialect } from './records.ts'
import { splitSample } from './sniff.ts'

/** Larger integers are not exact as DOUBLE. */
const maxExactInteger = 2 ** 53

/** SQL conditions to count in a column's texts; the first of `widths` that occurs is the type that the column needs. */
type Counts = { inexact: string; widths: [FileColumnType, string][]; /** Values that DOUBLE would alter. */ large: string }

const countsOf = (column: FileColumn, style: NumberStyle): Counts | null => {
  const { type, found = false } = column
  const text = quoteName(column.name)
  const exact = exactness(column, style)
  const isInexact = exact ? `${exact.isExact ? 'not ' : ''}${matches(text, exact.pattern)}` : 'false'
  const inexact = `${isInexact} and try_cast(${text} as ${type}) is not null`
  const code: [FileColumnType, string] = ['VARCHAR', matches(text, leadingZeroPattern)]
  if (type === 'DOUBLE' && found) return { inexact: 'false', widths: [code], large: 'false' }
  if (!exact) return null
  if (!found) return { inexact, widths: [], large: 'false' }
  const offset: [FileColumnType, string] = ['TIMESTAMP WITH TIME ZONE', matches(text, offsetPattern)]
  if (type === 'DATE') return { inexact, widths: [offset, ['TIMESTAMP', inexact]], large: 'false' }
  if (type === 'TIMESTAMP') return { inexact, widths: [offset], large: 'false' }
  const isFraction = `${isInexact} and ${fittingValue({ ...column, type: 'DOUBLE' }, style.decimal)} is not null`
  const whole = `try_cast(${text} as HUGEINT)`
  return {
    inexact,
    widths: [
      code,
      ['DOUBLE', isFraction],
      ['HUGEINT', `try_cast(${text} as BIGINT) is null and not (${isInexact}) and ${whole} is not null`],
    ],
    large: `not (${isInexact}) and abs(${whole}) > ${maxExactInteger}`,
  }
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
  const counted = columns.flatMap((column, index) => {
    const counts = countsOf(column, style)
    return counts ? [{ index, counts }] : []
  })
  if (counted.length === 0) return { columns, inexact: [] }
  const count = (test: string, name: string) => `count(*) filter (where ${test}) as ${name}`
  const [row] = await rowsOf(
    db,
    `select ${counted
      .flatMap(({ index, counts: { inexact, widths, large } }) => [
        count(inexact, `inexact${index}`),
        count(large, `large${index}`),
        ...widths.map(([, test], i) => count(test, `width${index}_${i}`)),
      ])
      .join(', ')} from ${texts}`,
  )
  const has = (name: string) => Number(row?.[name]) > 0
  const checked: (C & LoadedColumn)[] = [...columns]
  const inexact: FileColumn[] = []
  for (const { index, counts } of counted) {
    const column = columns[index]
    if (!column) continue
    const [wider] = counts.widths.filter(([type], i) => has(`width${index}_${i}`) && !(type === 'DOUBLE' && has(`large${index}`)))[0] ?? []
    const final = wider && wider !== column.type ? { ...column, type: wider, widenedFrom: column.type } : column
    checked[index] = final
    if (has(`inexact${index}`) && exactness(final, style) && !(column.type === 'DATE' && final !== column)) inexact.push(final)
  }
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
