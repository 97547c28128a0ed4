import type { EChartsOption } from 'echarts'
import { isSet } from '#core/query/read.ts'
import { dress } from '../look/dress.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import { measures } from '../look/echarts-theme.ts'
import { legendItems } from './layout.ts'
import { noLegend, planLegend } from '../look/legend.ts'
import { planValueAxis, valueAxisOption, yAxisLimits } from '../cartesian/value-axis.ts'
import { marksOfPicture, withCategoryColors } from './picture-marks.ts'
import { categoryColors, topsOf } from './picture.ts'
import type { Picture } from './picture.ts'
import { planSideNames, titleRoom } from './plan.ts'
import { seriesTooltip } from './tooltip.ts'
import { totalTexts } from './series/totals.ts'
import type { TimeSeriesForm } from './form/controls.ts'

const leastBand = 15

/** Lying bars: names flush left, values behind the bars, no value axis where every bar says its value. */
export const horizontalOption = (picture: Picture, form: TimeSeriesForm, context: DrawContext): EChartsOption => {
  const { width, height, measure } = context
  const { marks, series, axis } = picture
  const c = colors[context.theme]
  const wants = form.show_legend && series.length > 1
  const legend = wants ? planLegend(legendItems(picture), form, context) : noLegend
  const names = planSideNames(axis, context)
  const top = legend.top + (legend.top > 0 ? measures.labelGap : 0)
  const stacksTotals = marks.stack === 'Stack' && marks.showValue && marks.onlyTotal
  const roughBand = (height - top - legend.bottom) / Math.max(1, axis.values.length)
  const labelled = !marks.stack && (marks.showValue || roughBand / series.length >= leastBand)
  const hidden = labelled && roughBand / series.length >= leastBand && !form.logAxis && !form.zoomable
  const texts = labelled ? series.flatMap((one) => one.values.map((value) => (value === null ? '' : picture.formatOf(one)(value)))) : []
  const totals = stacksTotals ? totalTexts(topsOf(picture), picture.axisFormat, Infinity, context) : null
  const widest = Math.ceil(Math.max(0, ...[...texts, ...(totals ?? [])].map((text) => measure(text, 12, totals ? 500 : 400))))
  const goesBelow = picture.extent[0] < 0
  /** Labels of bars that go to the left stand between them and the names. */
  const before = labelled && goesBelow ? widest + 8 : 0
  const left = legend.left + names.width + before + titleRoom(form, 'x')
  const lastTick = hidden ? 0 : Math.ceil(measure(picture.axisFormat(picture.extent[1]), 12) / 2)
  const right = Math.max(legend.right + (widest > 0 ? widest + 8 : 0), lastTick)
  const bottom = legend.bottom + (form.zoomable ? 40 : 0) + (hidden ? 0 : measures.line + measures.labelGap) + titleRoom(form, 'y')
  const plot = { left, top, width: Math.max(20, width - left - right), height: Math.max(20, height - top - bottom) }
  const values = planValueAxis({
    extent: picture.extent,
    length: plot.width,
    standsOnZero: true,
    format: picture.axisFormat,
    limits: yAxisLimits(form),
    perTick: Math.max(64, measure(picture.axisFormat(picture.extent[1]), 12) + 24),
  })
  const band = plot.height / Math.max(1, axis.values.length)
  const every = band >= measures.line ? 1 : Math.ceil(measures.line / band)
  const scale = hidden ? { min: Math.min(0, picture.extent[0]), max: Math.max(0, picture.extent[1]) || 1 } : {}
  const source = {
    axis,
    series: new Map(series.map((one) => [one.id, { series: one, color: picture.colorOf(one), format: picture.formatOf(one) }])),
    adds: marks.stack !== null,
  }
  const drawn = marksOfPicture(
    picture,
    { band, pixelsPerUnit: plot.width / (values.scale.max - values.scale.min || 1), labelled, totals },
    context,
    true,
  )
  return dress(
    {
      animation: context.animate ?? false,
      grid: { ...plot, outerBoundsMode: 'none' },
      legend: legend.option,
      tooltip: { ...seriesTooltip(source, form, context), axisPointer: { type: 'shadow' } },
      xAxis: {
        ...valueAxisOption(values, picture.axisFormat, form),
        ...(hidden && { ...scale, interval: undefined, show: false }),
        ...(isSet(form.y_axis_title) && { name: form.y_axis_title, nameLocation: 'middle', nameGap: hidden ? 8 : 24 }),
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: axis.values.map(String),
        axisLine: { show: !hidden || goesBelow, lineStyle: { color: c.lineStrong } },
        axisLabel: {
          interval: every - 1,
          align: 'left',
          margin: names.width + before,
          color: c.text,
          formatter: (_: string, index: number) => names.texts[index] ?? '',
        },
        ...(isSet(form.x_axis_title) && {
          name: form.x_axis_title,
          nameLocation: 'middle',
          nameGap: names.width + before + 4,
        }),
      },
      series: withCategoryColors(drawn, categoryColors(picture, form, context)),
      ...(form.zoomable ? { dataZoom: [{ type: 'slider', yAxisIndex: 0, right: 0, width: 16, filterMode: 'none' }] } : {}),
    },
    context.theme,
  )
}
