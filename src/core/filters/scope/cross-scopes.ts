import type { Layout } from '../../layout/component.ts'
import { asRecord } from '../../query/read.ts'
import type { CrossFilterConfiguration } from '../cross-filter.ts'
import { writeCrossFilters } from '../write-cross-filters.ts'
import { placedCharts, readScope, type Scope } from './scope.ts'

/** The scope that cross-filters of most charts have, and those of charts with one of their own. */
export type CrossScopes = { readonly global: Scope; readonly own: Readonly<Record<number, Scope>> }

export const readCrossScopes = (layout: Layout, configuration: CrossFilterConfiguration): CrossScopes => {
  const entries = asRecord(configuration.chart_configuration)
  const own = placedCharts(layout).flatMap(({ chartId }) => {
    const { scope } = asRecord(asRecord(entries[String(chartId)])['crossFilters'])
    return scope === undefined || scope === 'global' ? [] : [[chartId, readScope(scope)] as const]
  })
  return { global: readScope(asRecord(configuration.global_chart_configuration)['scope']), own: Object.fromEntries(own) }
}

/** A new scope of a chart: the global one without the chart itself. */
export const newOwnScope = ({ global }: CrossScopes, chartId: number): Scope => ({
  ...global,
  excluded: [...new Set([...global.excluded, chartId])],
})

/** The configuration with these scopes, and the charts that each reaches now. Other settings of a chart stay. */
export const writeCrossScopes = (layout: Layout, configuration: CrossFilterConfiguration, { global, own }: CrossScopes) => {
  const entries = asRecord(configuration.chart_configuration)
  const charts = [...new Set(placedCharts(layout).map(({ chartId }) => chartId))]
  const chart_configuration = Object.fromEntries(
    charts.map((id) => {
      const before = asRecord(asRecord(entries[String(id)])['crossFilters'])
      return [String(id), { crossFilters: { ...before, scope: own[id] ?? 'global' } }]
    }),
  )
  return writeCrossFilters(layout, { chart_configuration, global_chart_configuration: { scope: global } })
}
