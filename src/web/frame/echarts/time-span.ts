import type { EChartsOption } from 'echarts'
import type { Span } from '#core/filters/values/time-brush.ts'

export type { Span }

/** A span while it is dragged, when it is chosen, and the one before where the drag was cancelled; `ready`: none yet, but one may follow. */
export type SpanPhase = 'ready' | 'dragged' | 'chosen' | 'cancelled'

/** The axis that a span is part of, from end to end. */
export type SpanAxis = { kind: 'time' | 'number'; extent: Span }

export type OnSpan = (span: Span | null, phase: SpanPhase, axis: SpanAxis) => void

/** Whether dragging selects a span: of time, or of numbers where others are filtered by it. A chart with a zoom slider has that instead. */
export const isBrushable = ({ xAxis, dataZoom }: EChartsOption, takesNumbers = false): boolean =>
  !Array.isArray(xAxis) && (xAxis?.type === 'time' || (takesNumbers && xAxis?.type === 'value')) && xAxis.show !== false && !dataZoom
