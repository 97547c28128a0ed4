import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { asList } from '#core/query/read.ts'
import { cell, findColumn } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import type { BubbleForm } from './controls.ts'

export type Bubble = { row: number; name: string; series: string; x: number; y: number; size: number | null }

export const bubbleLabel = ({ name, series }: Bubble): string => [name, series].filter(Boolean).join(', ')

const textOf = (table: Table, column: unknown): ((row: number) => string) => {
  const [first] = asList<QueryColumn>(column)
  const found = first === undefined ? undefined : findColumn(table, columnLabel(first))
  return (row) => (found ? String(cell(found, row) ?? '<NULL>') : '')
}

const numberOf = (table: Table, metric: unknown): ((row: number) => number | null) => {
  const [first] = asList<QueryMetric>(metric)
  const found = first === undefined ? undefined : findColumn(table, metricLabel(first))
  return (row) => {
    const value = found ? cell(found, row) : null
    return typeof value === 'number' ? value : null
  }
}

/** One bubble per row that has a place; the big ones first, so that small ones stay in sight. */
export const readBubbles = (table: Table | undefined, form: BubbleForm): Bubble[] => {
  if (!table) return []
  const [name, series] = [textOf(table, form.entity), textOf(table, form.series)]
  const [x, y, size] = [numberOf(table, form.x), numberOf(table, form.y), numberOf(table, form.size)]
  return Array.from({ length: table.rowCount }, (_, row) => ({
    row,
    name: name(row),
    series: series(row),
    x: x(row),
    y: y(row),
    size: size(row),
  }))
    .filter((one): one is Bubble => one.x !== null && one.y !== null)
    .toSorted((a, b) => (b.size ?? 0) - (a.size ?? 0))
}
