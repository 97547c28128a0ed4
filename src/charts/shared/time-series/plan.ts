import type { ValueFormatter } from '#core/format/number.ts'
import { numberFormatter } from '#core/format/number.ts'
import { asList, asNumber } from '#core/query/read.ts'
import type { DrawContext } from '../../chart.ts'
import { ellipsis, planLabels, roomOf } from '../cartesian/category-labels.ts'
import type { LabelPlan, LabelRoom } from '../cartesian/category-labels.ts'
import { measures } from '../look/echarts-theme.ts'
import { extentOf, niceScale, ticksOf } from '../cartesian/scale.ts'
import type { Scale } from '../cartesian/scale.ts'
import { tickText, timeTicks } from '../cartesian/time-ticks.ts'
import type { Axis } from './series/series.ts'
import { axisInSpan } from './series/time-span.ts'
import { writtenName } from '../text/written-name.ts'
import type { TimeSeriesForm } from './form/controls.ts'

export type TimeAxisPlan = { kind: 'time'; from: number; to: number; ticks: number[]; text: ValueFormatter } & LabelRoom
export type NumberAxisPlan = { kind: 'number'; scale: Scale; text: ValueFormatter } & LabelRoom
export type CategoryAxisPlan = { kind: 'category'; labels: LabelPlan } & LabelRoom
export type AxisPlan = TimeAxisPlan | NumberAxisPlan | CategoryAxisPlan

const grainLengths: Record<string, number> = {
  PT1S: 1000,
  PT5S: 5000,
  PT30S: 30_000,
  PT1M: 60_000,
  PT5M: 300_000,
  PT10M: 600_000,
  PT15M: 900_000,
  PT30M: 1_800_000,
  PT1H: 3_600_000,
  PT6H: 21_600_000,
  P1D: 86_400_000,
  P1W: 604_800_000,
  P1M: 2_629_800_000,
  P3M: 7_889_400_000,
  P1Y: 31_557_600_000,
}

/** Rough length of a grain in ms; 0 when unknown. */
const grainLength = (form: TimeSeriesForm): number => {
  const grain = form.time_grain_sqla ?? ''
  return grainLengths[grain.replace(/^.*\/(?=P)|(?<=P1W)\/.*$/g, '')] ?? 0
}

/** The shortest distance between neighbours. */
const closest = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  let least = Infinity
  for (let i = 1; i < sorted.length; i += 1) {
    const distance = (sorted[i] as number) - (sorted[i - 1] as number)
    if (distance > 0 && distance < least) least = distance
  }
  return Number.isFinite(least) ? least : 0
}

/** Width of one bar's place: how many steps of the grain the axis spans. */
export const bandCount = (axis: Axis, form: TimeSeriesForm, context: Pick<DrawContext, 'timeSpan'>): number => {
  if (axis.kind === 'category') return Math.max(1, axis.values.length)
  const values = axisInSpan(axis, context).values as number[]
  const [low, high] = extentOf(values)
  const step = axis.kind === 'time' ? grainLength(form) || closest(values) : closest(values)
  return step > 0 ? Math.min(5000, Math.round((high - low) / step) + 1) : 1
}

/** Space for the axis; `exact` ends it with the data instead of round numbers. */
type Room = { width: number; height: number; bars: boolean; left?: number; exact?: boolean }

/** Least room between labels: bars carry one each where they can. */
const labelGap = { line: 24, bar: 6 } as const

const planTime = (
  axis: Axis,
  form: TimeSeriesForm,
  { width, bars }: { width: number; bars: boolean },
  context: DrawContext,
): TimeAxisPlan => {
  const values = axisInSpan(axis, context).values as number[]
  let [from, to] = extentOf(values)
  if (!Number.isFinite(from)) [from, to] = [0, 1]
  const step = closest(values) || grainLength(form) || 86_400_000
  if (bars || from === to) [from, to] = [from - step / 2, to + step / 2]
  const format = form.x_axis_time_format
  let text = tickText(format, context.t.locale)
  const fits = (ticks: number[]): boolean => {
    const perPixel = (to - from) / Math.max(1, width)
    return ticks.every((tick, i) => {
      const next = ticks[i + 1]
      const room =
        context.measure(text(tick), 12) / 2 +
        (next === undefined ? 0 : context.measure(text(next), 12) / 2) +
        (bars ? labelGap.bar : labelGap.line)
      return next === undefined || (next - tick) / perPixel >= room
    })
  }
  const least = form.force_max_interval ? 0 : grainLength(form) * 0.95
  let most = Math.max(2, Math.floor(width / (bars ? 20 : 44)))
  let ticks = timeTicks(from, to, { most, least })
  while (most > 1 && !fits(ticks)) {
    most -= 1
    ticks = timeTicks(from, to, { most, least })
  }
  if (ticks.length === 0 && values.length > 0) ticks = [values[0] as number]
  text = tickText(format, context.t.locale, ticks)
  return { kind: 'time', from, to, ticks, text, ...roomOfTicks({ ticks, text, from, to }, width, form, context) }
}

const rotationOf = (form: TimeSeriesForm): number => form.xAxisLabelRotation

