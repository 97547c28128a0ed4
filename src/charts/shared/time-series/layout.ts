import { isSet } from '#core/query/read.ts'
import type { DrawContext } from '../../chart.ts'
import { measures } from '../look/echarts-theme.ts'
import { canLabelEnds, labelWidth, spreadLabels } from '../cartesian/end-labels.ts'
import type { PlacedLabel } from '../cartesian/end-labels.ts'
import { noLegend, planLegend } from '../look/legend.ts'
import type { LegendItem, LegendPlan } from '../look/legend.ts'
import { planValueAxis, placeOf, yAxisLimits } from '../cartesian/value-axis.ts'
import type { ValueAxisPlan } from '../cartesian/value-axis.ts'
import type { Picture } from './picture.ts'
import { topsOf } from './picture.ts'
import { bandCount, planAxis, titleRoom } from './plan.ts'
import type { AxisPlan, Rect } from './plan.ts'
import type { Series } from './series/series.ts'
import { axisInSpan } from './series/time-span.ts'
import { totalTexts } from './series/totals.ts'
import type { TimeSeriesForm } from './form/controls.ts'

export type Layout = {
  plot: Rect
  axis: AxisPlan
  yAxis: ValueAxisPlan
  legend: LegendPlan
  ends: PlacedLabel[]
  /** Room of one category, px. */
  band: number
  pixelsPerUnit: number
  labelled: boolean
  totals: string[] | null
  /** Every bar says its value: the value axis is left out. */
  valuesHidden: boolean
  titles: { x: Record<string, unknown>; y: Record<string, unknown> }
}

const lastValue = (series: Series): { row: number; value: number } | null => {
  const row = series.values.findLastIndex((value) => value !== null)
  const value = series.values[row]
  return value === null || value === undefined ? null : { row, value }
}

/** Series that end where the plot ends; null as soon as one does not. */
const lineEnds = (picture: Picture): { series: Series; value: number }[] | null => {
  const last = picture.axis.values.length - 1
  const ends = picture.series.map((series) => ({ series, end: lastValue(series) }))
  if (picture.series.some((one) => one.role === 'forecast')) return null
  if (ends.some(({ end }) => end === null || end.row < last - Math.floor(last / 20))) return null
  return ends.map(({ series, end }) => ({ series, value: (end as { value: number }).value }))
}

const wantsLegend = (form: TimeSeriesForm, { series }: Picture) => form.show_legend && new Set(series.map(({ name }) => name)).size > 1

/** One item per name: a forecast goes with its series. */
export const legendItems = ({ series, colorOf }: Picture): LegendItem[] =>
  series.filter(({ role }) => role !== 'forecast').map((one) => ({ name: one.name, color: colorOf(one) }))

const plainPlace = (form: TimeSeriesForm) => (form.legendOrientation ?? 'top') === 'top' && !isSet(form.legendMargin)

const barsFit = (picture: Picture, band: number, context: DrawContext): boolean => {
  const { series, axis } = picture
  if (axis.values.length * series.length > 60) return false
  const slot = (band * 0.67) / series.length + (series.length === 1 ? band * 0.33 - 4 : 2)
  return series.every((one) => {
    const format = picture.formatOf(one)
    return one.values.every((value) => value === null || context.measure(format(value), 12) <= slot)
  })
}

const axisTitles = (form: TimeSeriesForm, axis: AxisPlan, left: number): Layout['titles'] => {
  const x = isSet(form.x_axis_title)
    ? { name: form.x_axis_title, nameLocation: 'middle', nameGap: axis.height + form.x_axis_title_margin }
    : {}
  if (!isSet(form.y_axis_title)) return { x, y: {} }
  const name = form.y_axis_title
  const margin = form.y_axis_title_margin
  return form.y_axis_title_position === 'Top'
    ? { x, y: { name, nameLocation: 'end', nameGap: 12 + margin, nameTextStyle: { align: 'left', padding: [0, 0, 0, -left] } } }
    : { x, y: { name, nameLocation: 'middle', nameGap: left - measures.line / 2 - 6 } }
}

