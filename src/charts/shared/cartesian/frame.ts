import type { EChartsOption } from 'echarts'
import type { DrawContext } from '../../chart.ts'
import { dress } from '../look/dress.ts'
import { measures } from '../look/echarts-theme.ts'
import { legendOf, noLegend } from '../look/legend.ts'
import type { LegendForm, LegendPlan } from '../look/legend.ts'
import { titleDepth } from './axes.ts'
import type { AxisTitle, FrameAxis, PlacedAxis, Rect } from './axes.ts'
import { axisTooltip } from './tooltip.ts'
import type { FrameSeries, TooltipOptions } from './tooltip.ts'

/** The sides of a plot on a plane, with everything that is around it. Lengths in px. */
export type Frame<X extends PlacedAxis = PlacedAxis, Y extends PlacedAxis = PlacedAxis> = {
  x: FrameAxis<X>
  /** The axis at the left, or those at the left and at the right. */
  y: FrameAxis<Y> | readonly [left: FrameAxis<Y>, right: FrameAxis<Y>]
  /** What legend and tooltip name. */
  series: readonly FrameSeries[]
  /** What the form says about the legend; null where the chart has another one or none. */
  legend?: LegendForm | null
  tooltip?: Omit<TooltipOptions, 'titleAt' | 'series'>
  /** Between legend and plot. */
  above?: number
  /** Of words below the axis' labels. */
  below?: number
  /** The axis that a person may look at more closely. */
  zoom?: 'x' | 'y' | null
  /** Around the plot of a thumbnail: at its sides, and above and below it. */
  inset?: readonly [side: number, edge: number]
}

export type Layout<X extends PlacedAxis = PlacedAxis, Y extends PlacedAxis = PlacedAxis> = {
  plot: Rect
  x: X
  y: Y[]
  legend: LegendPlan
}

const minPlotSize = 20
const defaultInset = [8, 8] as const
/** The slider of a zoom and its gap to the labels. */
const zoomDepth = { x: 40, y: 28 } as const
const maxPasses = 4

const axesOf = <Y extends PlacedAxis>(y: FrameAxis<Y> | readonly [FrameAxis<Y>, FrameAxis<Y>]): readonly FrameAxis<Y>[] =>
  'place' in y ? [y] : y

const isTopTitle = (title: AxisTitle | null | undefined): boolean => title?.position === 'top'

const sideTitleDepth = ({ title }: FrameAxis): number => (isTopTitle(title) ? 0 : titleDepth(title))

type Margins = { left: number; right: number; top: number; bottom: number }

const plotIn = ({ width, height }: DrawContext, { left, right, top, bottom }: Margins): Rect => ({
  left,
  top,
  width: Math.max(minPlotSize, width - left - right),
  height: Math.max(minPlotSize, height - top - bottom),
})

const isSame = (a: Margins, b: Margins): boolean => a.left === b.left && a.right === b.right && a.bottom === b.bottom

/** Sets out legend, axes and plot: the axes' labels need room, and the room decides about the labels. */
export const layOut = <X extends PlacedAxis, Y extends PlacedAxis>(frame: Frame<X, Y>, context: DrawContext): Layout<X, Y> => {
  const axes = axesOf(frame.y)
  const placedOn = (plot: Rect, around: Rect) => ({ plot, x: frame.x.place(plot, around), y: axes.map((axis) => axis.place(plot, around)) })
  if (context.thumbnail) {
    const [side, edge] = frame.inset ?? defaultInset
    const plot = plotIn(context, { left: side, right: side, top: edge, bottom: edge })
    return { ...placedOn(plot, plot), legend: noLegend }
  }
  const legend = frame.legend ? legendOf(frame.series, frame.legend, context) : noLegend
  const [leftAxis, rightAxis] = axes as readonly [FrameAxis<Y>, FrameAxis<Y>?]
  const least = {
    left: legend.left + sideTitleDepth(leftAxis),
    right: legend.right + (rightAxis ? sideTitleDepth(rightAxis) : 0) + (frame.zoom === 'y' ? zoomDepth.y : 0),
    top: legend.top + (frame.above ?? measures.plotTop) + (isTopTitle(leftAxis.title) ? titleDepth({ text: '' }) : 0),
    bottom: legend.bottom + titleDepth(frame.x.title) + (frame.below ?? 0) + (frame.zoom === 'x' ? zoomDepth.x : 0),
  }
  let margins: Margins = { ...least, left: least.left + measures.line, bottom: least.bottom + measures.line + measures.labelGap }
  const around = plotIn(context, least)
  let placed = placedOn(plotIn(context, margins), around)
  for (let pass = 1; pass < maxPasses; pass += 1) {
    const { x, y } = placed
    // Labels that turn with the room that they leave must not go to and fro.
    const before = pass === maxPasses - 1 ? margins : least
    const next = {
      ...least,
      left: Math.max(before.left, least.left + (y[0]?.depth ?? 0), x.underhang),
      right: Math.max(before.right, least.right + (y[1]?.depth ?? 0) + (x.beyond ?? 0), x.overhang),
      bottom: Math.max(before.bottom, least.bottom + x.depth),
    }
    if (isSame(next, margins)) break
    margins = next
    placed = placedOn(plotIn(context, margins), around)
  }
  return { ...placed, legend }
}

