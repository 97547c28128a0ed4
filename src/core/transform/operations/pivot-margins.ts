import type { Column, Json } from '../../table.ts'
import { aggregateColumn, type Measure } from '../aggregator.ts'
import { type Frame, type FrameColumn, gather, type IndexColumn, isMissing, type Label, labelAt, numbersOf } from '../frame.ts'
import { type Groups, groupRows } from '../group.ts'

export type MarginSource = {
  name: string
  measures: Measure[]
  indexKeys: Column[]
  seriesColumns: Column[]
  rowCount: number
  keepMissing: boolean
  /** The value of the last row where a series has no complete row at all. */
  fill: number | null
}

/** Label of group → value, for one measure over the complete rows. */
const totals = (measure: Measure, keys: Column[], rows: Uint32Array): Map<string, number> => {
  const groups: Groups = groupRows(
    keys.map((key) => gather(key, rows)),
    rows.length,
  )
  const values = numbersOf(aggregateColumn({ ...measure, column: gather(measure.column, rows) }, groups)) ?? new Float64Array()
  return new Map(Array.from(values, (value, g) => [JSON.stringify(groups.keys.map((key) => labelAt(key, g))), value]))
}

/**
 * A last column per metric with the totals of the rows, and a last row with those of the columns, over rows without a missing cell.
 * Where missing columns are kept, only the columns of the series stay: the totals of the rows are no series.
 */
export const addMargins = (frame: Frame, source: MarginSource): Frame => {
  const { name, measures, indexKeys, seriesColumns, rowCount, keepMissing, fill } = source
  const needed = [...indexKeys, ...seriesColumns, ...measures.map(({ column }) => column)]
  const complete = Uint32Array.from({ length: rowCount }, (_, row) => row).filter(
    (row) => keepMissing || !needed.some((column) => isMissing(column, row)),
  )
  const height = frame.rowCount
  const rowLabels = Array.from({ length: height }, (_, row) => JSON.stringify(frame.index.map(({ data }) => labelAt(data, row))))

  const columns = measures.flatMap((measure): FrameColumn[] => {
    const grand = totals(measure, [], complete).get('[]') ?? NaN
    const own = frame.columns.filter(({ path }) => path[0] === measure.source)
    if (seriesColumns.length === 0) return own.map(({ path, data }) => ({ path, data: longer(data, grand) }))
    const bySeries = totals(measure, seriesColumns, complete)
    const byRow = totals(measure, indexKeys, complete)
    const margin = Float64Array.from({ length: height + 1 }, (_, row) =>
      row === height ? grand : (byRow.get(rowLabels[row] ?? '') ?? NaN),
    )
    const path: Label[] = [measure.source, name, ...seriesColumns.slice(1).map(() => '')]
    const closed = own.map((column) => ({
      path: column.path,
      data: longer(column.data, bySeries.get(JSON.stringify(column.path.slice(1))) ?? fill ?? NaN),
    }))
    return keepMissing ? closed : [...closed, { path, data: { name: '', type: 'float', values: margin } }]
  })
  const index = frame.index.map((level, i): IndexColumn => ({ name: level.name, data: withLabel(level.data, i === 0 ? name : '', height) }))
  return { ...frame, rowCount: height + 1, columns, index }
}

const longer = (column: Column, last: number): Column => {
  const values = new Float64Array(column.values.length + 1)
  values.set(numbersOf(column) ?? [])
  values[column.values.length] = last
  return { name: '', type: 'float', values }
}

const withLabel = (column: Column, label: string, height: number): Column => {
  const values: Json[] = Array.from({ length: height }, (_, row) => labelAt(column, row))
  return column.type === 'string'
    ? { name: '', type: 'string', values: [...column.values, label] }
    : { name: '', type: 'json', values: [...values, label] }
}
