import type { Table } from '#core/table.ts'
import type { ClickedItem, Selection } from '../../chart.ts'
import { readOneMetric, readSlices } from './slices.ts'
import type { OneMetricForm } from './slices.ts'

/** A clicked slice stands for the values of its dimensions; what was merged stands for nothing. */
export const oneMetricSelection = (params: ClickedItem, tables: Table[], form: OneMetricForm): Selection | null => {
  const slice = readSlices(tables[0], form, params).find(({ name }) => name === params.name)
  const { dimensions } = readOneMetric(tables[0], form)
  if (!slice?.key || dimensions.length === 0) return null
  return {
    filters: dimensions.map((column, i) => ({ col: column.name, op: 'IN', val: [slice.key?.[i] ?? null], formattedVal: slice.name })),
    label: slice.name,
  }
}