/** px from the outer edge of a vertical axis' room to the middle of its title. */
const titleInset = 14

/** A title beside the middle of a part of the picture is cut where the picture or the legend begins. */
const cutTitle = (start: number, length: number, whole: number) => ({
  nameTruncate: { maxWidth: 2 * Math.min(start + length / 2, whole - start - length / 2), ellipsis: '…' },
})

/** Below the middle of the axis; a title at its end is below that, within the plot. */
const xTitle = ({ title }: FrameAxis, { depth }: PlacedAxis): Record<string, unknown> => {
  if (!title) return {}
  const gap = depth + Math.max(measures.titleGap, title.margin ?? 0)
  if (!isTopTitle(title)) return { name: title.text, nameLocation: 'middle', nameGap: gap }
  return {
    name: title.text,
    nameLocation: 'end',
    nameGap: 0,
    nameTextStyle: { align: 'right', verticalAlign: 'top', padding: [gap, 0, 0, 0] },
  }
}

/** `room` is what axis and title take beside the plot. */
const yTitle = ({ title }: FrameAxis, room: number): Record<string, unknown> => {
  if (!title) return {}
  if (!isTopTitle(title)) return { name: title.text, nameLocation: 'middle', nameGap: room - titleInset }
  const nameTextStyle = { align: 'left', padding: [0, 0, 0, -room] }
  return { name: title.text, nameLocation: 'end', nameGap: 12 + (title.margin ?? 0), nameTextStyle }
}

const zoomOption = (zoom: Frame['zoom'], legend: LegendPlan): Record<string, unknown> => {
  if (!zoom) return {}
  const axis = { filterMode: 'none', [`${zoom}AxisIndex`]: 0 }
  const slider = zoom === 'x' ? { bottom: legend.bottom, height: 24 } : { right: legend.right, width: 16 }
  return {
    dataZoom: [
      { type: 'slider', ...slider, ...axis },
      { type: 'inside', ...axis, zoomOnMouseWheel: 'ctrl' },
    ],
  }
}

/** ECharts' series and whatever else a chart draws or says in another way than the frame. */
type Drawn = { series: Record<string, unknown>[]; tooltip?: Record<string, unknown> } & Record<string, unknown>

/** The picture of a chart on a plane: it says its axes and draws its series, the frame does the rest. */
export const cartesianOption = <X extends PlacedAxis, Y extends PlacedAxis>(
  frame: Frame<X, Y>,
  draw: (layout: Layout<X, Y>) => Drawn,
  context: DrawContext,
): EChartsOption => {
  const layout = layOut(frame, context)
  const { plot, legend, x, y } = layout
  const hidden = context.thumbnail ? { show: false } : {}
  const axes = axesOf(frame.y)
  const rooms = [plot.left - legend.left, context.width - plot.left - plot.width - legend.right]
  const yAxes = y.map(({ option }, i) => ({
    ...option,
    ...(!isTopTitle(axes[i]?.title) && cutTitle(plot.top - legend.top, plot.height, context.height - legend.top - legend.bottom)),
    ...yTitle(axes[i] as FrameAxis<Y>, rooms[i] ?? 0),
    ...hidden,
  }))
  const { nameAt = String } = frame.x
  return dress(
    {
      animation: context.animate ?? false,
      grid: { ...plot, outerBoundsMode: 'none' },
      legend: legend.option,
      ...(!context.thumbnail && { tooltip: axisTooltip({ titleAt: nameAt, series: frame.series, ...frame.tooltip }, context) }),
      xAxis: {
        ...x.option,
        ...cutTitle(plot.left - legend.left, plot.width, context.width - legend.left - legend.right),
        ...xTitle(frame.x, x),
        ...hidden,
      },
      yAxis: yAxes.length === 1 ? yAxes[0] : yAxes,
      ...(context.thumbnail ? {} : zoomOption(frame.zoom, legend)),
      ...draw(layout),
    },
    context.theme,
  )
}
