import { grainFormatter, timeFormatter } from '#core/format/time.ts'
import type { Table } from '#core/table.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { extentOf, niceScale, ticksOf } from '../shared/cartesian/scale.ts'
import { tickText, timeTicks } from '../shared/cartesian/time-ticks.ts'
import { oneMetricFormatter } from '../shared/format/figure-format.ts'
import { line, textAt } from '../shared/svg/svg.ts'
import type { Box } from '../shared/svg/svg.ts'
import type { BigNumberForm } from './controls.ts'
import type { Point, Trend } from './trend.ts'

/** What the line's box spans: the form's time range or the points', and their values, from zero where the form says so. */
export type Span = { from: number; to: number; low: number; high: number }

export const spanOf = ({ points }: Trend, form: BigNumberForm, [table]: Table[]): Span => {
  const [from, to] = (form.time_range_fixed && table?.timeRange) || [null, null]
  let [low, high] = extentOf(points.map(({ value }) => value))
  if (form.start_y_axis_at_zero) [low, high] = [Math.min(0, low), Math.max(0, high)]
  return { from: from ?? points[0]?.time ?? 0, to: to ?? points.at(-1)?.time ?? 1, low, high: low === high ? low + 1 : high }
}

/** Where times and values are in a box. */
export const placesIn = (box: Box, { from, to, low, high }: Span) => ({
  x: (time: number) => box.x + ((time - from) / (to - from || 1)) * box.width,
  y: (value: number) => box.y + (1 - (value - low) / (high - low)) * box.height,
})

/** How times are written: as the form says, else by their grain. */
export const grainText = (form: BigNumberForm, locale: string): ((time: number) => string) => {
  const said = form.time_format
  if (said && said !== 'smart_date') return timeFormatter(said, locale)
  const grain = form.time_grain_sqla
  return grain ? grainFormatter(grain, locale) : timeFormatter('smart_date_verbose', locale)
}

type Placed = { box: Box; span: Span }

const size = 12
/** px between labels. */
const gap = 16

/** px that the label of the highest value takes above the line. */
export const valueLabelHeight = size

/** `x` is where its anchor is: labels at an edge are anchored there, as measured widths are not exact. */
type Label = { text: string; x: number; anchor: 'start' | 'middle' | 'end'; middle: number; half: number }

const labelAt = (text: string, x: number, measure: DrawContext['measure'], anchor: Label['anchor'] = 'middle'): Label => {
  const half = measure(text, size) / 2
  return { text, x, anchor, middle: x + { start: half, middle: 0, end: -half }[anchor], half }
}

/** The labels that keep clear of those before them. */
const apart = (labels: Label[]): Label[] => {
  const kept: Label[] = []
  for (const label of labels)
    if (kept.every((other) => Math.abs(other.middle - label.middle) >= other.half + label.half + gap)) kept.push(label)
  return kept
}

/** Without an axis the first and last date; with one a line with round times, and the ends where the form says so. */
const timeLabels = (points: Point[], form: BigNumberForm, { box, span }: Placed, context: DrawContext): string => {
  const { width, height, theme, measure, t } = context
  const c = colors[theme]
  const show = grainText(form, t.locale)
  const hasEnds = points.length > 1 && (!form.show_x_axis || form.show_x_axis_min_max_labels)
  const ends = hasEnds
    ? [labelAt(show(points.at(-1)?.time ?? 0), width, measure, 'end'), labelAt(show(points[0]?.time ?? 0), 0, measure, 'start')]
    : []
  const ticks = form.show_x_axis ? timeTicks(span.from, span.to, { most: Math.max(2, Math.floor(width / 72)) }) : []
  const text = tickText(form.time_format, t.locale, ticks)
  const { x } = placesIn(box, span)
  const within = ticks
    .map((tick) => labelAt(text(tick), x(tick), measure))
    .filter(({ middle, half }) => middle >= half && middle + half <= width)
  const bottom = box.y + box.height + 0.5
  return (
    (form.show_x_axis ? line([0, bottom], [width, bottom], c.lineStrong) : '') +
    apart([...ends, ...within])
      .toSorted((a, b) => a.middle - b.middle)
      .map(({ x: at, text: label, anchor }) => textAt(at, height - 4, label, { size, fill: c.text2, anchor }))
      .join('')
  )
}

/** Round values, and the lowest and highest one where the form says so. */
const valueLabels = (points: Point[], form: BigNumberForm, { box, span }: Placed, context: DrawContext): string => {
  const [low, high] = extentOf(points.map((point) => point.value))
  const show = oneMetricFormatter(form, form.y_axis_format, context)
  const { y } = placesIn(box, span)
  const round = ticksOf(niceScale([span.low, span.high], { ticks: 4 })).filter((tick) => tick >= span.low && tick <= span.high)
  const kept: number[] = []
  for (const value of [...(form.show_y_axis_min_max_labels ? [high, low] : []), ...round])
    if (kept.every((other) => Math.abs(y(other) - y(value)) >= gap)) kept.push(value)
  return kept.map((value) => textAt(0, y(value) - 4, show(value), { size, fill: colors[context.theme].text3 })).join('')
}

/** What is below and beside the line. */
export const drawAxes = (points: Point[], form: BigNumberForm, placed: Placed, context: DrawContext): string =>
  timeLabels(points, form, placed, context) + (form.show_y_axis ? valueLabels(points, form, placed, context) : '')
