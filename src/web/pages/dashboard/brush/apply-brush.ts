import { numberBrushMask } from '#core/filters/values/number-brush.ts'
import { timeBrushMask, withBrush } from '#core/filters/values/time-brush.ts'
import type { OnSpan, Span, SpanAxis } from '../../../frame/echarts/time-span.ts'
import type { CardChart } from '../data/record.ts'
import type { DashboardStore } from '../state/store.ts'
import { brushColumn } from './brush-column.ts'
import { prepareBrush } from './prepare-brush.ts'

/** Engines that answer while the pointer moves; the others are asked when it is released. */
const liveBackends = new Set<unknown>(['duckdb'])

const maskOf = (chartId: number, column: string, { span, axis }: { span: Span; axis: SpanAxis }) =>
  axis.kind === 'time' ? timeBrushMask(chartId, column, span) : numberBrushMask(chartId, column, { span, extent: axis.extent })

/** Sets a span of a chart's axis as its cross-filter; null takes it back. A further step aborts the requests of the one before. */
export const applyBrush = (store: DashboardStore, chart: CardChart, ...[span, phase, axis]: Parameters<OnSpan>): void => {
  const { id, form_data } = chart
  const { datasets, updateMasks } = store.getState()
  const column = brushColumn(form_data)
  const isLive = liveBackends.has(datasets[form_data.datasource]?.database?.['backend'])
  if (column === undefined || (phase !== 'chosen' && !isLive)) return
  if (phase === 'ready') return prepareBrush(store, { chart, column, axis })
  updateMasks((masks) => ({ ...masks, applied: withBrush(masks.applied, id, span && maskOf(id, column, { span, axis })) }))
}
