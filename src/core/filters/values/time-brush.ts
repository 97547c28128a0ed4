import type { DataMask, DataMasks } from '../data-mask.ts'

/** Part of an axis: numbers, or times in epoch ms. */
export type Span = readonly [from: number, to: number]

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A span is rounded to the largest of these units of which it holds so many. */
const units = [dayMs, hourMs, minuteMs, secondMs]
const minUnits = 10

/** A few pixels more or less give the same span, so that its responses are found in the caches. */
export const roundSpan = ([from, to]: Span): Span => {
  const unit = units.find((each) => to - from >= minUnits * each) ?? secondMs
  const start = Math.round(from / unit) * unit
  return [start, Math.max(start + unit, Math.round(to / unit) * unit)]
}

const timeText = (time: number): string => new Date(time).toISOString().slice(0, 19)

/** Whole days need no time of day. */
const shortText = (time: number): string => timeText(time).replace('T00:00:00', '').replace('T', ' ')

/** What a span of a chart's time axis asks of the other charts. `range` lets the chart show it again. */
export const timeBrushMask = (chartId: number, column: string, span: Span): DataMask => {
  const [from, to] = roundSpan(span)
  const filter = { col: column, op: 'TEMPORAL_RANGE', val: `${timeText(from)} : ${timeText(to)}` } as const
  const label = `${shortText(from)} – ${shortText(to)}`
  return {
    id: String(chartId),
    extraFormData: { filters: [filter] },
    filterState: { value: [[filter.val]], label, selectedValues: null, items: [{ filters: [filter], label }], range: [from, to] },
    ownState: {},
  }
}

/** The masks with the span of a chart's axis as its cross-filter, in place of what is selected there; null takes it back. */
export const withBrush = (masks: DataMasks, chartId: number, mask: DataMask | null): DataMasks => {
  const id = String(chartId)
  const { [id]: present, ...others } = masks
  if (!mask) return present ? others : masks
  return present?.filterState?.label === mask.filterState?.label ? masks : { ...others, [id]: mask }
}

/** The span in a mask's `range`; null for anything else. */
export const readSpan = (range: unknown): Span | null => {
  const [from, to] = Array.isArray(range) ? (range as unknown[]) : []
  return typeof from === 'number' && typeof to === 'number' && from < to ? [from, to] : null
}
