import type { EChartsOption } from 'echarts'
import type { TimeSpan } from '#core/filters/values/time-brush.ts'

export type { TimeSpan }

/** A span while it is dragged, when it is chosen, and the one before where the drag was cancelled. */
export type SpanPhase = 'dragged' | 'chosen' | 'cancelled'

export type OnSpan = (span: TimeSpan | null, phase: SpanPhase) => void

/** Whether dragging selects a time span. A chart with a zoom slider has that instead. */
export const isBrushable = ({ xAxis, dataZoom }: EChartsOption): boolean =>
  !Array.isArray(xAxis) && xAxis?.type === 'time' && xAxis.show !== false && !dataZoom
