import type { Pressed } from '#core/filters/values/selected-items.ts'
import { loadCode, reportLoadFault } from '../../../lazy/load-fault.ts'
import type { DashboardStore } from '../state/store.ts'

/** Selects an item of a chart as cross-filter, or deselects it; `adds` keeps what is selected already. Its code loads when it is needed. */
export const pressItem = (store: DashboardStore, chartId: number, item: Pressed | null, mode?: { adds: boolean }): Promise<void> =>
  loadCode(() => import('#core/filters/values/selected-items.ts')).then(
    ({ pressed }) => store.getState().updateMasks((masks) => ({ ...masks, applied: pressed(masks.applied, chartId, item, mode) })),
    reportLoadFault,
  )