type Ticks = { ticks: number[]; text: ValueFormatter; from: number; to: number }

/** Room of the labels at the ticks of an axis of this width. Where a person zooms, a label may be at either end. */
const roomOfTicks = ({ ticks, text, from, to }: Ticks, width: number, form: TimeSeriesForm, { measure }: DrawContext): LabelRoom => {
  const placesOf = (tick: number): number[] => (form.zoomable ? [0, width] : [((tick - from) / (to - from || 1)) * width])
  const labels = ticks.flatMap((tick) => placesOf(tick).map((at) => ({ width: measure(text(tick), 12), at })))
  const room = roomOf(labels, width, rotationOf(form))
  return { ...room, height: Math.ceil(room.height) + measures.labelGap }
}

const planNumber = (axis: Axis, form: TimeSeriesForm, { width, bars, exact }: Room, context: DrawContext): NumberAxisPlan => {
  const values = axis.values as number[]
  const [low, high] = extentOf(values)
  const pad = bars ? closest(values) / 2 : 0
  const bounds = form.truncateXAxis === false ? [] : asList<unknown>(form.xAxisBounds)
  const format = form.x_axis_number_format || '~g'
  // Six digits do not tell ticks of a short axis far from zero apart.
  const isShort = format === '~g' && high - low < Math.abs(high) / 1000
  const text = numberFormatter(isShort ? '.12~g' : format, context.t.locale)
  const perTick = Math.max(44, ...[low, high].map((end) => context.measure(text(end), 12) + 14))
  const scale = niceScale([low - pad, high + pad], {
    ticks: Math.max(2, Math.min(9, Math.floor(width / perTick))),
    bounds: [asNumber(bounds[0]) ?? null, asNumber(bounds[1]) ?? null],
  })
  if (exact) return { kind: 'number', scale: { ...scale, min: low - pad, max: high + pad }, text, height: 0, overhang: 0, underhang: 0 }
  return {
    kind: 'number',
    scale,
    text,
    ...roomOfTicks({ ticks: ticksOf(scale), text, from: scale.min, to: scale.max }, width, form, context),
  }
}

/** px of a picture of this width that names may take beside the plot. */
const farthest = (width: number): number => width * 0.25

/** How the horizontal axis is set out on `width` px. */
export const planAxis = (axis: Axis, form: TimeSeriesForm, room: Room, context: DrawContext): AxisPlan => {
  const { width, height, bars, left = 0 } = room
  if (axis.kind === 'time') return planTime(axis, form, { width, bars }, context)
  if (axis.kind === 'number') return planNumber(axis, form, room, context)
  const names = axis.values.map((value) => writtenName(String(value), context.t))
  const labels = planLabels(
    names,
    { band: width / Math.max(1, names.length), room: Math.max(40, height * 0.35), forced: rotationOf(form), reach: farthest(width + left) },
    context.measure,
  )
  const every = form.xAxisLabelInterval === '0' ? 1 : labels.every
  const { underhang, overhang } = labels
  return { kind: 'category', labels: { ...labels, every }, height: Math.ceil(labels.height) + measures.labelGap, overhang, underhang }
}

/** Names at the left of lying bars, cut at two fifths of the picture. */
export const planSideNames = (axis: Axis, context: DrawContext): { texts: string[]; width: number } => {
  const format = axis.kind === 'time' ? tickText(null, context.t.locale) : String
  const texts = axis.values.map((value) => ellipsis(writtenName(format(value), context.t), context.width * 0.4, context.measure))
  return { texts, width: Math.ceil(Math.max(0, ...texts.map((text) => context.measure(text, 12)))) + 12 }
}

/** ECharts' settings of the horizontal axis. */
export const axisOption = (plan: AxisPlan, axis: Axis, form: TimeSeriesForm): Record<string, unknown> => {
  const minorTick = form.minorTicks ? { minorTick: { show: true } } : {}
  const rotated = rotationOf(form)
  if (plan.kind === 'time') {
    if (form.zoomable)
      return {
        type: 'time',
        min: plan.from,
        max: plan.to,
        axisLabel: { formatter: (value: number) => plan.text(value), rotate: rotated },
        ...minorTick,
      }
    return {
      type: 'time',
      min: plan.from,
      max: plan.to,
      axisLabel: { customValues: plan.ticks, formatter: (value: number) => plan.text(value), rotate: rotated, hideOverlap: false },
      axisTick: { customValues: plan.ticks },
      ...minorTick,
    }
  }
  if (plan.kind === 'number')
    return {
      type: 'value',
      min: plan.scale.min,
      max: plan.scale.max,
      interval: plan.scale.step,
      axisLine: { show: true, onZero: false },
      splitLine: { show: false },
      axisLabel: { formatter: (value: number) => plan.text(value), rotate: rotated },
      ...minorTick,
    }
  const { texts, rotate, every } = plan.labels
  return {
    type: 'category',
    data: axis.values.map(String),
    axisLabel: { interval: every === 1 ? 0 : every - 1, rotate, formatter: (_: string, index: number) => texts[index] ?? '' },
    ...minorTick,
  }
}
