import type { EChartsOption } from 'echarts'
import { metricFormatter } from '#core/format/currency.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { isSet } from '#core/query/read.ts'
import type { Table } from '#core/table.ts'
import { colors, fonts, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { dress } from '../shared/look/dress.ts'
import { ownFormat } from '../shared/format/figure-format.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { noLegend, planLegend } from '../shared/look/legend.ts'
import { extentOf } from '../shared/cartesian/scale.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { metricNames } from '../shared/time-series/form/sentence.ts'
import { tooltipHtml } from '../shared/look/tooltip.ts'
import { planValueAxis, valueAxisOption } from '../shared/cartesian/value-axis.ts'
import type { AxisLimits, ValueAxisPlan } from '../shared/cartesian/value-axis.ts'
import { placeNames } from './names.ts'
import { readBubbles } from './points.ts'
import type { Side } from './names.ts'
import type { Bubble } from './points.ts'
import { writtenName } from '../shared/text/written-name.ts'
import type { BubbleForm } from './controls.ts'

const least = 6
/** The wire's usual size and what it is in px. */
const usual = { wire: 25, px: 36 }
const crowd = 1000

/** Diameters whose areas are as the values. */
const diameters = (bubbles: Bubble[], form: BubbleForm, scale: number): ((size: number | null) => number) => {
  const most = (form.max_bubble_size / usual.wire) * usual.px * scale
  const [, high] = extentOf(bubbles.map(({ size }) => size))
  return (size) => (size === null || high <= 0 ? least * scale : Math.max(least * scale, most * Math.sqrt(Math.max(0, size) / high)))
}

const formatOf = (metric: QueryMetric | null, format: string, { currencies, formats, t }: DrawContext): ValueFormatter =>
  metricFormatter(metric ? metricLabel(metric) : '', { currencies, formats, format: ownFormat(format), locale: t.locale })

const limitsOf = (form: BubbleForm): Record<'x' | 'y', AxisLimits> => ({
  x: { truncate: form.truncateXAxis, bounds: form.xAxisBounds, log: form.logXAxis },
  y: { truncate: form.truncateYAxis, bounds: form.y_axis_bounds, log: form.logYAxis },
})

const widestOf = (plan: ValueAxisPlan, measure: DrawContext['measure']) =>
  Math.ceil(Math.max(...plan.texts.map((text) => measure(text, sizes.caption))))

export const bubbleOption = (tables: Table[], form: BubbleForm, context: DrawContext): EChartsOption => {
  const { width, height, theme, thumbnail, measure } = context
  const bubbles = readBubbles(tables[0], form)
  if (bubbles.length === 0) return {}
  const c = colors[theme]
  const colorOf = seriesColors(form, context)
  const formats = {
    x: formatOf(form.x, form.xAxisFormat, context),
    y: formatOf(form.y, form.y_axis_format, context),
    size: formatOf(form.size, form.tooltipSizeFormat, context),
  }
  const nameOf = (key: 'x' | 'y' | 'size') => metricNames(form[key], context)[0] ?? ''
  const titles = {
    x: isSet(form.x_axis_label) ? form.x_axis_label : nameOf('x'),
    y: isSet(form.y_axis_label) ? form.y_axis_label : nameOf('y'),
  }
  const groups = [...new Set(bubbles.map(({ series }) => series))]
  const legend =
    !thumbnail && groups.length > 1 && form.show_legend
      ? planLegend(
          groups.map((name) => ({ name, color: colorOf(name) })),
          form,
          context,
        )
      : noLegend

  const title = thumbnail ? 0 : measures.line
  const limits = limitsOf(form)
  const top = thumbnail ? 10 : legend.top + measures.plotTop + title + 4
  const bottom = thumbnail ? 10 : legend.bottom + measures.line + measures.labelGap + title + Math.max(0, form.x_axis_title_margin - 15)
  const extents = { x: extentOf(bubbles.map(({ x }) => x)), y: extentOf(bubbles.map(({ y }) => y)) }
  const plotHeight = Math.max(20, height - top - bottom)
  const yAxis = planValueAxis({ extent: extents.y, length: plotHeight, standsOnZero: false, format: formats.y, limits: limits.y })
  const left = thumbnail ? 10 : legend.left + widestOf(yAxis, measure) + measures.labelGap
  const perTick = Math.max(48, Math.max(...extents.x.map((end) => measure(formats.x(end), sizes.caption))) + 24)
  const planX = (length: number) =>
    planValueAxis({ extent: extents.x, length, standsOnZero: false, format: formats.x, limits: limits.x, perTick })
  const right = thumbnail ? 10 : Math.max(legend.right, Math.ceil(measure(planX(width - left).texts.at(-1) ?? '', sizes.caption) / 2))
  const plotWidth = Math.max(20, width - left - right)
  const xAxis = planX(plotWidth)

  const diameterOf = diameters(bubbles, form, thumbnail ? 0.5 : Math.min(1, Math.min(plotWidth, plotHeight) / 160))
  const opacity = form.opacity
  const nameText = (name: string) => ellipsis(writtenName(name, context.t), 120, measure)
  const said =
    thumbnail || bubbles.length > crowd
      ? new Map<Bubble, Side>()
      : placeNames(
          bubbles,
          { width: plotWidth, height: plotHeight, x: xAxis, y: yAxis },
          { diameterOf, widthOf: (name) => measure(nameText(name), sizes.caption) },
        )
  const look = { fontFamily: fonts.text, fontSize: sizes.caption, fill: c.text2 }
  const axisNames = [
    {
      type: 'text',
      silent: true,
      x: legend.left,
      y: top - 8,
      style: { ...look, text: ellipsis(titles.y, width - legend.left, measure), verticalAlign: 'bottom' },
    },
    {
      type: 'text',
      silent: true,
      x: left + plotWidth,
      y: height - legend.bottom - 3,
      style: { ...look, text: ellipsis(titles.x, plotWidth, measure), align: 'right', verticalAlign: 'bottom' },
    },
  ]
  return dress(
    {
      animation: context.animate ?? false,
      grid: { left, top, width: plotWidth, height: plotHeight, outerBoundsMode: 'none' },
      legend: legend.option,
      ...(!thumbnail && { graphic: { elements: axisNames } }),
      tooltip: {
        trigger: 'item',
        formatter: ({ data }: { data: { bubble: Bubble } }) => {
          const { name, series, x, y, size } = data.bubble
          const heading = [name, series].filter(Boolean).join(', ')
          return tooltipHtml(
            heading,
            [
              { name: nameOf('x'), value: formats.x(x), amount: x },
              { name: nameOf('y'), value: formats.y(y), amount: y },
              { name: nameOf('size'), value: size === null ? '–' : formats.size(size), amount: size },
            ],
            context,
          )
        },
      },
      xAxis: {
        ...over(valueAxisOption(xAxis, formats.x), { axisLabel: { rotate: form.xAxisLabelRotation } }),
        show: !thumbnail,
        axisLine: { show: true, onZero: false, lineStyle: { color: c.lineStrong } },
      },
      yAxis: {
        ...over(valueAxisOption(yAxis, formats.y), { axisLabel: { rotate: form.yAxisLabelRotation } }),
        show: !thumbnail,
      },
      series: groups.map((group) => ({
        type: 'scatter',
        id: group || 'bubbles',
        name: group || nameOf('y'),
        symbolSize: ([, , size]: [number, number, number | null]) => diameterOf(size),
        itemStyle: { color: colorOf(group || nameOf('y')), opacity: bubbles.length > crowd ? Math.min(0.4, opacity) : opacity },
        data: bubbles
          .filter(({ series }) => series === group)
          .map((bubble) => ({
            name: bubble.name,
            bubble,
            value: [bubble.x, bubble.y, bubble.size],
            ...(said.has(bubble) && { label: { show: true, position: said.get(bubble) } }),
          })),
        label: {
          show: false,
          distance: 4,
          formatter: ({ name }: { name: string }) => nameText(name),
          color: c.text,
          opacity: 1,
          textBorderColor: c.surface,
          textBorderWidth: 2,
        },
      })),
    },
    theme,
  )
}

/** An axis with more said about its labels. */
const over = (axis: Record<string, unknown>, { axisLabel }: { axisLabel: object }) => ({
  ...axis,
  axisLabel: { ...(axis['axisLabel'] as object), ...axisLabel },
})
