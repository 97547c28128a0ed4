import type { AdhocFilter } from '../query/adhoc-filter.ts'
import type { QueryMetric } from '../query/query-object.ts'
import { asList, asRecord, asText } from '../query/read.ts'
import { readScope, type Scope } from './scope/scope.ts'

export const filterTypes = [
  'filter_select',
  'filter_range',
  'filter_time',
  'filter_timecolumn',
  'filter_timegrain',
  'filter_groupby',
] as const
export type FilterType = (typeof filterTypes)[number]

/** The controls of a filter as they were saved; `controlsOf` gives what is missing its default. */
export type ControlValues = Readonly<Record<string, unknown>>

export type FilterTarget = { datasetId?: number; column?: { name: string } }

type Common = {
  id: string
  type: 'NATIVE_FILTER'
  name: string
  description: string
  /** One at most; without a column for time columns, grains and groupings, empty for time ranges. */
  targets: FilterTarget[]
  controlValues: ControlValues
  defaultDataMask: Readonly<Record<string, unknown>>
  /** The filters that narrow the values of this one. */
  cascadeParentIds: string[]
  scope: Scope
  /** As last saved; they go stale with imports and moves, so `reach.ts` recomputes them. */
  chartsInScope: number[]
  tabsInScope: string[]
  /** It takes its first value by itself, and charts wait for that. */
  requiredFirst: boolean
  /** The pre-filter of its values. */
  adhoc_filters: AdhocFilter[]
  time_range: string | null
  granularity_sqla: string | null
  sortMetric: QueryMetric | null
}

type Of<Type extends FilterType> = Common & { filterType: Type }
export type SelectFilter = Of<'filter_select'>
export type RangeFilter = Of<'filter_range'>
export type TimeFilter = Of<'filter_time'>
export type TimeColumnFilter = Of<'filter_timecolumn'>
export type TimeGrainFilter = Of<'filter_timegrain'>
export type GroupByFilter = Of<'filter_groupby'>
/** A filter of a type that this version does not know: its default still applies, and it is saved as it came. */
export type UnknownFilter = Common & { filterType: 'unknown' }

/** A filter of the dashboard under the wire's names. `writeFilters` keeps the fields that are not listed here. */
export type NativeFilter = SelectFilter | RangeFilter | TimeFilter | TimeColumnFilter | TimeGrainFilter | GroupByFilter | UnknownFilter

export type FilterDivider = { id: string; type: 'DIVIDER'; title: string; description: string }

export type FilterItem = NativeFilter | FilterDivider

const readTargets = (value: unknown): FilterTarget[] =>
  asList(value).map((target) => {
    const { datasetId, column } = asRecord(target)
    const name = asText(asRecord(column)['name'])
    return { ...(typeof datasetId === 'number' && { datasetId }), ...(name !== undefined && { column: { name } }) }
  })

const readType = (value: unknown): FilterType | 'unknown' =>
  value === undefined ? 'filter_select' : (filterTypes.find((type) => type === value) ?? 'unknown')

const textsOf = (value: unknown): string[] => asList(value).filter((item) => typeof item === 'string')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const readMetric = (value: unknown): QueryMetric | null => (isMetric(value) ? value : null)

const isMetric = (value: unknown): value is QueryMetric => (typeof value === 'string' ? value !== '' : isObject(value))

const readFilter = (id: string, item: Record<string, unknown>): NativeFilter => ({
  id,
  type: 'NATIVE_FILTER',
  name: asText(item['name']) ?? '',
  description: asText(item['description']) ?? '',
  filterType: readType(item['filterType']),
  targets: readTargets(item['targets']),
  controlValues: asRecord(item['controlValues']),
  defaultDataMask: asRecord(item['defaultDataMask']),
  cascadeParentIds: textsOf(item['cascadeParentIds']),
  scope: readScope(item['scope']),
  chartsInScope: asList(item['chartsInScope']).filter((chart) => typeof chart === 'number'),
  tabsInScope: textsOf(item['tabsInScope']),
  requiredFirst: item['requiredFirst'] === true,
  adhoc_filters: asList(item['adhoc_filters']).filter(isObject),
  time_range: asText(item['time_range']) ?? null,
  granularity_sqla: asText(item['granularity_sqla']) ?? null,
  sortMetric: readMetric(item['sortMetric'] === undefined ? asRecord(item['controlValues'])['sortMetric'] : item['sortMetric']),
})

export const readFilterItem = (entry: unknown): FilterItem | null => {
  const item = asRecord(entry)
  const id = asText(item['id'])
  if (!id) return null
  if (item['type'] !== 'DIVIDER') return readFilter(id, item)
  return { id, type: 'DIVIDER', title: asText(item['title']) ?? '', description: asText(item['description']) ?? '' }
}

/** Reads `native_filter_configuration`. Entries without an id and second ones with the same id are left out. */
export const readFilters = (configuration: unknown): FilterItem[] => {
  const items = new Map<string, FilterItem>()
  for (const entry of asList(configuration)) {
    const item = readFilterItem(entry)
    if (item && !items.has(item.id)) items.set(item.id, item)
  }
  return [...items.values()]
}

export const isFilter = (item: FilterItem): item is NativeFilter => item.type === 'NATIVE_FILTER'
