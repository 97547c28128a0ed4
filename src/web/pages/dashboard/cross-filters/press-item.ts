import type { Pressed } from '#core/filters/values/selected-items.ts'
import type { OnSpan } from '../../../frame/echarts/time-span.ts'
import { loadCode, reportLoadFault } from '../../../lazy/load-fault.ts'
import type { CardChart } from '../data/record.ts'
import type { DashboardStore } from '../state/store.ts'
import type * as Emit from './emit.ts'

type Code = typeof Emit

/** Kept once it is loaded, so that a choice is in force at once, before an answer to the last one can be drawn. */
let loaded: Code | null = null

const load = async (): Promise<Code> => (loaded ??= await import('./emit.ts'))

/** The code of cross-filters loads with the first pointer over the dashboard, so that a click works offline, too. */
export const preloadCrossFilters = () => void load().catch(() => undefined)

const withCode = async (work: (code: Code) => void): Promise<void> => {
  if (loaded) work(loaded)
  else await loadCode(load).then(work, reportLoadFault)
}

/** Selects an item of a chart as cross-filter, or deselects it; `adds` keeps what is selected already. */
export const pressItem = (store: DashboardStore, chartId: number, item: Pressed | null, mode?: { adds: boolean }): Promise<void> =>
  withCode(({ pressed }) => store.getState().updateMasks((masks) => ({ ...masks, applied: pressed(masks.applied, chartId, item, mode) })))

/** Filters the other charts by a span of a chart's axis. */
export const brushAxis = (store: DashboardStore, chart: CardChart, ...step: Parameters<OnSpan>): Promise<void> =>
  withCode(({ applyBrush }) => applyBrush(store, chart, ...step))
