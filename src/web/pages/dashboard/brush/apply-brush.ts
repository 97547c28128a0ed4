import { withTimeBrush, type TimeSpan } from '#core/filters/values/time-brush.ts'
import type { SpanPhase } from '../../../frame/echarts/time-span.ts'
import type { CardChart } from '../data/record.ts'
import type { DashboardStore } from '../state/store.ts'

/** Engines that answer while the pointer moves; the others are asked when it is released. */
const liveBackends = new Set<unknown>(['duckdb'])

/** Sets a span of a chart's time axis as its cross-filter; null takes it back. A further step aborts the requests of the one before. */
export const applyBrush = (store: DashboardStore, { id, form_data }: CardChart, span: TimeSpan | null, phase: SpanPhase): void => {
  const { datasets, updateMasks } = store.getState()
  if (phase !== 'chosen' && !liveBackends.has(datasets[form_data.datasource]?.database?.['backend'])) return
  updateMasks((masks) => ({ ...masks, applied: withTimeBrush(masks.applied, id, String(form_data['x_axis']), span) }))
}
