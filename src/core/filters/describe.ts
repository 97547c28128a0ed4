import { columnLabel } from '../query/labels.ts'
import type { FilterClause } from '../query/query-object.ts'
import { asList } from '../query/read.ts'
import type { DataMask } from './data-mask.ts'
import { isFilter, type FilterItem } from './native-filter.ts'

export type MaskNames = {
  filters: readonly FilterItem[]
  /** What people read for a column of the chart that emits. */
  columnName: (chartId: number, column: string) => string
}

/** Columns that a mask narrows. */
export const columnsOfMask = ({ extraFormData = {} }: DataMask): string[] =>
  asList<FilterClause>(extraFormData['filters']).map(({ col }) => columnLabel(col))

const valueOf = ({ filterState, extraFormData }: DataMask): string => {
  if (filterState?.label) return filterState.label
  return asList(filterState?.value ?? extraFormData?.['time_range'])
    .map((value) => (value === null ? '<NULL>' : String(value)))
    .join(', ')
}

/** `Region` and `Europe`: a filter's own name, or the columns of the chart item that was pressed, and the value. */
export const describeMask = (id: string, mask: DataMask, { filters, columnName }: MaskNames): { name: string; value: string } => {
  const filter = filters.filter(isFilter).find((one) => one.id === id)
  const columns = [...new Set(columnsOfMask(mask))].map((column) => columnName(Number(id), column))
  return { name: filter?.name ?? columns.join(', '), value: valueOf(mask) }
}
