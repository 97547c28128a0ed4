import { readLayout } from '../../layout/wire/read.ts'
import type { Layout } from '../../layout/component.ts'
import { asList, asRecord, isObject } from '../../query/read.ts'
import { crossFilteredBy } from '../cross-filter.ts'
import { tabsInScope } from '../scope/scope-change.ts'
import { chartsInScope, readScope } from '../scope/scope.ts'
import type { StoredDashboard } from './migrate.ts'

/** The ids of charts and datasets here, by uuid. */
export type NewIds = { charts: ReadonlyMap<string, number>; datasets: ReadonlyMap<string, number> }

const noNewIds: NewIds = { charts: new Map(), datasets: new Map() }

type Settings = Record<string, unknown>

const isChart = (item: unknown): item is Settings => asRecord(item)['type'] === 'CHART'

/** Old chart ids to new ones, by the uuids that the layout names beside its ids. */
const renumberingOf = (position: Settings, { charts }: NewIds): Map<number, number> => {
  const renumbering = new Map<number, number>()
  for (const item of Object.values(position).filter(isChart)) {
    const { uuid, chartId } = asRecord(item['meta'])
    const id = typeof uuid === 'string' ? charts.get(uuid) : undefined
    if (id !== undefined) renumbering.set(Number(chartId), id)
  }
  return renumbering
}

/** Charts that are not here lose their id, which could be another chart's. */
const renumberPosition = (position: Settings, renumbering: ReadonlyMap<number, number>): Settings =>
  Object.fromEntries(
    Object.entries(position).map(([key, item]) => {
      if (!isChart(item)) return [key, item]
      const { chartId: old, ...meta } = asRecord(item['meta'])
      const chartId = renumbering.get(Number(old))
      return [key, { ...item, meta: { ...meta, ...(chartId !== undefined && { chartId }) } }]
    }),
  )

type Renumber = {
  list(ids: unknown): number[]
  keys(record: unknown, value?: (value: unknown, id: number) => unknown): Settings
}

const renumberWith = (renumbering: ReadonlyMap<number, number>): Renumber => ({
  list: (ids) => asList(ids).flatMap((id) => renumbering.get(Number(id)) ?? []),
  keys: (record, value = (same) => same) =>
    Object.fromEntries(
      Object.entries(asRecord(record)).flatMap(([key, item]) => {
        const id = renumbering.get(Number(key))
        return id === undefined ? [] : [[String(id), value(item, id)]]
      }),
    ),
})

const scopeWith = ({ list }: Renumber, scope: unknown): unknown =>
  isObject(scope) && 'excluded' in scope ? { ...scope, excluded: list(scope['excluded']) } : scope

const targetWith = ({ datasets }: NewIds, target: unknown): Settings => {
  const { datasetUuid, ...rest } = asRecord(target)
  const datasetId = typeof datasetUuid === 'string' ? datasets.get(datasetUuid) : undefined
  if (datasetId !== undefined) return { ...rest, datasetId }
  return datasetUuid === undefined ? rest : { ...rest, datasetUuid }
}

const withTabs = (filter: Settings, layout: Layout): Settings =>
  'tabsInScope' in filter ? { ...filter, tabsInScope: tabsInScope(layout, asList<number>(filter['chartsInScope'])) } : filter

const withReached = (entry: Settings, charts: () => number[]): Settings =>
  'chartsInScope' in entry ? { ...entry, chartsInScope: charts() } : entry

const nativeFilterWith =
  (ids: NewIds, renumber: Renumber, layout: Layout) =>
  (item: unknown): unknown => {
    const filter = asRecord(item)
    if (filter['type'] === 'DIVIDER') return withReached(filter, () => renumber.list(filter['chartsInScope']))
    const scope = scopeWith(renumber, filter['scope'])
    const renamed = {
      ...filter,
      ...('scope' in filter && { scope }),
      ...('targets' in filter && { targets: asList(filter['targets']).map((target) => targetWith(ids, target)) }),
    }
    return withTabs(
      withReached(renamed, () => chartsInScope(layout, readScope(scope))),
      layout,
    )
  }

