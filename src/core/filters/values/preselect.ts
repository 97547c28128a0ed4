import { asList, asRecord } from '../../query/read.ts'
import type { DataMasks } from '../data-mask.ts'
import { maskOfValue } from './filter-value.ts'
import { chartOfFilterKey, isFilterKey } from '../legacy/filter-key.ts'
import type { NativeFilter } from '../native-filter.ts'

/** Names that the fields of a legacy filter box have for time. */
const timeFields: Readonly<Record<string, NativeFilter['filterType']>> = {
  __time_range: 'filter_time',
  __time_col: 'filter_timecolumn',
  __time_grain: 'filter_timegrain',
}

const takes = ({ filterType, targets }: NativeFilter, name: string): boolean =>
  timeFields[name] === undefined ? targets.some(({ column }) => column?.name === name) : filterType === timeFields[name]

const belongsTo = ({ id }: NativeFilter, chartId: number): boolean => !isFilterKey(id) || chartOfFilterKey(id) === chartId

/**
 * The masks that `preselect_filters` means: values by chart and column. A field of a filter box takes those of its own chart, also
 * after its migration; another native filter takes those of any chart.
 */
export const preselectedMasks = (filters: readonly NativeFilter[], preselected: unknown): DataMasks => {
  const masks = Object.entries(asRecord(preselected)).flatMap(([chartId, columns]) =>
    Object.entries(asRecord(columns)).flatMap(([name, value]) =>
      filters
        .filter((filter) => takes(filter, name) && belongsTo(filter, Number(chartId)))
        .map((filter) => maskOfValue(filter, filter.filterType === 'filter_time' ? asList(value)[0] : asList(value))),
    ),
  )
  return Object.fromEntries(masks.map((mask) => [mask.id, mask]))
}
