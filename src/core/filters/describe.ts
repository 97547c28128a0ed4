import { columnLabel } from '../query/labels.ts'
import type { FilterClause } from '../query/query-object.ts'
import { asList } from '../query/read.ts'
import type { DataMask } from './data-mask.ts'
import { isFilter, type FilterItem } from './native-filter.ts'
import { textOfValue } from './values/value-text.ts'

/** Columns that a mask narrows. */
export const columnsOfMask = ({ extraFormData = {} }: DataMask): string[] =>
  asList<FilterClause>(extraFormData['filters']).map(({ col }) => columnLabel(col))

const valueOf = ({ filterState, extraFormData }: DataMask): string => {
  if (filterState?.label) return filterState.label
  return asList(filterState?.value ?? extraFormData?.['time_range'])
    .map(textOfValue)
    .join(', ')
}

type Names = {
  filters: readonly FilterItem[]
  /** What people read for a column of the chart that emits. */ columnName: (column: string) => string
}

export type MaskDescription = { name: string; value: string }

/** `Region` and `Europe`: a filter's own name, or the columns of the chart item that was pressed, and the value. */
export const describeMask = (mask: DataMask, { filters, columnName }: Names): MaskDescription => {
  const filter = filters.filter(isFilter).find(({ id }) => id === mask.id)
  const columns = [...new Set(columnsOfMask(mask))].map(columnName)
  return { name: filter?.name ?? columns.join(', '), value: valueOf(mask) }
}