const crossFiltersWith = (metadata: Settings, renumber: Renumber, layout: Layout): Settings => {
  const scoped = (value: unknown) => {
    const entry = asRecord(value)
    return 'scope' in entry ? { ...entry, scope: scopeWith(renumber, entry['scope']) } : entry
  }
  const configuration = {
    chart_configuration: renumber.keys(metadata['chart_configuration'], (value, id) => {
      const entry = asRecord(value)
      return { ...entry, id, ...('crossFilters' in entry && { crossFilters: scoped(entry['crossFilters']) }) }
    }),
    global_chart_configuration: scoped(metadata['global_chart_configuration']),
  }
  const charts = Object.fromEntries(
    Object.entries(configuration.chart_configuration).map(([id, value]) => {
      const entry = asRecord(value)
      if (!('crossFilters' in entry)) return [id, entry]
      const reached = () => crossFilteredBy(layout, configuration, Number(id))
      return [id, { ...entry, crossFilters: withReached(asRecord(entry['crossFilters']), reached) }]
    }),
  )
  const globalScope = readScope(configuration.global_chart_configuration['scope'])
  return {
    ...('chart_configuration' in metadata && { chart_configuration: charts }),
    ...('global_chart_configuration' in metadata && {
      global_chart_configuration: withReached(configuration.global_chart_configuration, () => chartsInScope(layout, globalScope)),
    }),
  }
}

/** `filter_scopes` name the filter boxes and the charts that they leave alone. */
const filterScopesWith = (renumber: Renumber, scopes: unknown): Settings =>
  renumber.keys(scopes, (fields) =>
    Object.fromEntries(
      Object.entries(asRecord(fields)).map(([field, value]) => {
        const entry = asRecord(value)
        return [field, 'immune' in entry ? { ...entry, immune: renumber.list(entry['immune']) } : entry]
      }),
    ),
  )

const defaultFiltersWith = (renumber: Renumber, text: unknown): unknown => {
  try {
    return typeof text === 'string' ? JSON.stringify(renumber.keys(JSON.parse(text))) : text
  } catch {
    return text
  }
}

type Renumbering = { renumbering: ReadonlyMap<number, number>; layout: Layout; ids?: NewIds }

/** Settings with the chart ids of a renumbered layout; charts without a new id are left out. What scopes reach is recomputed. */
export const renumberSettings = (metadata: Settings, { renumbering, layout, ids = noNewIds }: Renumbering): Settings => {
  const renumber = renumberWith(renumbering)
  const rules: Record<string, (value: unknown) => unknown> = {
    timed_refresh_immune_slices: renumber.list,
    filter_immune_slices: renumber.list,
    filter_immune_slice_fields: (value) => renumber.keys(value),
    expanded_slices: (value) => renumber.keys(value),
    filter_scopes: (value) => filterScopesWith(renumber, value),
    default_filters: (value) => defaultFiltersWith(renumber, value),
    native_filter_configuration: (value) => asList(value).map(nativeFilterWith(ids, renumber, layout)),
  }
  const rewritten = Object.entries(metadata).map(([key, value]) => [key, rules[key]?.(value) ?? value] as const)
  return { ...Object.fromEntries(rewritten), ...crossFiltersWith(metadata, renumber, layout) }
}

/** A dashboard from elsewhere with the ids that its charts and datasets have here. */
export const renumberDashboard = ({ position, metadata }: StoredDashboard, ids: NewIds): StoredDashboard => {
  const renumbering = renumberingOf(position, ids)
  const placed = renumberPosition(position, renumbering)
  return { position: placed, metadata: renumberSettings(metadata, { renumbering, layout: readLayout(placed), ids }) }
}
