import { isSame } from '#core/filters/masks.ts'
import { rootId } from '#core/layout/component.ts'
import { hasValue } from '#core/filters/data-mask.ts'
import { maskOfValue, type Offer } from '#core/filters/values/filter-value.ts'
import {
  isFilter,
  readFilterItem,
  type FilterDivider,
  type FilterItem,
  type FilterType,
  type NativeFilter,
} from '#core/filters/native-filter.ts'
import { usualTimeColumn, type TimeColumns } from '#core/filters/settings/time-column.ts'
import { initialScope } from '#core/filters/scope/scope-tree.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { noFilter } from '#core/time/range/frame.ts'
import type { Section } from './config-state.ts'

/** A chart of the dashboard and its dataset. */
export type PlacedData = { chartId: number; datasetId: number | null }

const isRequiredOff = { enableEmptyFilter: false }

/** What the controls of a new filter are set to. */
const startControls: Record<FilterType, Record<string, unknown>> = {
  filter_select: { ...isRequiredOff, defaultToFirstItem: false, multiSelect: true, searchAllOptions: false, inverseSelection: false },
  filter_range: isRequiredOff,
  filter_time: isRequiredOff,
  filter_timecolumn: isRequiredOff,
  filter_timegrain: isRequiredOff,
  filter_groupby: { ...isRequiredOff, multiSelect: true },
}

const emptyDefault = { extraFormData: {}, filterState: {}, ownState: {} }

/** The part of an id that tells items apart, as short as Superset's. */
const randomPart = (): string => crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), '')

const read = (entry: Record<string, unknown>): FilterItem => {
  const item = readFilterItem(entry)
  if (!item) throw new Error('an item without an id')
  return item
}

/** A filter of values, on the dataset of most charts, for the charts of that dataset. */
export const newFilter = (charts: readonly PlacedData[], datasetId: number | undefined): FilterItem =>
  read({
    id: `NATIVE_FILTER-${randomPart()}`,
    type: 'NATIVE_FILTER',
    name: '',
    filterType: 'filter_select',
    targets: [datasetId === undefined ? {} : { datasetId }],
    controlValues: startControls.filter_select,
    defaultDataMask: emptyDefault,
    scope: initialScope(charts, datasetId),
  })

/** The item for one tab only. */
export const withTab = (item: FilterItem, tab: string): FilterItem =>
  isFilter(item) ? { ...item, scope: { ...item.scope, rootPath: [tab] } } : item

export const newDivider = (): FilterDivider => ({
  id: `NATIVE_FILTER_DIVIDER-${randomPart()}`,
  type: 'DIVIDER',
  title: '',
  description: '',
})

