import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { MarkFilter } from '#core/query/drill/mark-filter.ts'
import type { FormData } from '#core/query/query-object.ts'
import { xAxisLabel } from '#core/query/x-axis.ts'
import { cell, findColumn, isTemporal } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import type { ClickedItem, Selection } from '../../../chart.ts'
import { timeCondition } from '../../form/mark-condition.ts'
import type { TimeSeriesForm } from './controls.ts'

/** Values of the dimensions that make a series: its parts without metric and time shift. */
const dimensionValues = (id: string, table: Table, form: TimeSeriesForm, count: number): string[] | null => {
  const parts = table.labelMap?.[id] ?? [id]
  const metrics = new Set(form.metrics.map(metricLabel))
  const offsets = new Set(form.time_compare)
  const values = parts.filter(
    (part, i) => !offsets.has(part) && !(i === 0 && parts.length > count && (metrics.has(part) || part.includes('__'))),
  )
  return values.length === count ? values : null
}

const original = (text: string): string | null => (text === '<NULL>' ? null : text)

/** A series stands for its dimensions' values; without dimensions a category stands for itself. */
export const timeSeriesSelection = (params: ClickedItem, tables: Table[], form: TimeSeriesForm): Selection | null => {
  const table = tables[0]
  if (!table) return null
  const dimensions = form.groupby.map(columnLabel)
  if (dimensions.length > 0) {
    const id = params.seriesId ?? params.seriesName
    const values = id === undefined ? null : dimensionValues(id, table, form, dimensions.length)
    if (!values) return null
    return {
      filters: dimensions.map((col, i) => ({ col, op: 'IN', val: [original(values[i] as string)], formattedVal: values[i] as string })),
      label: params.seriesName ?? values.join(', '),
    }
  }
  const axis = findColumn(table, xAxisLabel(form) ?? '')
  if (!axis || isTemporal(axis)) return null
  const shown = params.name
  const row = Array.from({ length: table.rowCount }, (_, i) => i).find((i) => String(cell(axis, i) ?? '<NULL>') === shown)
  if (shown === undefined || row === undefined) return null
  return { filters: [{ col: axis.name, op: 'IN', val: [cell(axis, row)], formattedVal: shown }], label: shown }
}

/** A point of a time axis stands for its unit of time and for its series. */
export const timeSeriesMark = (params: ClickedItem, tables: Table[], form: TimeSeriesForm, saved: FormData): MarkFilter[] => {
  const [table] = tables
  const filters = timeSeriesSelection(params, tables, form)?.filters ?? []
  const axis = table && findColumn(table, xAxisLabel(form) ?? '')
  if (!axis || !isTemporal(axis) || params.dataIndex === undefined) return filters
  const time = timeCondition(saved, axis.name, axis.values[params.dataIndex], params.t?.locale)
  return time ? [time, ...filters] : filters
}
