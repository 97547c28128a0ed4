import { t } from '#core/i18n/t.ts'
import { aggregations, type Aggregation } from '#core/transform/calculation/cell-aggregations.ts'
import { shareOf } from './aggregations.ts'
import { compareKeys, keyText, runs, transposed, withColumns, type Cell, type Grid, type Key } from './grid.ts'

export type Row = Record<string, Cell>

export type PivotOptions = {
  rows: string[]
  columns: string[]
  metrics: string[]
  /** `Sum`, `Average`, `Sum as Fraction of Rows` … */
  aggregate: string
  transpose: boolean
  /** Metrics inside the groups of columns instead of above them. */
  combineMetrics: boolean
  rowTotals: boolean
  columnTotals: boolean
  metricsOnRows: boolean
}

const distinctKeys = (rows: Row[], names: string[]): Key[] => {
  const keys = new Map<string, Key>()
  for (const row of rows) {
    const key = names.map((name) => row[name] ?? null)
    keys.set(keyText(key), key)
  }
  return [...keys.values()].sort(compareKeys)
}

const emptyRow = (row: Cell[]) => row.every((cell) => cell === null)

/** Without columns or rows that nothing fell into. */
const filled = (grid: Grid): Grid => {
  const rows = grid.cells.flatMap((row, i) => (emptyRow(row) ? [] : [i]))
  const kept = { ...grid, index: rows.map((i) => grid.index[i] ?? []), cells: rows.map((i) => grid.cells[i] ?? []) }
  const columns = grid.columns.flatMap((_, i) => (kept.cells.every((row) => (row[i] ?? null) === null) ? [] : [i]))
  return withColumns(kept, columns)
}

/** Metric above the column groups; one row for each group of rows. */
const gridOf = (rows: Row[], { rows: by, columns, metrics }: PivotOptions, aggregation: Aggregation): Grid => {
  const index = distinctKeys(rows, by)
  const groups = distinctKeys(rows, columns)
  const placeOf = (keys: Key[]) => new Map(keys.map((key, i) => [keyText(key), i]))
  const rowPlaces = placeOf(index)
  const groupPlaces = placeOf(groups)
  const values: Cell[][][] = index.map(() => metrics.flatMap(() => groups.map(() => [])))
  for (const row of rows) {
    const at = rowPlaces.get(keyText(by.map((name) => row[name] ?? null))) ?? 0
    const group = groupPlaces.get(keyText(columns.map((name) => row[name] ?? null))) ?? 0
    metrics.forEach((metric, i) => values[at]?.[i * groups.length + group]?.push(row[metric] ?? null))
  }
  const cells = values.map((line) => line.map((cell) => (cell.length ? aggregation(cell) : null)))
  return filled({ index, columns: metrics.flatMap((metric) => groups.map((group) => [metric, ...group])), cells })
}

/** The metric as the last level, the groups in order, the metrics within each in theirs. */
const combined = (grid: Grid, metrics: string[]): Grid => {
  const moved = { ...grid, columns: grid.columns.map(([metric = null, ...group]) => [...group, metric]) }
  const orderOf = (key: Key): Key => [...key.slice(0, -1), metrics.indexOf(String(key.at(-1)))]
  const places = moved.columns.map((_, i) => i)
  return withColumns(
    moved,
    places.sort((a, b) => compareKeys(orderOf(moved.columns[a] ?? []), orderOf(moved.columns[b] ?? []))),
  )
}

type Totals = { name: string; aggregation: Aggregation }

/** A total behind all columns and a subtotal behind each group of them. */
const withTotals = (grid: Grid, { name, aggregation }: Totals): Grid => {
  const depth = grid.columns[0]?.length ?? 0
  let added = grid
  for (let level = 0; level < depth; level++) {
    const groups = runs(grid.columns, level).map(({ beginning, start, end }) => ({
      label: [...beginning, level ? t('Subtotal') : name, ...Array.from({ length: depth - level - 1 }, () => '')],
      values: grid.cells.map((row) => aggregation(row.slice(start, end))),
      beginning: keyText(beginning),
    }))
    for (const group of groups) {
      const place = added.columns.findLastIndex((key) => keyText(key.slice(0, level)) === group.beginning) + 1
      // Totals stay behind the groups that they are of.
      const behind = level ? place : added.columns.length
      added = {
        ...added,
        columns: added.columns.toSpliced(behind, 0, group.label),
        cells: added.cells.map((row, i) => row.toSpliced(behind, 0, group.values[i] ?? null)),
      }
    }
  }
  return added
}

/** Rows as a pivot table, as the chart of that name shows them. */
export const pivotRows = (rows: Row[], given: PivotOptions): Grid => {
  const aggregation = aggregations[given.aggregate] ?? aggregations['Sum']
  if (!aggregation) return { index: [], columns: [], cells: [] }
  const totals: Totals = { name: t('Total (%(aggfunc)s)', { aggfunc: given.aggregate }), aggregation }
  const swapped = given.transpose !== given.metricsOnRows
  const options = swapped ? { ...given, rows: given.columns, columns: given.rows } : given
  let grid = gridOf(rows, options, aggregation)
  if (!options.rows.length) grid = { ...grid, index: grid.index.map(() => [totals.name]) }
  if (options.combineMetrics && options.columns.length) grid = combined(grid, options.metrics)
  const share = shareOf(given.aggregate, given.metricsOnRows)
  if (share) grid = share(grid)
  const [acrossColumns, acrossRows] = given.metricsOnRows ? [given.columnTotals, given.rowTotals] : [given.rowTotals, given.columnTotals]
  if (acrossColumns) grid = withTotals(grid, totals)
  if (acrossRows && options.rows.length) grid = transposed(withTotals(transposed(grid), totals))
  return given.metricsOnRows ? transposed(grid) : grid
}