/** The dataset of most charts. */
export const commonDataset = (charts: readonly PlacedData[]): number | undefined => {
  const counts = new Map<number, number>()
  for (const { datasetId } of charts) if (datasetId !== null) counts.set(datasetId, (counts.get(datasetId) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

const targetsOf = ({ targets: [target] }: NativeFilter, type: FilterType): NativeFilter['targets'] => {
  if (type === 'filter_time') return [{}]
  if (type === 'filter_select' || type === 'filter_range') return [target ?? {}]
  return [target?.datasetId === undefined ? {} : { datasetId: target.datasetId }]
}

/** The filter as one of another type, without what that type does not have. A column that does not fit goes. */
export const withType = (filter: NativeFilter, type: FilterType, fits: (column: string) => boolean): NativeFilter => {
  const [target = {}] = targetsOf(filter, type)
  const { column, ...rest } = target
  return {
    ...filter,
    filterType: type,
    targets: [column && fits(column.name) ? target : rest],
    controlValues: { ...startControls[type], enableEmptyFilter: filter.controlValues['enableEmptyFilter'] === true },
    defaultDataMask: emptyDefault,
    requiredFirst: false,
    cascadeParentIds: type === 'filter_select' || type === 'filter_range' ? filter.cascadeParentIds : [],
    ...(type !== 'filter_select' && type !== 'filter_range' && noPreFilter),
    ...(type !== 'filter_select' && { sortMetric: null }),
  }
}

const noPreFilter = { adhoc_filters: [], time_range: null, granularity_sqla: null }

/** The filter on another dataset. A scope that nobody chose follows the dataset. */
export const withDataset = (filter: NativeFilter, datasetId: number, charts: readonly PlacedData[]): NativeFilter => {
  const before = filter.targets[0]?.datasetId
  if (before === datasetId) return filter
  return {
    ...filter,
    targets: [{ datasetId }],
    defaultDataMask: emptyDefault,
    sortMetric: null,
    ...noPreFilter,
    ...(isSame(filter.scope, initialScope(charts, before)) && { scope: initialScope(charts, datasetId) }),
  }
}

/** The filter on another column; one without a name of its own is called like the column. */
export const withColumn = (filter: NativeFilter, name: string): NativeFilter => ({
  ...filter,
  name: filter.name.trim() === '' ? name : filter.name,
  targets: [{ ...filter.targets[0], column: { name } }],
  defaultDataMask: emptyDefault,
})

export const defaultValueOf = ({ defaultDataMask }: Pick<NativeFilter, 'defaultDataMask'>): unknown =>
  asRecord(defaultDataMask['filterState'])['value']

export const withDefault = (filter: NativeFilter, value: unknown, offer: Offer = {}): NativeFilter => {
  if (!hasValue(value)) return { ...filter, defaultDataMask: emptyDefault }
  const { extraFormData, filterState, ownState } = maskOfValue(filter, value, offer)
  return { ...filter, defaultDataMask: { extraFormData, filterState, ownState } }
}

/** The filter with some of its controls set otherwise; its default value follows them. */
export const withControls = (filter: NativeFilter, controls: Readonly<Record<string, unknown>>, offer: Offer = {}): NativeFilter => {
  const controlValues = { ...filter.controlValues, ...controls }
  const requiredFirst = controlValues['defaultToFirstItem'] === true
  const next = { ...filter, controlValues, requiredFirst }
  const value = defaultValueOf(filter)
  if (requiredFirst) return { ...next, defaultDataMask: emptyDefault }
  if (!hasValue(value)) return next
  const isSingle =
    (filter.filterType === 'filter_select' || filter.filterType === 'filter_groupby') && controlValues['multiSelect'] === false
  return withDefault(next, isSingle ? asList(value).slice(0, 1) : value, offer)
}

export const hasTimeRange = ({ time_range }: Pick<NativeFilter, 'time_range'>): boolean => time_range !== null && time_range !== noFilter

/** Whether its values are looked up under a time range: its own, or that of a filter on which it depends. */
export const isOverTime = (filter: NativeFilter, items: readonly FilterItem[]): boolean =>
  hasTimeRange(filter) ||
  items.some((item) => isFilter(item) && item.filterType === 'filter_time' && filter.cascadeParentIds.includes(item.id))

/** The filter with the column of its time range: without one the server would leave the range out. */
export const withTimeColumn = (filter: NativeFilter, items: readonly FilterItem[], dataset: TimeColumns | undefined): NativeFilter => {
  if (filter.granularity_sqla !== null || !isOverTime(filter, items)) return filter
  const column = dataset && usualTimeColumn(dataset)
  return column === undefined ? filter : { ...filter, granularity_sqla: column }
}

/** Whether a filter holds anything of a section. */
export const holdsSection = (filter: NativeFilter, section: Section): boolean => {
  switch (section) {
    case 'default':
      return hasValue(defaultValueOf(filter))
    case 'dependencies':
      return filter.cascadeParentIds.length > 0
    case 'preFilter':
      return filter.adhoc_filters.length > 0 || hasTimeRange(filter)
    case 'sort':
      return typeof filter.controlValues['sortAscending'] === 'boolean' || filter.sortMetric !== null
    case 'single':
      return typeof filter.controlValues['enableSingleValue'] === 'number'
    case 'scope':
      return !isSame(filter.scope, { rootPath: [rootId], excluded: [] })
  }
}

/** The filter without a section, or with what the section starts with. */
export const switchSection = (filter: NativeFilter, section: Section, isOn: boolean): NativeFilter => {
  switch (section) {
    case 'default':
      return isOn ? filter : { ...filter, defaultDataMask: emptyDefault }
    case 'dependencies':
      return isOn ? filter : { ...filter, cascadeParentIds: [] }
    case 'preFilter':
      return isOn ? filter : { ...filter, ...noPreFilter }
    case 'sort': {
      const { sortAscending: _sorted, sortMetric: _old, ...others } = filter.controlValues
      return isOn ? withControls(filter, { sortAscending: true }) : { ...filter, controlValues: others, sortMetric: null }
    }
    case 'single':
      return withControls({ ...filter, defaultDataMask: emptyDefault }, { enableSingleValue: isOn ? exactValue : null })
    case 'scope':
      return isOn ? filter : { ...filter, scope: { rootPath: [rootId], excluded: [] } }
  }
}

const exactValue = 1
