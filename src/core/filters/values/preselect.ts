import { asList, asRecord } from '../../query/read.ts'
import type { DataMasks } from '../data-mask.ts'
import { maskOfValue } from './filter-value.ts'
import type { NativeFilter } from '../native-filter.ts'

/** Names that the fields of a legacy filter box have for time. */
const timeFields: Readonly<Record<string, NativeFilter['filterType']>> = {
  __time_range: 'filter_time',
  __time_col: 'filter_timecolumn',
  __time_grain: 'filter_timegrain',
}

const takes = ({ filterType, targets }: NativeFilter, name: string): boolean =>
  timeFields[name] === undefined ? targets.some(({ column }) => column?.name === name) : filterType === timeFields[name]

/** The masks that `preselect_filters` means: values by column, under the ids of filter boxes that became native filters. */
export const preselectedMasks = (filters: readonly NativeFilter[], preselected: unknown): DataMasks => {
  const values = Object.assign({}, ...Object.values(asRecord(preselected)).map(asRecord)) as Record<string, unknown>
  const masks = Object.entries(values).flatMap(([name, value]) =>
    filters
      .filter((filter) => takes(filter, name))
      .map((filter) => maskOfValue(filter, filter.filterType === 'filter_time' ? asList(value)[0] : asList(value))),
  )
  return Object.fromEntries(masks.map((mask) => [mask.id, mask]))
}
