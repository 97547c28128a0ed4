import type { Layout } from '../layout/component.ts'
import { asList, asRecord } from '../query/read.ts'
import type { DataMask, DataMasks } from './data-mask.ts'
import { chartsInScope, readScope } from './scope/scope.ts'

/** An item of a chart that was pressed: the filters that it stands for and its name. */
export type Pressed = { filters: readonly { col: string; op: string; val: unknown }[]; label: string }

const clauseOf = ({ col, op, val }: Pressed['filters'][number]) =>
  val === null || val === undefined
    ? { col, op: 'IS NULL' }
    : op === 'TEMPORAL_RANGE'
      ? { col, op, val }
      : { col, op: 'IN', val: asList(val) }

/** What a pressed item asks of the other charts. */
export const crossFilterMask = (chartId: number, { filters, label }: Pressed): DataMask => ({
  id: String(chartId),
  extraFormData: { filters: filters.map(clauseOf) },
  filterState: { value: filters.map(({ val }) => val ?? null), label, selectedValues: [label] },
  ownState: {},
})

/** Pressing what is chosen, or nothing, lets go; anything else takes its place. */
export const pressed = (masks: DataMasks, chartId: number, item: Pressed | null): DataMasks => {
  const id = String(chartId)
  const { [id]: present, ...others } = masks
  if (!item || present?.filterState?.selectedValues?.includes(item.label)) return present ? others : masks
  return { ...others, [id]: crossFilterMask(chartId, item) }
}

/** The names of the items of a chart that are chosen; undefined when none is. */
export const chosenItems = (masks: DataMasks, chartId: number): string[] | undefined => {
  const values = masks[String(chartId)]?.filterState?.selectedValues
  return values?.length ? values : undefined
}

export type CrossFilterConfiguration = { chart_configuration?: unknown; global_chart_configuration?: unknown }

/** Ids of the charts that the items of one chart filter: never itself. */
export const crossFilteredBy = (layout: Layout, configuration: CrossFilterConfiguration, chartId: number): number[] => {
  const own = asRecord(asRecord(asRecord(configuration.chart_configuration)[String(chartId)])['crossFilters'])['scope']
  const scope = own === undefined || own === 'global' ? asRecord(configuration.global_chart_configuration)['scope'] : own
  return chartsInScope(layout, readScope(scope)).filter((id) => id !== chartId)
}
