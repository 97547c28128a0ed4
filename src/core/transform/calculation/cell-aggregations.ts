/** A value of one cell. */
export type Cell = string | number | boolean | null

/** Values of one group to one cell. */
export type Aggregation = (values: Cell[]) => Cell

const withoutNulls = (values: Cell[]) => values.filter((value) => value !== null)
export const numbers = (values: Cell[]): number[] => withoutNulls(values).map(Number).filter(Number.isFinite)
export const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: number[]) => (values.length ? sum(values) / values.length : null)

const median = (values: number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (!sorted.length) return null
  return sorted.length % 2 ? (sorted[middle] ?? null) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const variance = (values: number[]): number => {
  if (values.length < 2) return 0
  const middle = mean(values) ?? 0
  return sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1)
}

const ofNumbers =
  (aggregate: (values: number[]) => number | null): Aggregation =>
  (values) =>
    aggregate(numbers(values))

const total = ofNumbers(sum)
const count: Aggregation = (values) => withoutNulls(values).length

/** Each value once. */
export const distinct = (values: Cell[]): Cell[] => [...new Set(withoutNulls(values))]

/** What the pivot table's cells can say of their values; fractions are of these. */
export const aggregations: Record<string, Aggregation> = {
  Count: count,
  'Count Unique Values': (values) => distinct(values).length,
  'List Unique Values': (values) => distinct(values).join(', '),
  Sum: total,
  Average: ofNumbers(mean),
  Median: ofNumbers(median),
  'Sample Variance': ofNumbers(variance),
  'Sample Standard Deviation': ofNumbers((values) => Math.sqrt(variance(values))),
  Minimum: ofNumbers((values) => (values.length ? values.reduce((a, b) => Math.min(a, b)) : null)),
  Maximum: ofNumbers((values) => (values.length ? values.reduce((a, b) => Math.max(a, b)) : null)),
  First: (values) => values[0] ?? null,
  Last: (values) => values.at(-1) ?? null,
  'Sum as Fraction of Total': total,
  'Sum as Fraction of Rows': total,
  'Sum as Fraction of Columns': total,
  'Count as Fraction of Total': count,
  'Count as Fraction of Rows': count,
  'Count as Fraction of Columns': count,
}
