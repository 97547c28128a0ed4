import type { ValueFormatter } from '#core/format/number.ts'
import { isSet } from '#core/query/read.ts'
import { colors, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import { measures } from '../look/echarts-theme.ts'
import { writtenName } from '../text/written-name.ts'
import { planLabels } from './category-labels.ts'
import type { LabelPlan } from './category-labels.ts'
import { apart, planValueAxis, valueAxisOption } from './value-axis.ts'
import type { AxisLimits, MinorMarks, ValueAxisPlan } from './value-axis.ts'

/** A part of the picture, px. */
export type Rect = { left: number; top: number; width: number; height: number }

/** An axis on a plot of known size: the room it takes, px, and how ECharts draws it. */
export type PlacedAxis = {
  /** From the plot to the far side of its labels. */
  depth: number
  /** How far its labels reach beyond its start and its end. */
  underhang: number
  overhang: number
  /** Of words between the end of the plot and what is beside it. */
  beyond?: number
  option: Record<string, unknown>
}

/** A title beside the middle of its axis, or above a vertical one. */
export type AxisTitle = { text: string; margin?: number; position?: 'middle' | 'top' }

/** An axis of a frame, before the size of the plot is known. `around` is the plot of axes without labels. */
export type FrameAxis<Placed extends PlacedAxis = PlacedAxis> = {
  place: (plot: Rect, around: Rect) => Placed
  title?: AxisTitle | null
  /** What a tooltip says about a row of the data. */
  nameAt?: (row: number) => string
}

/** The title that a form gives an axis; null without one. */
export const titleOf = (text: string | null | undefined, rest: Omit<AxisTitle, 'text'> = {}): AxisTitle | null =>
  isSet(text) ? { text: String(text), ...rest } : null

/** The title of a value axis, beside its middle or at its end. */
export const valueTitleOf = (form: { y_axis_title: string; y_axis_title_margin: number; y_axis_title_position: string }) =>
  titleOf(form.y_axis_title, { margin: form.y_axis_title_margin, position: form.y_axis_title_position === 'Top' ? 'top' : 'middle' })

/** px that a title takes across its axis. */
export const titleDepth = (title: AxisTitle | null | undefined): number =>
  title ? measures.line + Math.max(measures.titleGap, title.margin ?? 0) : 0

/** Width of the widest text, px. */
export const widestOf = (texts: readonly string[], { measure }: Pick<DrawContext, 'measure'>, weight = 400): number =>
  Math.ceil(Math.max(0, ...texts.map((text) => measure(text, sizes.caption, weight))))

type ValueAxis = {
  extent: [number, number]
  format: ValueFormatter
  /** Bars and areas start at zero. */
  standsOnZero?: boolean
  /** Part of the axis left free above the highest value. */
  headroom?: number
  limits?: AxisLimits
  minor?: MinorMarks
  title?: AxisTitle | null
  /** Degrees of its labels. */
  rotate?: number
}

export type PlacedValueAxis = PlacedAxis & { plan: ValueAxisPlan }

const rotated = (option: Record<string, unknown>, rotate: number | undefined): Record<string, unknown> =>
  rotate === undefined ? option : { ...option, axisLabel: { ...(option['axisLabel'] as object), rotate } }

/** A value axis that goes up. */
export const verticalValueAxis = (axis: ValueAxis, context: DrawContext): FrameAxis<PlacedValueAxis> => ({
  title: axis.title ?? null,
  place: ({ height }) => {
    const plan = planValueAxis({ standsOnZero: false, ...axis, length: height })
    const depth = widestOf(plan.texts, context) + measures.labelGap
    return { plan, depth, underhang: 0, overhang: 0, option: rotated(valueAxisOption(plan, axis.minor), axis.rotate) }
  },
})

/** px between the labels of a value axis below the plot. */
const usualTickGap = 24

/** A value axis below the plot; `minTickWidth` is the least room of one tick, px. */
export const horizontalValueAxis = (
  {
    minTickWidth,
    tickGap = usualTickGap,
    line,
    ...axis
  }: ValueAxis & { minTickWidth: number; /** px between labels. */ tickGap?: number; /** Whether marks are on a line. */ line: boolean },
  context: DrawContext,
): FrameAxis<PlacedValueAxis> => ({
  title: axis.title ?? null,
  place: ({ width }) => {
    const perTick = Math.max(minTickWidth, widestOf(axis.extent.map(apart(axis.extent, axis.format)), context) + tickGap)
    const plan = planValueAxis({ standsOnZero: false, ...axis, length: width, perTick })
    return {
      plan,
      depth: measures.line + measures.labelGap,
      underhang: Math.ceil(widestOf(plan.texts.slice(0, 1), context) / 2),
      overhang: Math.ceil(widestOf(plan.texts.slice(-1), context) / 2),
      option: {
        ...rotated(valueAxisOption(plan, axis.minor), axis.rotate),
        axisLine: line ? { show: true, onZero: false, lineStyle: { color: colors[context.theme].lineStrong } } : { show: false },
      },
    }
  },
})

type CategoryAxis = { names: readonly string[]; title?: AxisTitle | null; rotate?: number; option?: Record<string, unknown> }

/** Parts of the picture that labels of categories may take below the plot, and beside it. */
const labelShare = { below: 0.35, beside: 0.25 } as const

type LabelRoom = { band: number; room: number; reach: number }

/** ECharts' settings of a category axis with these labels. */
export const categoryAxisOption = (names: readonly string[], { every, rotate, texts }: LabelPlan): Record<string, unknown> => ({
  type: 'category',
  data: [...names],
  axisLabel: { interval: every - 1, rotate, formatter: (_: string, index: number) => texts[index] ?? '' },
})

/** Names below the plot; `planned` sets them out in another way than one label to each. */
export const categoryAxis = (
  { names, title, rotate = 0, option }: CategoryAxis,
  context: DrawContext,
  planned = (room: LabelRoom): LabelPlan =>
    planLabels(
      names.map((name) => writtenName(name, context.t)),
      { ...room, forced: rotate },
      context.measure,
    ),
): FrameAxis => ({
  title: title ?? null,
  nameAt: (row) => names[row] ?? '',
  place: ({ width }) => {
    const labels = planned({
      band: width / Math.max(1, names.length),
      room: context.height * labelShare.below,
      reach: context.width * labelShare.beside,
    })
    return {
      depth: Math.ceil(labels.height) + measures.labelGap,
      underhang: labels.underhang,
      overhang: labels.overhang,
      option: { ...option, ...categoryAxisOption(names, labels) },
    }
  },
})
