import { ownValue } from '#core/encoding/own-keys.ts'
import { labelAt, numbersOf } from '#core/transform/frame.ts'
import { type Answered, columnNames, metricNames, nullName, numberIn, type Row, timeColumn } from './answered.ts'
import { processed, timesOf } from './series.ts'

type Node = { name: unknown; val?: number | null; children: Node[] }

/** Rows by the value of a column, in the order of the values; those without one are a group, too. */
const groupBy = (rows: readonly Row[], column: string): [value: unknown, rows: Row[]][] => {
  const groups = new Map<unknown, Row[]>()
  for (const row of rows) {
    const value = row[column] ?? nullName
    const group = groups.get(value) ?? []
    group.push(row)
    groups.set(value, group)
  }
  const compare = (a: unknown, b: unknown) => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1)
  return [...groups].toSorted(([a], [b]) => compare(a, b))
}

const numbersIn = (rows: readonly Row[], metric: string): number[] =>
  rows.flatMap((row) => {
    const value = numberIn(row, metric)
    return value === null ? [] : [value]
  })

type Measure = (rows: readonly Row[], metric: string) => number | null

const total: Measure = (rows, metric) => numbersIn(rows, metric).reduce((sum, value) => sum + value, 0)

const mean: Measure = (rows, metric) => {
  const values = numbersIn(rows, metric)
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

const changes: Record<string, (last: number, first: number) => number> = {
  point_diff: (last, first) => last - first,
  point_factor: (last, first) => last / first,
  point_percent: (last, first) => last / first - 1,
}

/** How much the total changes from the first time of all rows to the last. */
const changeBetween = (all: readonly Row[], change: (last: number, first: number) => number): Measure => {
  const times = all.map((row) => Number(row[timeColumn]))
  const [first, last] = [times.reduce((a, b) => Math.min(a, b), Infinity), times.reduce((a, b) => Math.max(a, b), -Infinity)]
  const at = (rows: readonly Row[], time: number) => rows.filter((row) => Number(row[timeColumn]) === time)
  return (rows, metric) => finite(change(total(at(rows, last), metric) ?? 0, total(at(rows, first), metric) ?? 0))
}

/** Names below the second level are paths. */
const nest = (
  rows: readonly Row[],
  groups: readonly string[],
  measured: { metric: string; measure: Measure },
  path: unknown[] = [],
): Node[] => {
  const [group, ...rest] = groups
  if (group === undefined) return []
  return groupBy(rows, group).map(([value, members]) => {
    const names = [...path, value]
    const name = names.length > 1 ? names : value
    return { name, val: measured.measure(members, measured.metric), children: nest(members, rest, measured, names) }
  })
}

/** One tree per time, from pivots over more and more of the groups. */
const nestOverTime = (answered: Answered, groups: readonly string[]): Node[] => {
  const metrics = metricNames(answered.form)
  const levels = groups.map((_, i) => processed(answered, metrics, { groups: groups.slice(0, i + 1), isTotal: true }))
  const whole = processed(answered, metrics, { groups: [], isTotal: true })
  const below = (path: readonly unknown[], row: number): Node[] => {
    const level = levels[path.length - 1]
    const columns = level?.columns.filter((column) => path.every((part, i) => column.path[i] === part)) ?? []
    return columns.map((column) => {
      const name = column.path[path.length]
      return { name, val: finite(numbersOf(column.data)?.[row] ?? NaN), children: below([...path, name], row) }
    })
  }
  const [index] = whole.index
  return metrics.map((metric) => ({
    name: metric,
    children: Array.from(timesOf(whole), (_, row) => {
      const column = whole.columns.find(({ path }) => path[0] === metric)
      const val = finite((column && numbersOf(column.data)?.[row]) ?? NaN)
      return { name: index ? labelAt(index.data, row) : null, val, children: below([metric], row) }
    }),
  }))
}

/** One tree of `{name, val, children}` per metric. */
export const partitionData = (answered: Answered): Node[] => {
  const { form, rows } = answered
  const groups = columnNames(form['groupby'])
  const kind = String(form['time_series_option'] ?? 'not_time')
  if (kind === 'adv_anal') return nestOverTime(answered, groups)
  const change = ownValue(changes, kind)
  const measure = change ? changeBetween(rows, change) : kind === 'agg_mean' ? mean : total
  const isByTime = !change && !['not_time', 'agg_sum', 'agg_mean'].includes(kind)
  return metricNames(form).map((metric) => ({
    name: metric,
    val: measure(rows, metric),
    children: nest(rows, isByTime ? [timeColumn, ...groups] : groups, { metric, measure }),
  }))
}
