import type { OnSpan } from '../../../frame/echarts/time-span.ts'
import { loadCode, reportLoadFault } from '../../../lazy/load-fault.ts'
import type { CardChart } from '../data/record.ts'
import type { DashboardStore } from '../state/store.ts'

/** Filters the other charts by a span of a chart's time axis. Its code loads when it is needed. */
export const brushTime = (store: DashboardStore, chart: CardChart, step: Parameters<OnSpan>): Promise<void> =>
  loadCode(() => import('./apply-brush.ts')).then(({ applyBrush }) => applyBrush(store, chart, ...step), reportLoadFault)
