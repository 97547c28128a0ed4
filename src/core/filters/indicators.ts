import { columnLabel } from '../query/labels.ts'
import type { FilterClause } from '../query/query-object.ts'
import { asList } from '../query/read.ts'
import { isActive, type DataMask } from './data-mask.ts'
import { masksOn, type Around } from './effective-form.ts'
import { isFilter, type FilterItem } from './native-filter.ts'

/** A filter that reaches a chart: it applies, or the chart's data cannot take it. */
export type Indicator = { id: string; name: string; value: string; applies: boolean }

/** Columns that a mask narrows; time settings stand under the names that the answer has for them. */
const columnsOf = ({ extraFormData = {} }: DataMask): string[] => [
  ...asList<FilterClause>(extraFormData['filters']).map(({ col }) => columnLabel(col)),
  ...(extraFormData['time_range'] ? ['__time_range'] : []),
  ...(extraFormData['time_grain_sqla'] ? ['__time_grain'] : []),
  ...(extraFormData['granularity_sqla'] ? ['__time_col'] : []),
]

const wordsOf = ({ filterState, extraFormData }: DataMask): string => {
  if (filterState?.label) return filterState.label
  const value = filterState?.value ?? extraFormData?.['time_range']
  return asList(value).map(String).join(', ')
}

type Rejected = readonly { column: string }[]

/** The filters with a value that reach a chart; `rejected` is what the answer says of columns it does not have. */
export const indicatorsOf = (
  chartId: number,
  around: Pick<Around, 'masks' | 'reach'>,
  names: { filters: readonly FilterItem[]; chartName: (id: number) => string },
  rejected: Rejected,
): Indicator[] =>
  masksOn(chartId, around)
    .filter(isActive)
    .map((mask) => {
      const filter = names.filters.filter(isFilter).find(({ id }) => id === mask.id)
      const columns = columnsOf(mask)
      const applies = columns.length === 0 || columns.some((column) => !rejected.some((one) => one.column === column))
      return { id: mask.id, name: filter?.name ?? names.chartName(Number(mask.id)), value: wordsOf(mask), applies }
    })
