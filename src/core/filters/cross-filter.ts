import type { Layout } from '../layout/component.ts'
import { asRecord } from '../query/read.ts'
import type { DataMasks } from './data-mask.ts'
import { columnsOfMask } from './describe.ts'
import { chartsInScope, readScope } from './scope/scope.ts'

/** The names of the items of a chart that are chosen; undefined when none is. */
export const chosenItems = (masks: DataMasks, chartId: number): string[] | undefined => {
  const values = masks[String(chartId)]?.filterState?.selectedValues
  return values?.length ? values : undefined
}

/** The columns by whose values the items of a chart that are chosen narrow others. */
export const chosenColumns = (masks: DataMasks, chartId: number): string[] => {
  const mask = masks[String(chartId)]
  return mask ? columnsOfMask(mask) : []
}

export type CrossFilterConfiguration = { chart_configuration?: unknown; global_chart_configuration?: unknown }

/** Ids of the charts that the items of one chart filter: never itself. */
export const crossFilteredBy = (layout: Layout, configuration: CrossFilterConfiguration, chartId: number): number[] => {
  const own = asRecord(asRecord(asRecord(configuration.chart_configuration)[String(chartId)])['crossFilters'])['scope']
  const scope = own === undefined || own === 'global' ? asRecord(configuration.global_chart_configuration)['scope'] : own
  return chartsInScope(layout, readScope(scope)).filter((id) => id !== chartId)
}
