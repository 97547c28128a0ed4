import type { ExtraFormData } from '../../query/extras.ts'
import { asList } from '../../query/read.ts'
import { noFilter } from '../../time/range/frame.ts'
import { hasValue, type DataMask, type FilterState } from '../data-mask.ts'
import type { NativeFilter } from '../native-filter.ts'
import { textOfValue } from './value-text.ts'

/** What is known of the values that a filter offers. */
export type Offer = {
  /** The shown text of a value; by default the value itself. */
  labelOf?: (value: unknown) => string
  /** The smallest and largest value of the data, for a range. */
  bounds?: readonly [min: number, max: number]
  /** Follows the values of an inverse selection. */
  excludedText?: string
}

type MaskParts = { extraFormData: ExtraFormData; filterState: FilterState }
type Filter = Pick<NativeFilter, 'filterType' | 'targets' | 'controlValues'>

const columnOf = ({ targets }: Filter): string => targets[0]?.column?.name ?? ''

/** Matches no row: a required filter without a value shows nothing. */
const nothing = { adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }] }

const select = (filter: Filter, value: unknown, { labelOf = textOfValue, excludedText = '(excluded)' }: Offer): MaskParts => {
  const values = asList(value)
  const isInverse = filter.controlValues['inverseSelection'] === true
  const isRequired = filter.controlValues['enableEmptyFilter'] === true
  if (values.length === 0)
    return {
      extraFormData: isRequired && !isInverse ? nothing : {},
      filterState: { value: null, label: '', excludeFilterValues: isInverse },
    }
  const label = [values.map(labelOf).join(', '), ...(isInverse ? [excludedText] : [])].join(' ')
  return {
    extraFormData: { filters: [{ col: columnOf(filter), op: isInverse ? 'NOT IN' : 'IN', val: values }] },
    filterState: { value: values, label, excludeFilterValues: isInverse },
  }
}

const asBound = (value: unknown): number | null => (typeof value === 'number' && !Number.isNaN(value) ? value : null)

/** `1 ≤ x ≤ 5`, `x ≥ 1`, `x = 2`; empty without a bound. */
export const rangeLabel = ([lower, upper]: readonly [number | null, number | null]): string => {
  if (lower !== null && lower === upper) return `x = ${lower}`
  if (lower !== null && upper !== null) return `${lower} ≤ x ≤ ${upper}`
  if (lower !== null) return `x ≥ ${lower}`
  return upper === null ? '' : `x ≤ ${upper}`
}

const range = (filter: Filter, value: unknown, { bounds }: Offer): MaskParts => {
  const [from = null, to = null] = asList(value).map(asBound)
  // A bound at the end of the data narrows nothing.
  const lower = from === bounds?.[0] && from !== to ? null : from
  const upper = to === bounds?.[1] && from !== to ? null : to
  const col = columnOf(filter)
  const filters =
    lower !== null && lower === upper
      ? [{ col, op: '==', val: lower }]
      : [...(lower === null ? [] : [{ col, op: '>=', val: lower }]), ...(upper === null ? [] : [{ col, op: '<=', val: upper }])]
  return {
    extraFormData: filters.length > 0 ? { filters } : {},
    filterState: filters.length > 0 ? { value: [lower, upper], label: rangeLabel([lower, upper]) } : { value: null, label: '' },
  }
}

const time = (_filter: Filter, value: unknown): MaskParts => {
  const isSet = typeof value === 'string' && value !== '' && value !== noFilter
  return isSet ? { extraFormData: { time_range: value }, filterState: { value } } : { extraFormData: {}, filterState: {} }
}

/** One choice that replaces a setting of the charts. */
const setting =
  (key: 'granularity_sqla' | 'time_grain_sqla') =>
  (_filter: Filter, value: unknown, { labelOf = textOfValue }: Offer): MaskParts => {
    const [chosen] = asList(value)
    if (chosen === undefined || chosen === null) return { extraFormData: {}, filterState: { value: null } }
    return { extraFormData: { [key]: chosen }, filterState: { value: [chosen], label: labelOf(chosen) } }
  }

/** Columns that tables group by besides their own. */
const grouping = (_filter: Filter, value: unknown, { labelOf = textOfValue }: Offer): MaskParts => {
  const columns = asList(value)
  if (columns.length === 0) return { extraFormData: {}, filterState: { value: null } }
  return { extraFormData: { interactive_groupby: columns }, filterState: { value: columns, label: columns.map(labelOf).join(', ') } }
}

const byType: Record<NativeFilter['filterType'], (filter: Filter, value: unknown, offer: Offer) => MaskParts> = {
  filter_select: select,
  filter_range: range,
  filter_time: time,
  filter_timecolumn: setting('granularity_sqla'),
  filter_timegrain: setting('time_grain_sqla'),
  filter_groupby: grouping,
  unknown: () => ({ extraFormData: {}, filterState: {} }),
}

/** The mask of a filter with a value: a list, two bounds, a time range, a column or a grain. */
export const maskOfValue = (filter: Filter & Pick<NativeFilter, 'id'>, value: unknown, offer: Offer = {}): DataMask => {
  return { id: filter.id, ...byType[filter.filterType](filter, value, offer), ownState: {} }
}

/** The values that a filter now offers: all that there are, or the first of many. */
export type Options = { values: readonly unknown[]; isComplete: boolean }

/**
 * The value that a list filter has once its options came, at first or under other values of its parents: what is offered no more goes,
 * where all that there are were offered; then the first one where the filter takes that by itself.
 */
export const valueAmong = (
  { controlValues }: Pick<Filter, 'controlValues'>,
  value: unknown,
  { values, isComplete }: Options,
): unknown[] | null => {
  const chosen = hasValue(value) ? asList(value) : []
  const kept = isComplete ? chosen.filter((one) => values.includes(one)) : chosen
  if (kept.length > 0) return kept
  return controlValues['defaultToFirstItem'] === true && values.length > 0 ? [values[0]] : null
}

/** The value that a range has once its bounds came: cut to them, none where they do not meet. */
export const valueWithin = (value: unknown, [min, max]: readonly [number, number]): [number | null, number | null] | null => {
  const [lower = null, upper = null] = asList(value).map(asBound)
  if ((lower === null && upper === null) || (lower ?? min) > max || (upper ?? max) < min) return null
  return [lower === null ? null : Math.max(lower, min), upper === null ? null : Math.min(upper, max)]
}
