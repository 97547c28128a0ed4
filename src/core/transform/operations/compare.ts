import { z } from 'zod'
import { columnsNamed, floatColumn, type Frame, type FrameColumn, isNumber, type Label, numbersOf } from '../frame.ts'
import { needColumns, operation, TransformError } from '../operation.ts'

const kinds: Record<string, (source: number, other: number) => number> = {
  difference: (source, other) => source - other,
  percentage: (source, other) => (source - other) / other,
  ratio: (source, other) => source / other,
}

/** To `precision` decimals, a half to the even neighbour. */
const rounded = (value: number, precision: number): number => {
  const scale = 10 ** precision
  const scaled = value * scale
  if (!Number.isFinite(scaled)) return value
  const floor = Math.floor(scaled)
  const rest = scaled - floor
  const whole = rest === 0.5 ? floor + (floor % 2 === 0 ? 0 : 1) : Math.round(scaled)
  return whole / scale
}

type Pair = { rest: Label[]; source?: FrameColumn; other?: FrameColumn }

const compareLabels = (a: Pair, b: Pair): number => {
  for (const [i, left] of a.rest.entries()) {
    const right = b.rest[i] ?? null
    if (left === right) continue
    if (left === null || right === null) return left === null ? 1 : -1
    return left < right ? -1 : 1
  }
  return 0
}

/** Columns of both families that stand for the same series, sorted when one family has series that the other lacks. */
const pairs = (frame: Frame, source: string, other: string): Pair[] => {
  const found = new Map<string, Pair>()
  const collect = (name: string, side: 'source' | 'other') => {
    for (const column of columnsNamed(frame, name)) {
      const rest = column.path.slice(1)
      const key = JSON.stringify(rest)
      const pair = found.get(key) ?? { rest }
      pair[side] ??= column
      found.set(key, pair)
    }
  }
  collect(source, 'source')
  collect(other, 'other')
  const all = [...found.values()]
  return all.every((pair) => pair.source && pair.other) ? all : all.sort(compareLabels)
}

const numbers = (column: FrameColumn | undefined, rowCount: number): Float64Array => {
  if (!column) return new Float64Array(rowCount).fill(NaN)
  const values = isNumber(column.data) ? numbersOf(column.data) : undefined
  if (!values) throw new TransformError('Comparisons need numbers')
  return values
}

const options = z.object({
  source_columns: z.array(z.string()),
  compare_columns: z.array(z.string()),
  compare_type: z.string(),
  drop_original_columns: z.boolean().nullish(),
  precision: z.int().min(-15).max(15).nullish(),
})

export const compare = operation('compare', options, (frame, given) => {
  const { source_columns: sources, compare_columns: others, compare_type: kind } = given
  needColumns(frame, [...sources, ...others])
  if (sources.length !== others.length) throw new TransformError('`compare_columns` must have the same length as `source_columns`.')
  const calculate = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!calculate) throw new TransformError('`compare_type` must be `difference`, `percentage` or `ratio`')
  const precision = given.precision ?? 4
  const made = sources.flatMap((source, i) => {
    const other = others[i] ?? ''
    return pairs(frame, source, other).map((pair): FrameColumn => {
      const [a, b] = [numbers(pair.source, frame.rowCount), numbers(pair.other, frame.rowCount)]
      const values = new Float64Array(frame.rowCount)
      for (let row = 0; row < values.length; row++) {
        const value = calculate(a[row] ?? NaN, b[row] ?? NaN)
        values[row] = kind === 'difference' ? value : rounded(value, precision)
      }
      return { path: [`${kind}__${source}__${other}`, ...pair.rest], data: floatColumn(values) }
    })
  })
  const dropped = new Set<Label>(given.drop_original_columns && sources.length ? [...sources, ...others] : [])
  return { ...frame, columns: [...frame.columns.filter(({ path }) => !dropped.has(path[0] ?? null)), ...made] }
})
