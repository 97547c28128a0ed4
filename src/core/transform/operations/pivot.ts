import { z } from 'zod'
import type { Column } from '../../table.ts'
import { keyColumns } from './aggregate.ts'
import { aggregateColumn, aggregates, type Measure, measuresOf } from '../aggregator.ts'
import {
  flatLevel,
  type Frame,
  type FrameColumn,
  gather,
  type IndexColumn,
  isMissing,
  type Label,
  labelAt,
  type Level,
  numbersOf,
  takeRows,
} from '../frame.ts'
import { type Groups, groupRows } from '../group.ts'
import { addMargins } from './pivot-margins.ts'
import { needColumns, operation, TransformError } from '../operation.ts'

/** A pivot of too many rows by columns is rejected before it fills the memory. */
const maxCells = 20_000_000

const options = z.object({
  index: z.array(z.string()),
  aggregates,
  columns: z.array(z.string()).nullish(),
  metric_fill_value: z.number().nullish(),
  column_fill_value: z.string().nullish(),
  drop_missing_columns: z.boolean().nullish(),
  combine_value_with_metric: z.boolean().nullish(),
  marginal_distributions: z.boolean().nullish(),
  marginal_distribution_name: z.string().nullish(),
})

/** A text in the place of missing values. */
const filled = (column: Column, text: string): Column => {
  if (!(column.values as ArrayLike<unknown> & { some(test: (v: unknown) => boolean): boolean }).some((v) => v === null || v !== v))
    return column
  const values = Array.from(column.values as unknown[], (v) => (v === null || v !== v ? text : v))
  return column.type === 'string'
    ? { ...column, values: values as string[] }
    : { name: column.name, type: 'json', values: values as string[] }
}

/** The cells that have rows: `row * width + column`, in one number each. */
type Cells = { groups: Groups; at: Int32Array }

const cellsOf = (rows: Groups, columns: Groups, rowCount: number): Cells => {
  const width = columns.count
  const numberOf = new Int32Array(rows.count * width).fill(-1)
  const of = new Int32Array(rowCount)
  const at: number[] = []
  for (let row = 0; row < rowCount; row++) {
    const [r, c] = [rows.of[row] ?? -1, columns.of[row] ?? -1]
    if (r < 0 || c < 0) {
      of[row] = -1
      continue
    }
    const cell = r * width + c
    let number = numberOf[cell] ?? -1
    if (number < 0) {
      number = at.length
      numberOf[cell] = number
      at.push(cell)
    }
    of[row] = number
  }
  return { groups: { of, count: at.length, keys: [] }, at: Int32Array.from(at) }
}

type Pivoted = { measure: Measure; columns: Column[] }

/** Spreads one value per cell over a column per series; an empty cell is missing. */
const spread = (values: Column, { at }: Cells, height: number, width: number): Column[] => {
  const numbers = numbersOf(values)
  if (!numbers) {
    const texts = Array.from({ length: width }, () => Array.from({ length: height }, (): string | null => null))
    at.forEach((cell, i) => {
      const column = texts[cell % width]
      if (column) column[Math.floor(cell / width)] = (values.values[i] as string | null) ?? null
    })
    return texts.map((column) => ({ name: '', type: 'string', values: column }))
  }
  const columns = Array.from({ length: width }, () => new Float64Array(height).fill(NaN))
  for (let i = 0; i < at.length; i++) {
    const cell = at[i] ?? 0
    const column = columns[cell % width]
    if (column) column[Math.floor(cell / width)] = numbers[i] ?? NaN
  }
  const type = values.type === 'boolean' ? 'float' : (values.type as 'float')
  return columns.map((column) => ({ name: '', type, values: column }))
}

const allMissing = (column: Column): boolean => {
  for (let row = 0; row < column.values.length; row++) if (!isMissing(column, row)) return false
  return true
}

const fillWith = (column: Column, value: number): Column =>
  column.type === 'string' || column.type === 'boolean' || column.type === 'json'
    ? column
    : { ...column, values: column.values.map((v) => (v === v ? v : value)) }

/** All combinations of the labels of several index levels, for the rows that have none. */
const everyRow = (keys: Column[], height: number): { keys: Column[]; place: Int32Array; count: number } => {
  const levels = keys.map((key) => groupRows([key], height, true))
  const count = levels.reduce((n, level) => n * level.count, 1)
  if (count > maxCells) throw new TransformError('The pivot has too many cells')
  const place = new Int32Array(height)
  for (let row = 0; row < height; row++) place[row] = levels.reduce((at, level) => at * level.count + (level.of[row] ?? 0), 0)
  let repeat = count
  const full = levels.map((level) => {
    repeat /= level.count
    const [key] = level.keys
    const rows = Array.from({ length: count }, (_, i) => Math.floor(i / repeat) % level.count)
    return key ? gather(key, rows) : undefined
  })
  return { keys: full.filter((key) => key !== undefined), place, count }
}

const metricOrder = (a: Measure, b: Measure) => (a.source < b.source ? -1 : 1)

