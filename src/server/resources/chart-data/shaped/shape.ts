import { numberFormatter } from '#core/format/number.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { asRecord } from '#core/query/read.ts'
import type { QueryColumn, QueryMetric, ResultFormat } from '#core/query/query-object.ts'
import { isoText } from '#core/time/civil.ts'
import type { Column, Table } from '#core/table.ts'
import { verboseNames, type Dataset } from '#engines/compile/dataset.ts'
import { encodeCsv } from '#engines/encode/csv.ts'
import { encodeXlsx } from '#engines/encode/xlsx.ts'
import type { DataAnswer } from '#engines/host/protocol.ts'
import type { Cell, Grid, Key } from './grid.ts'
import { pivotRows, type Row } from './pivot.ts'

type GenericType = DataAnswer['coltypes'][number]

/** What a chart makes of its rows before it shows them. */
export type Shaped = {
  colnames: unknown[]
  coltypes: GenericType[]
  /** Absent: 0…n−1. */
  indexnames?: unknown[]
  rowcount: number
  bytes: Uint8Array
}

type Form = Record<string, unknown>
type Shaping = { form: Form; dataset: Dataset; format: ResultFormat }
type Shape = (answer: DataAnswer, shaping: Shaping) => Promise<Shaped>

const list = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : [])

const readRows = ({ bytes }: DataAnswer): Row[] => JSON.parse(new TextDecoder().decode(bytes)) as Row[]

const mostBytes = 512 * 1024 ** 2

const encoded = async (table: Table, format: 'csv' | 'xlsx'): Promise<Uint8Array> => {
  const { bytes } = await (format === 'csv' ? encodeCsv(table, mostBytes) : encodeXlsx(table, mostBytes))
  return Buffer.concat(bytes)
}

const columnOf = (name: string, type: GenericType, cells: Cell[]): Column => {
  const isText = type === 1 || cells.some((cell) => typeof cell === 'string')
  if (isText) return { name, type: 'string', values: cells.map((cell) => (cell === null ? null : String(cell))) }
  if (type === 3) return { name, type: 'boolean', values: cells.map((cell) => (cell === null ? null : Boolean(cell))) }
  return {
    name,
    type: type === 2 ? 'timestamp' : 'float',
    values: Float64Array.from(cells, (cell) => (cell === null ? NaN : Number(cell))),
  }
}

const encoder = new TextEncoder()

const json = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

/** Labels of several levels as one text. */
const flat = (key: Key): string =>
  key
    .map((part) => (part === null ? 'nan' : String(part)))
    .join(' ')
    .trim()

const gridJson = ({ index, columns, cells }: Grid): Uint8Array =>
  json(
    Object.fromEntries(
      columns.map((column, i) => [flat(column), Object.fromEntries(index.map((key, row) => [flat(key), cells[row]?.[i] ?? null]))]),
    ),
  )

const gridTable = ({ index, columns, cells }: Grid): Table => ({
  rowCount: index.length,
  columns: [
    { name: '', type: 'string', values: index.map(flat) },
    ...columns.map((column, i) =>
      columnOf(
        flat(column),
        0,
        cells.map((row) => row[i] ?? null),
      ),
    ),
  ],
})

const isNumeric = ({ cells }: Grid, column: number) => cells.every((row) => typeof row[column] !== 'string')

/** Rows under the names that people see, times as text. */
const shownRows = (answer: DataAnswer, dataset: Dataset): Row[] => {
  const verbose = verboseNames(dataset)
  const names = answer.colnames.map((name, i) => ({ name, shown: ownValue(verbose, name) ?? name, isTime: answer.coltypes[i] === 2 }))
  return readRows(answer).map((row) =>
    Object.fromEntries(
      names.map(({ name, shown, isTime }) => {
        const cell = row[name] ?? null
        return [shown, isTime && typeof cell === 'number' ? isoText(cell).replace('T', ' ') : cell]
      }),
    ),
  )
}

const pivotTable: Shape = async (answer, { form, dataset, format }) => {
  const verbose = verboseNames(dataset)
  const shown = (name: string) => ownValue(verbose, name) ?? name
  const grid = pivotRows(shownRows(answer, dataset), {
    rows: list<QueryColumn>(form['groupbyRows']).map((column) => shown(columnLabel(column))),
    columns: list<QueryColumn>(form['groupbyColumns']).map((column) => shown(columnLabel(column))),
    metrics: list<QueryMetric>(form['metrics']).map((metric) => shown(metricLabel(metric))),
    aggregate: typeof form['aggregateFunction'] === 'string' ? form['aggregateFunction'] : 'Sum',
    transpose: Boolean(form['transposePivot']),
    combineMetrics: Boolean(form['combineMetric']),
    rowTotals: Boolean(form['rowTotals']),
    columnTotals: Boolean(form['colTotals']),
    metricsOnRows: form['metricsLayout'] === 'ROWS',
  })
  return {
    colnames: grid.columns,
    coltypes: grid.columns.map((_, i) => (isNumeric(grid, i) ? 0 : 1)),
    indexnames: grid.index,
    rowcount: grid.index.length,
    bytes: format === 'json' ? gridJson(grid) : await encoded(gridTable(grid), format),
  }
}

/** Cells in the number formats of the form's columns. */
const formatted = (cells: Cell[], format: unknown): Cell[] => {
  if (typeof format !== 'string' || !format) return cells
  const write = numberFormatter(format)
  return cells.map((cell) => (typeof cell === 'number' ? write(cell) : cell))
}

const table: Shape = async (answer, { form, dataset, format }) => {
  const verbose = verboseNames(dataset)
  const rows = readRows(answer)
  const config = asRecord(form['column_config'])
  const columns = answer.colnames.map((name, i) => {
    const shown = ownValue(verbose, name) ?? name
    const cells = formatted(
      rows.map((row) => row[name] ?? null),
      asRecord(config[shown])['d3NumberFormat'],
    )
    const type: GenericType = cells.some((cell) => typeof cell === 'string') ? 1 : (answer.coltypes[i] ?? 1)
    return { shown, cells, type }
  })
  const shaped = { colnames: columns.map(({ shown }) => shown), coltypes: columns.map(({ type }) => type), rowcount: rows.length }
  if (format === 'json') {
    return { ...shaped, bytes: json(Object.fromEntries(columns.map(({ shown, cells }) => [shown, Object.fromEntries(cells.entries())]))) }
  }
  const written = { rowCount: rows.length, columns: columns.map(({ shown, type, cells }) => columnOf(shown, type, cells)) }
  return { ...shaped, bytes: await encoded(written, format) }
}

const shapes: Record<string, Shape> = { pivot_table_v2: pivotTable, table }

/** How the chart of a form shapes its rows; undefined when it shows them as they are. */
export const shapeOf = (form: Form): Shape | undefined => {
  const type = form['viz_type']
  return typeof type === 'string' && Object.hasOwn(shapes, type) ? shapes[type] : undefined
}
