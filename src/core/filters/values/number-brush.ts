import type { DataMask } from '../data-mask.ts'
import { edgeAt, numberStep } from './brush-step.ts'
import type { Span } from './time-brush.ts'

/**
 * The multiples of the axis's step that are nearest to a span. At the ends of the axis they lie outside it, so that a span up to the end
 * misses no value.
 */
export const roundNumbers = ([from, to]: Span, [least, most]: Span): Span => {
  const step = numberStep(most - least)
  const start = from <= least ? Math.floor(least / step) : Math.round(from / step)
  const end = to >= most ? Math.ceil(most / step) : Math.round(to / step)
  return [edgeAt(start, step), edgeAt(Math.max(start + 1, end), step)]
}

/** What a span of a chart's numeric axis asks of the other charts. `range` lets the chart show it again. */
export const numberBrushMask = (chartId: number, column: string, { span, extent }: { span: Span; extent: Span }): DataMask => {
  const [from, to] = roundNumbers(span, extent)
  const filters = [
    { col: column, op: '>=', val: from },
    { col: column, op: '<=', val: to },
  ]
  const label = `${from} – ${to}`
  return {
    id: String(chartId),
    extraFormData: { filters },
    filterState: { value: [[from, to]], label, selectedValues: null, items: [{ filters, label }], range: [from, to] },
    ownState: {},
  }
}
