import type { Layout } from '../layout/component.ts'
import { chartsIn } from '../layout/tree.ts'
import { asRecord } from '../query/read.ts'
import { crossFilteredBy, type CrossFilterConfiguration } from './cross-filter.ts'
import { chartsInScope, readScope } from './scope/scope.ts'

/** The configuration as a save writes it: an entry for every chart on the dashboard, with what it reaches now. */
export const writeCrossFilters = (layout: Layout, configuration: CrossFilterConfiguration) => {
  const charts = [...new Set(chartsIn(layout))]
  const entries = asRecord(configuration.chart_configuration)
  const globalScope = readScope(asRecord(configuration.global_chart_configuration)['scope'])
  return {
    chart_configuration: Object.fromEntries(
      charts.map((id) => {
        const crossFilters = asRecord(asRecord(entries[String(id)])['crossFilters'])
        const reached = crossFilteredBy(layout, configuration, id)
        return [String(id), { id, crossFilters: { scope: 'global', ...crossFilters, chartsInScope: reached } }]
      }),
    ),
    global_chart_configuration: { scope: globalScope, chartsInScope: chartsInScope(layout, globalScope) },
  }
}
