import type { DrawContext } from '../../../chart.ts'
import type { Axis, Series } from './series.ts'

/** Rows that the person looks at; null where that is all of them. */
const rowsInSpan = ({ kind, values }: Axis, { timeSpan }: Pick<DrawContext, 'timeSpan'>): number[] | null => {
  if (kind !== 'time' || !timeSpan) return null
  const [from, to] = timeSpan
  const rows = values.flatMap((value, row) => ((value as number) >= from && (value as number) <= to ? [row] : []))
  return rows.length > 0 && rows.length < values.length ? rows : null
}

const at = <T>(list: T[], rows: number[]): T[] => rows.map((row) => list[row] as T)

/** The axis as far as the person looks at it. */
export const axisInSpan = (axis: Axis, context: Pick<DrawContext, 'timeSpan'>): Axis => {
  const rows = rowsInSpan(axis, context)
  return rows ? { ...axis, values: at(axis.values, rows) } : axis
}

/** The series as far as the person looks at them. */
export const seriesInSpan = (series: Series[], axis: Axis, context: Pick<DrawContext, 'timeSpan'>): Series[] => {
  const rows = rowsInSpan(axis, context)
  if (!rows) return series
  return series.map((one) => ({
    ...one,
    values: at(one.values, rows),
    ...(one.bounds && { bounds: { lower: at(one.bounds.lower, rows), upper: at(one.bounds.upper, rows) } }),
  }))
}
