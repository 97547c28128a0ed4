import type { ValueFormatter } from '#core/format/number.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import type { Bounds } from '../../control.ts'
import { measures } from '../look/echarts-theme.ts'
import { logScale, logTicksOf, niceScale, ticksOf } from './scale.ts'
import type { Scale } from './scale.ts'

export type ValueAxisPlan = { scale: Scale; log: boolean } & TickTexts

/** Ticks with what they say. */
type TickTexts = { ticks: number[]; format: ValueFormatter; texts: string[] }

/** What a form says about the ends of an axis. */
export type AxisLimits = { truncate: boolean; bounds: Bounds; log: boolean }

/** Finer marks between the ticks. */
export type MinorMarks = { minorSplitLine?: boolean; minorTicks?: boolean }

type ValueAxisOptions = {
  extent: [number, number]
  /** Length of the axis, px. */
  length: number
  /** Bars and areas start at zero; lines only when they come near it. */
  standsOnZero: boolean
  headroom?: number
  format: ValueFormatter
  limits?: AxisLimits
  /** Room of one tick along the axis. */
  perTick?: number
}

const nearZero = 1 / 3

const unlimited: AxisLimits = { truncate: false, bounds: [null, null], log: false }

export const yAxisLimits = (form: { truncateYAxis: boolean; y_axis_bounds: Bounds; logAxis: boolean }): AxisLimits => ({
  truncate: form.truncateYAxis,
  bounds: form.y_axis_bounds,
  log: form.logAxis,
})

/** A format in which these numbers read differently, if the usual one may give way to another. */
export const apart = (values: number[], usual: ValueFormatter): ValueFormatter =>
  (new Set(values.map(usual)).size < values.length && usual.exact) || usual

export const tickTexts = (ticks: number[], usual: ValueFormatter): TickTexts => {
  const format = apart(ticks, usual)
  return { ticks, format, texts: ticks.map(format) }
}

/** Ticks and extent of a value axis: what the form fixes, else round numbers. */
export const planValueAxis = ({
  extent,
  length,
  standsOnZero,
  headroom = 0,
  format,
  limits = unlimited,
  perTick,
}: ValueAxisOptions): ValueAxisPlan => {
  const [low, high] = extent
  const { truncate } = limits
  const fixed = truncate ? limits.bounds : unlimited.bounds
  const log = limits.log && low > 0
  const near = low >= 0 ? low <= high * nearZero : high <= 0 ? high >= low * nearZero : true
  const zero = standsOnZero ? !truncate || fixed[0] === null : near && !truncate
  const most = Math.min(6, Math.max(2, Math.floor(length / (perTick ?? measures.pixelsPerTick)) + 1))
  if (log) {
    const scale = logScale(extent, { stands: standsOnZero, headroom, bounds: fixed })
    return { scale, log, ...tickTexts(logTicksOf(scale, most), format) }
  }
  const scale = niceScale(extent, { ticks: most, zero, headroom, bounds: fixed })
  return { scale, log, ...tickTexts(ticksOf(scale), format) }
}

const onTick = (end: number, { scale: { step } }: ValueAxisPlan): boolean => Math.abs(end / step - Math.round(end / step)) < 1e-6

/** An end between two ticks carries no label and no line. */
const endsOnTick = (end: 'min' | 'max', plan: ValueAxisPlan): boolean => 'customValues' in ticksGiven(plan) || onTick(plan.scale[end], plan)

/** ECharts counts its steps from the start of the axis: where that is no tick, it is given the ticks. */
const ticksGiven = (plan: ValueAxisPlan): { customValues?: number[] } =>
  !plan.log && onTick(plan.scale.min, plan) ? {} : { customValues: plan.ticks }

/** Type and ends of the axis. Bars on a logarithmic one rise from its start, where ECharts would have them begin at 1. */
export const endsOption = ({ log, scale: { min, max, step } }: ValueAxisPlan): Record<string, unknown> =>
  log ? { type: 'log', min, max, startValue: min } : { type: 'value', min, max, interval: step }

/** What ECharts needs of it. */
export const valueAxisOption = (plan: ValueAxisPlan, minor: MinorMarks = {}): Record<string, unknown> => ({
  ...endsOption(plan),
  axisTick: ticksGiven(plan),
  axisLabel: {
    formatter: (value: number) => plan.format(value),
    ...ticksGiven(plan),
    showMinLabel: endsOnTick('min', plan),
    showMaxLabel: endsOnTick('max', plan),
  },
  splitLine: { showMinLine: endsOnTick('min', plan), showMaxLine: endsOnTick('max', plan) },
  minorSplitLine: { show: Boolean(minor.minorSplitLine) },
  minorTick: { show: Boolean(minor.minorTicks || minor.minorSplitLine), splitNumber: 5 },
})

/**
 * The line that marks are on, drawn over them so that it stays whole: at zero where some go below it, else where the plot ends.
 * Names of categories stay at the end.
 */
export const baseLine = (
  standsOnZero: boolean,
  [low]: [number, number],
  { theme }: Pick<DrawContext, 'theme'>,
): Record<string, unknown> => ({
  axisLine: { onZero: standsOnZero && low < 0, lineStyle: { color: colors[theme].lineStrong } },
  ...(standsOnZero && { z: 3 }),
})

/** How long a unit is, px; none on a logarithmic axis, where that depends on the place. */
export const unitLength = ({ scale: { min, max }, log }: ValueAxisPlan, length: number): number => (log ? 0 : length / (max - min || 1))

/** Place of a value along the axis, 0 at its start to 1 at its end. */
export const placeOf = ({ scale: { min, max }, log }: ValueAxisPlan, value: number): number =>
  log ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min || 1)
