import { rootId, type Component, type Layout } from '../../layout/component.ts'
import { childrenOf, pathTo } from '../../layout/tree.ts'
import { isFilter, type FilterItem, type NativeFilter } from '../native-filter.ts'
import { chartsInScope, type Scope } from './scope.ts'

/** What a scope is chosen from: the dashboard, its tabs and its charts, without rows and columns. */
export type ScopeNode = { id: string; type: 'ROOT' | 'TAB' | 'CHART'; chartId?: number; children: ScopeNode[] }

const isNode = (type: Component['type']): type is ScopeNode['type'] => type === 'ROOT' || type === 'TAB' || type === 'CHART'

const nodesBelow = (layout: Layout, id: string): ScopeNode[] => childrenOf(layout, id).flatMap((child) => nodesOf(layout, child))

const nodesOf = (layout: Layout, component: Component): ScopeNode[] => {
  const { id, type, meta } = component
  const children = nodesBelow(layout, id)
  if (!isNode(type)) return children
  return [{ id, type, ...(meta.chartId !== undefined && { chartId: meta.chartId }), children }]
}

export const scopeTree = (layout: Layout): ScopeNode => ({ id: rootId, type: 'ROOT', children: nodesBelow(layout, rootId) })

type PlacedData = { chartId: number; datasetId: number | null }

/** Charts whose data a filter of this dataset probably cannot narrow. */
export const incompatibleCharts = (charts: readonly PlacedData[], datasetId: number | undefined): number[] =>
  datasetId === undefined ? [] : charts.filter((chart) => chart.datasetId !== datasetId).map(({ chartId }) => chartId)

/** The scope that a new filter starts with: everything but the charts of other datasets. */
export const initialScope = (charts: readonly PlacedData[], datasetId: number | undefined): Scope => ({
  rootPath: [rootId],
  excluded: incompatibleCharts(charts, datasetId),
})

/** Whether every tab on the way to a chart is open. */
const isChartShown = (layout: Layout, openTabs: ReadonlySet<string>, chartId: number): boolean =>
  Object.values(layout).some(
    ({ id, type, meta }) =>
      type === 'CHART' &&
      meta.chartId === chartId &&
      pathTo(layout, id).every((parent) => layout[parent]?.type !== 'TAB' || openTabs.has(parent)),
  )

/** The filters that reach a chart that is shown now, and those that reach none. */
export const splitByScope = (
  items: readonly FilterItem[],
  layout: Layout,
  openTabs: readonly string[],
): { inScope: NativeFilter[]; outOfScope: NativeFilter[] } => {
  const open = new Set(openTabs)
  const hasTabs = Object.values(layout).some(({ type }) => type === 'TAB')
  const isInScope = ({ scope }: NativeFilter) =>
    !hasTabs || chartsInScope(layout, scope).some((chartId) => isChartShown(layout, open, chartId))
  const filters = items.filter(isFilter)
  return { inScope: filters.filter(isInScope), outOfScope: filters.filter((filter) => !isInScope(filter)) }
}

/** The tab that a filter belongs to: its scope names this one tab and nothing else. Null for filters of the whole dashboard. */
export const tabOfFilter = (layout: Layout, { scope }: NativeFilter): string | null => {
  const [root, ...others] = scope.rootPath
  return root !== undefined && others.length === 0 && layout[root]?.type === 'TAB' ? root : null
}