/** Sets out legend, axes, plot and labels on the picture's width and height. */
export const layOut = (picture: Picture, form: TimeSeriesForm, context: DrawContext): Layout => {
  const { width, height, measure } = context
  const { marks, series } = picture
  const bars = marks.kind === 'bar'
  const ends = marks.kind === 'line' && !marks.stack && plainPlace(form) && !form.zoomable && !context.timeSpan ? lineEnds(picture) : null
  const endTexts = (ends ?? []).map(({ series: one, value }) => ({ id: one.id, name: one.name, value: picture.formatOf(one)(value) }))
  const endWidth = labelWidth(endTexts, measure)
  const wants = wantsLegend(form, picture)
  const atEnds = wants && ends !== null && canLabelEnds(endTexts.length, { width, height: height - 40, labels: endWidth })
  const legend =
    wants && !atEnds
      ? planLegend(
          series.map((one) => ({ name: one.name, color: picture.colorOf(one) })),
          form,
          context,
        )
      : noLegend

  const topTitle = isSet(form.y_axis_title) && form.y_axis_title_position === 'Top'
  const top = legend.top + measures.plotTop + (topTitle ? 20 : 0)
  const zoomRoom = form.zoomable ? 40 : 0
  const rightBase = legend.right + (atEnds ? endWidth + 8 : 0)
  const sideTitle = isSet(form.y_axis_title) && !topTitle ? titleRoom(form, 'y') : 0
  const stacksTotals = bars && marks.stack === 'Stack' && marks.showValue && marks.onlyTotal
  const count = bandCount(picture.axis, form, context)

  let bottom = measures.line + measures.labelGap
  let left = 40
  let right = rightBase
  let plan: { axis: AxisPlan; yAxis: ValueAxisPlan; labelled: boolean; hidden: boolean; band: number } | undefined
  for (let pass = 0; pass < 3; pass += 1) {
    const plotHeight = Math.max(20, height - top - bottom)
    const band = Math.max(1, width - left - right) / count
    const fits = bars && !marks.stack && barsFit(picture, band, context)
    const labelled = bars && !marks.stack && (marks.showValue || (fits && picture.axis.kind === 'category' && count <= 24))
    const hidden = (labelled && fits && !form.logAxis && !form.zoomable) || marks.stack === 'Stream'
    const yAxis = planValueAxis({
      extent: picture.extent,
      length: plotHeight,
      standsOnZero: bars || marks.area,
      headroom: stacksTotals || labelled ? 0.1 : 0,
      format: picture.axisFormat,
      limits: yAxisLimits(form),
    })
    const labels = hidden ? 0 : Math.ceil(Math.max(0, ...yAxis.texts.map((text) => measure(text, 12)))) + measures.labelGap
    left = Math.max(legend.left + sideTitle + labels, plan?.axis.underhang ?? 0)
    const axis = planAxis(picture.axis, form, { width: Math.max(1, width - left - right), height, bars, left }, context)
    bottom = legend.bottom + zoomRoom + axis.height + titleRoom(form, 'x')
    right = Math.max(rightBase, axis.overhang)
    left = Math.max(left, axis.underhang)
    plan = { axis, yAxis, labelled, hidden, band }
  }
  const { axis, yAxis, labelled, hidden, band } = plan as NonNullable<typeof plan>
  const plot = { left, top, width: Math.max(1, width - left - right), height: Math.max(20, height - top - bottom) }
  const y = (value: number) => (1 - placeOf(yAxis, value)) * plot.height
  return {
    plot,
    axis,
    yAxis,
    legend,
    ends:
      atEnds && ends
        ? spreadLabels(
            endTexts.map((label, i) => ({ ...label, y: y(ends[i]?.value ?? 0) })),
            plot.height,
          )
        : [],
    band: bars ? band : plot.width / Math.max(1, axisInSpan(picture.axis, context).values.length),
    pixelsPerUnit: plot.height / (yAxis.scale.max - yAxis.scale.min || 1),
    labelled,
    totals: stacksTotals ? totalTexts(topsOf(picture), picture.axisFormat, band, context) : null,
    valuesHidden: hidden,
    titles: axisTitles(form, axis, left),
  }
}
