import type { EChartsOption } from 'echarts'
import { isSet } from '#core/query/read.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import { valueTitleOf, widestOf } from '../cartesian/axes.ts'
import type { FrameAxis, PlacedAxis, PlacedValueAxis } from '../cartesian/axes.ts'
import { canLabelEnds, labelWidth, spreadLabels } from '../cartesian/end-labels.ts'
import type { PlacedLabel } from '../cartesian/end-labels.ts'
import { cartesianOption } from '../cartesian/frame.ts'
import type { Frame, Layout } from '../cartesian/frame.ts'
import { baseLine, placeOf, planValueAxis, unitLength, valueAxisOption, yAxisLimits } from '../cartesian/value-axis.ts'
import { measures } from '../look/echarts-theme.ts'
import { plainRich } from '../text/rich-text.ts'
import { writtenName } from '../text/written-name.ts'
import { frameSeriesOf, horizontalAxis, tooltipOf } from './axes.ts'
import type { TimeSeriesForm } from './form/controls.ts'
import type { Mark } from './marks.ts'
import { marksOfPicture, roomAbove, withCategoryColors } from './picture-marks.ts'
import { categoryColors, sumsOf } from './picture.ts'
import type { Picture } from './picture.ts'
import { bandCount } from './plan.ts'
import type { Series } from './series/series.ts'
import { axisInSpan } from './series/time-span.ts'
import { totalTexts } from './series/totals.ts'

/** The value axis, and what the bars above it say themselves. */
export type PlacedValues = PlacedValueAxis & { isLabelled: boolean; isHidden: boolean }

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

const hasPlainLegend = (form: TimeSeriesForm) => (form.legendOrientation ?? 'top') === 'top' && !isSet(form.legendMargin)

const barsFit = (picture: Picture, band: number, context: DrawContext): boolean => {
  const { series, axis } = picture
  if (axis.values.length * series.length > 60) return false
  const slot = (band * 0.67) / series.length + (series.length === 1 ? band * 0.33 - 4 : 2)
  return series.every((one) => {
    const format = picture.formatOf(one)
    return one.values.every((value) => value === null || context.measure(format(value), 12) <= slot)
  })
}

const hasTotals = ({ marks }: Picture): boolean => marks.stack === 'Stack' && marks.showValue && marks.onlyTotal

/** The value axis; none where every bar says its value. */
const verticalAxis = (picture: Picture, form: TimeSeriesForm, context: DrawContext): FrameAxis<PlacedValues> => {
  const { marks, axis, axisFormat: format, extent } = picture
  const count = bandCount(axis, form, context)
  const isPlainBar = marks.kind === 'bar' && !marks.stack
  return {
    title: valueTitleOf(form),
    place: ({ width, height }) => {
      const fits = isPlainBar && barsFit(picture, width / count, context)
      const isLabelled = isPlainBar && (marks.showValue || (fits && axis.kind === 'category' && count <= 24))
      const isHidden = (isLabelled && fits && !form.logAxis && !form.zoomable) || marks.stack === 'Stream'
      const plan = planValueAxis({
        extent,
        length: height,
        standsOnZero: marks.kind === 'bar' || marks.area,
        headroom: hasTotals(picture) || isLabelled ? 0.1 : 0,
        format,
        limits: yAxisLimits(form),
      })
      return {
        plan,
        isLabelled,
        isHidden,
        depth: isHidden ? 0 : widestOf(plan.texts, context) + measures.labelGap,
        underhang: 0,
        overhang: 0,
        option: { ...valueAxisOption(plan, form), ...(isHidden && { axisLabel: { show: false }, splitLine: { show: false } }) },
      }
    },
  }
}

