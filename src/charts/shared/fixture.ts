import type { FormData } from '#core/query/query-object.ts'
import type { Column, Table, TimeType } from '#core/table.ts'

/** A chart with its data, for tests, thumbnails and the gallery. */
export type Fixture = {
  title: string
  subtitle?: string
  form: FormData
  tables: Table[]
  formats?: Record<string, string>
  verboseNames?: Record<string, string>
}

type Cells = readonly (number | string | boolean | null)[]

/** Times of a column, epoch ms. */
export type Times = { type: TimeType; values: readonly number[] }

const isTimes = (cells: Cells | Times): cells is Times => !Array.isArray(cells)

const numbers = (values: readonly (number | null)[]) => Float64Array.from(values, (value) => value ?? Number.NaN)

const columnOf = (name: string, cells: Cells | Times): Column => {
  if (isTimes(cells)) return { name, type: cells.type, values: numbers(cells.values) }
  const first = cells.find((cell) => cell !== null)
  if (typeof first === 'number' || first === undefined) return { name, type: 'float', values: numbers(cells as (number | null)[]) }
  if (typeof first === 'boolean') return { name, type: 'boolean', values: cells as (boolean | null)[] }
  return { name, type: 'string', values: cells as (string | null)[] }
}

/** A table from columns of plain values. */
export const tableOf = (columns: Record<string, Cells | Times>, labelMap?: Record<string, string[]>): Table => {
  const list = Object.entries(columns).map(([name, cells]) => columnOf(name, cells))
  return { columns: list, rowCount: list[0]?.values.length ?? 0, ...(labelMap && { labelMap }) }
}

/** First days of months, `step` months apart. */
export const monthsFrom = ([year, month]: readonly [number, number], step: number, count: number): Times => ({
  type: 'date',
  values: Array.from({ length: count }, (_, i) => Date.UTC(year, month - 1 + i * step)),
})

export const metric = (label: string, column = label, aggregate = 'SUM') => ({
  expressionType: 'SIMPLE' as const,
  column: { column_name: column },
  aggregate,
  label,
  hasCustomLabel: true,
})

type Sample = { from: readonly [number, number]; step: number; series: Readonly<Record<string, readonly (number | null)[]>> }

/** A sample as the answer of a time-series chart whose metric's name was dropped. */
export const timeTable = (axis: string, sample: Sample): Table => {
  const lists = Object.entries(sample.series)
  const length = lists[0]?.[1].length ?? 0
  return tableOf(
    { [axis]: monthsFrom(sample.from, sample.step, length), ...Object.fromEntries(lists) },
    Object.fromEntries(lists.map(([name]) => [name, [name]])),
  )
}