export const pivot = operation('pivot', options, (frame, given) => {
  const { index, columns: series } = given
  const seriesNames = series ?? []
  needColumns(frame, [...index, ...seriesNames])
  if (index.length === 0) throw new TransformError('Pivot operation requires at least one index')
  if (Object.keys(given.aggregates).length === 0) throw new TransformError('Pivot operation must include at least one aggregate')
  const measures = [...new Map(measuresOf(frame, given.aggregates).map((measure) => [measure.source, measure])).values()].sort(metricOrder)
  const fill = given.column_fill_value === undefined ? '<NULL>' : given.column_fill_value
  const seriesColumns = keyColumns(frame, seriesNames).map((column) => (fill ? filled(column, fill) : column))
  const indexKeys = keyColumns(frame, index)
  const keepMissing = given.drop_missing_columns === false

  const rows = groupRows(indexKeys, frame.rowCount, keepMissing)
  const columns = groupRows(seriesColumns, frame.rowCount)
  if (rows.count * columns.count * measures.length > maxCells) throw new TransformError('The pivot has too many cells')
  const cells = cellsOf(rows, columns, frame.rowCount)
  const pivoted = measures.map((measure): Pivoted => ({
    measure,
    columns: spread(aggregateColumn(measure, cells.groups), cells, rows.count, columns.count),
  }))

  const levels: Level[] = [
    flatLevel,
    ...seriesNames.map((name, i): Level => ({ name, type: keyColumns(frame, seriesNames)[i]?.type ?? 'string' })),
  ]
  const labels = Array.from({ length: columns.count }, (_, c): Label[] => columns.keys.map((key) => labelAt(key, c)))
  const made: Frame = {
    rowCount: rows.count,
    levels,
    columns: pivoted.flatMap(({ measure, columns: own }) =>
      own.map((data, c): FrameColumn => ({ path: [measure.source, ...(labels[c] ?? [])], data })),
    ),
    index: rows.keys.map((data, i): IndexColumn => ({ name: index[i] ?? null, data })),
    firstRow: 0,
  }
  let result = keepMissing ? withEveryRow(made) : withoutEmpty(made)
  const value = given.metric_fill_value
  if (value !== null && value !== undefined)
    result = { ...result, columns: result.columns.map(({ path, data }) => ({ path, data: fillWith(data, value) })) }
  if (given.marginal_distributions) {
    const name = given.marginal_distribution_name ?? 'All'
    result = addMargins(result, { name, measures, indexKeys, seriesColumns, rowCount: frame.rowCount, keepMissing, fill: value ?? null })
  }
  if (!keepMissing) result = { ...result, columns: result.columns.filter(({ data }) => !allMissing(data)) }
  if (!given.combine_value_with_metric) return result
  return withoutEmptyRows(seriesNames.length ? metricLast(result) : result)
})

/** Rows and series without any value. */
const withoutEmpty = (frame: Frame): Frame => {
  const full = new Set(frame.columns.filter(({ data }) => !allMissing(data)).map(({ path }) => JSON.stringify(path.slice(1))))
  return withoutEmptyRows({ ...frame, columns: frame.columns.filter(({ path }) => full.has(JSON.stringify(path.slice(1)))) })
}

const withoutEmptyRows = (frame: Frame): Frame => {
  const rows = Uint32Array.from({ length: frame.rowCount }, (_, row) => row)
  return takeRows(
    frame,
    rows.filter((row) => frame.columns.some(({ data }) => !isMissing(data, row))),
  )
}

const withEveryRow = (frame: Frame): Frame => {
  if (frame.index.length < 2) return frame
  const { keys, place, count } = everyRow(
    frame.index.map(({ data }) => data),
    frame.rowCount,
  )
  const columns = frame.columns.map(({ path, data }): FrameColumn => {
    const numbers = numbersOf(data) ?? new Float64Array()
    const values = new Float64Array(count).fill(NaN)
    place.forEach((to, row) => (values[to] = numbers[row] ?? NaN))
    return { path, data: { name: '', type: 'float', values } }
  })
  return { ...frame, rowCount: count, columns, index: frame.index.map(({ name }, i) => ({ name, data: keys[i] as Column })) }
}

/** Series first, then metric; each series has all metrics. */
const metricLast = (frame: Frame): Frame => {
  const metrics = [...new Set(frame.columns.map(({ path }) => path[0] ?? null))]
  const series = new Map(frame.columns.map(({ path }) => [JSON.stringify(path.slice(1)), path.slice(1)]))
  const found = new Map(frame.columns.map(({ path, data }) => [JSON.stringify(path), data]))
  const missing = (): Column => ({ name: '', type: 'float', values: new Float64Array(frame.rowCount).fill(NaN) })
  const columns = [...series.values()].flatMap((parts) =>
    metrics.map((metric): FrameColumn => ({ path: [...parts, metric], data: found.get(JSON.stringify([metric, ...parts])) ?? missing() })),
  )
  return { ...frame, levels: [...frame.levels.slice(1), flatLevel], columns }
}