/** Names and last values of lines that end where the plot ends, where there is room for them. */
const readEnds = (picture: Picture, form: TimeSeriesForm, context: DrawContext) => {
  const { marks, series } = picture
  const names = new Set(series.map(({ name }) => name))
  const canHave = marks.kind === 'line' && !marks.stack && hasPlainLegend(form) && !form.zoomable && !context.timeSpan
  const found = canHave && form.show_legend && names.size > 1 ? lineEnds(picture) : null
  const ends = (found ?? []).map(({ series: one, value }) => ({
    id: one.id,
    name: one.name,
    amount: value,
    value: picture.formatOf(one)(value),
  }))
  const width = labelWidth(ends, context.measure)
  const fits = canLabelEnds(ends.length, { width: context.width, height: context.height - 40, labels: width })
  return fits ? { ends, room: width + measures.labelGap } : null
}

type SeriesLayout = Layout<PlacedAxis, PlacedValues>

/** The frame of a picture whose values go up, and the labels at the ends of its lines. */
export const verticalFrame = (
  picture: Picture,
  form: TimeSeriesForm,
  context: DrawContext,
): { frame: Frame<PlacedAxis, PlacedValues>; labelsOn: (layout: SeriesLayout) => PlacedLabel[] } => {
  const { marks } = picture
  const hasBars = marks.kind === 'bar'
  const named = readEnds(picture, form, context)
  const base = baseLine(hasBars || marks.area, picture.extent, context)
  return {
    frame: {
      x: horizontalAxis(picture.axis, form, { hasBars, beyond: named?.room ?? 0, option: base }, context),
      y: verticalAxis(picture, form, context),
      series: frameSeriesOf(picture),
      legend: named ? null : form,
      above: roomAbove(marks),
      zoom: form.zoomable ? 'x' : null,
      tooltip: tooltipOf(form, { isWhole: marks.stack !== null, hasBars }),
    },
    labelsOn: ({ plot, y: [y] }) => {
      if (!named || !y) return []
      const labels = named.ends.map(({ amount, ...label }) => ({ ...label, y: (1 - placeOf(y.plan, amount)) * plot.height }))
      return spreadLabels(labels, plot.height)
    },
  }
}

const withEndLabels = (marks: Mark[], labels: PlacedLabel[], picture: Picture, context: DrawContext): Mark[] => {
  const c = colors[context.theme]
  const byId = new Map(labels.map((label) => [label.id, label]))
  const colorOf = new Map(picture.series.map((one) => [one.id, picture.colorOf(one)]))
  return marks.map((mark) => {
    const label = byId.get(String(mark['id']))
    if (!label) return mark
    return {
      ...mark,
      endLabel: {
        show: true,
        distance: 6,
        offset: [0, label.shift],
        formatter: () => `{name|${plainRich(writtenName(label.name, context.t))}} {value|${plainRich(label.value)}}`,
        rich: {
          name: { color: colorOf.get(label.id), fontWeight: 600, fontSize: 12, lineHeight: 16 },
          value: { color: c.text2, fontSize: 12, lineHeight: 16 },
        },
      },
    }
  })
}

const seriesOf = (picture: Picture, { plot, y: [y] }: SeriesLayout, form: TimeSeriesForm, context: DrawContext): Mark[] => {
  if (!y) return []
  const { axis, marks } = picture
  const isBar = marks.kind === 'bar'
  const band = plot.width / (isBar ? bandCount(axis, form, context) : Math.max(1, axisInSpan(axis, context).values.length))
  const drawn = marksOfPicture(
    picture,
    {
      plot,
      band,
      pixelsPerUnit: unitLength(y.plan, plot.height),
      labelled: y.isLabelled,
      totals: hasTotals(picture) ? totalTexts(sumsOf(picture), picture.axisFormat, band, context) : null,
    },
    context,
  )
  return withCategoryColors(drawn, categoryColors(picture, form, context))
}

/** Lines, areas, points and standing bars. */
export const verticalOption = (picture: Picture, form: TimeSeriesForm, context: DrawContext): EChartsOption => {
  const { frame, labelsOn } = verticalFrame(picture, form, context)
  return cartesianOption(
    frame,
    (layout) => ({
      series: [...withEndLabels(seriesOf(picture, layout, form, context), labelsOn(layout), picture, context), ...picture.annotations],
    }),
    context,
  )
}
