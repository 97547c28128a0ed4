import type { EChartsOption } from 'echarts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import { valueTitleOf, widestOf } from '../cartesian/axes.ts'
import type { FrameAxis, PlacedValueAxis, Rect } from '../cartesian/axes.ts'
import { cartesianOption } from '../cartesian/frame.ts'
import type { Layout } from '../cartesian/frame.ts'
import { apart, planValueAxis, unitLength, valueAxisOption, yAxisLimits } from '../cartesian/value-axis.ts'
import { measures } from '../look/echarts-theme.ts'
import { frameSeriesOf, rowNames, tooltipOf, xTitleOf } from './axes.ts'
import type { TimeSeriesForm } from './form/controls.ts'
import type { Mark } from './marks.ts'
import { marksOfPicture, withCategoryColors } from './picture-marks.ts'
import { categoryColors, sumsOf } from './picture.ts'
import type { Picture } from './picture.ts'
import { planSideNames } from './plan.ts'
import { totalTexts } from './series/totals.ts'

/** px: a thinner bar has no label. */
const minLabelledBand = 15

/** What the bars say themselves. */
type BarLabels = {
  isLabelled: boolean
  /** Every bar says its value: the value axis is left out. */
  hidesAxis: boolean
  totals: string[] | null
  /** px of the widest label with its gap. */
  depth: number
}

const barLabels = (picture: Picture, form: TimeSeriesForm, around: Rect, context: DrawContext): BarLabels => {
  const { marks, series, axis, axisFormat, formatOf } = picture
  const isWide = around.height / Math.max(1, axis.values.length) / series.length >= minLabelledBand
  const isLabelled = !marks.stack && (marks.showValue || isWide)
  const hasTotals = marks.stack === 'Stack' && marks.showValue && marks.onlyTotal
  const totals = hasTotals ? totalTexts(sumsOf(picture), axisFormat, Infinity, context) : null
  const values = isLabelled ? series.flatMap((one) => one.values.map((value) => (value === null ? '' : formatOf(one)(value)))) : []
  const widest = totals ? widestOf(totals, context, 500) : widestOf(values, context)
  return {
    isLabelled,
    hidesAxis: isLabelled && isWide && !form.logAxis && !form.zoomable,
    totals,
    depth: widest > 0 ? widest + 8 : 0,
  }
}

type PlacedValues = PlacedValueAxis & { labels: BarLabels }

const valueAxis = (picture: Picture, form: TimeSeriesForm, context: DrawContext): FrameAxis<PlacedValues> => {
  const { extent, axisFormat: format } = picture
  const lastTick = widestOf([apart(extent, format)(extent[1])], context)
  const unseen = { min: Math.min(0, extent[0]), max: Math.max(0, extent[1]) || 1, interval: undefined, show: false }
  return {
    title: valueTitleOf(form),
    place: ({ width }, around) => {
      const labels = barLabels(picture, form, around, context)
      const plan = planValueAxis({
        extent,
        length: width,
        standsOnZero: true,
        format,
        limits: yAxisLimits(form),
        perTick: Math.max(64, lastTick + 24),
      })
      return {
        plan,
        labels,
        depth: labels.hidesAxis ? 0 : measures.line + measures.labelGap,
        underhang: 0,
        overhang: labels.hidesAxis ? 0 : Math.ceil(lastTick / 2),
        beyond: labels.depth,
        option: { ...valueAxisOption(plan, form), ...(labels.hidesAxis && unseen) },
      }
    },
  }
}

const nameAxis = (picture: Picture, form: TimeSeriesForm, context: DrawContext): FrameAxis => {
  const { axis, extent } = picture
  const names = planSideNames(axis, context)
  const c = colors[context.theme]
  return {
    title: xTitleOf(form),
    place: ({ height }, around) => {
      const labels = barLabels(picture, form, around, context)
      const goesBelow = extent[0] < 0
      // Labels of bars that go to the left are between them and the names.
      const depth = names.width + (labels.isLabelled && goesBelow ? labels.depth : 0)
      const band = height / Math.max(1, axis.values.length)
      return {
        depth,
        underhang: 0,
        overhang: 0,
        option: {
          type: 'category',
          inverse: true,
          data: axis.values.map(String),
          axisLine: { show: !labels.hidesAxis || goesBelow, lineStyle: { color: c.lineStrong } },
          axisLabel: {
            interval: (band >= measures.line ? 1 : Math.ceil(measures.line / band)) - 1,
            align: 'left',
            margin: depth,
            color: c.text,
            formatter: (_: string, index: number) => names.texts[index] ?? '',
          },
        },
      }
    },
  }
}

const seriesOf = (
  picture: Picture,
  { plot, x: { plan, labels } }: Layout<PlacedValues>,
  form: TimeSeriesForm,
  context: DrawContext,
): Mark[] => {
  const drawn = marksOfPicture(
    picture,
    {
      band: plot.height / Math.max(1, picture.axis.values.length),
      pixelsPerUnit: unitLength(plan, plot.width),
      labelled: labels.isLabelled,
      totals: labels.totals,
    },
    context,
    true,
  )
  return withCategoryColors(drawn, categoryColors(picture, form, context))
}

/** Lying bars: names flush left, values behind the bars, no value axis where every bar says its value. */
export const horizontalOption = (picture: Picture, form: TimeSeriesForm, context: DrawContext): EChartsOption => {
  const { marks, series, axis } = picture
  /** What the name of the first bar is higher than the bar's room. */
  const firstName = Math.ceil((measures.line - context.height / Math.max(1, axis.values.length)) / 2)
  const hasLegendAbove = series.length > 1 && form.show_legend && (form.legendOrientation ?? 'top') === 'top'
  return cartesianOption(
    {
      x: { ...valueAxis(picture, form, context), nameAt: rowNames(axis, form, context) },
      y: nameAxis(picture, form, context),
      series: frameSeriesOf(picture),
      legend: form,
      above: Math.max(firstName, hasLegendAbove ? measures.labelGap : 0),
      zoom: form.zoomable ? 'y' : null,
      tooltip: tooltipOf(form, { isWhole: marks.stack !== null, hasBars: true }),
    },
    (layout) => ({ series: seriesOf(picture, layout, form, context) }),
    context,
  )
}
