import { numberFormatter } from '#core/format/number.ts'
import type { Table } from '#core/table.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { figureBaseline, figureSize, figureText, fixedColor, smallText, smallTextSize } from '../shared/svg/figure.ts'
import { figureFormatter } from '../shared/format/figure-format.ts'
import { element, linePath, svgOf, textAt } from '../shared/svg/svg.ts'
import type { Box } from '../shared/svg/svg.ts'
import { metricNames } from '../shared/time-series/form/sentence.ts'
import { drawAxes, grainText, placesIn, spanOf, valueLabelHeight } from './axes.ts'
import type { Span } from './axes.ts'
import { readTrend } from './trend.ts'
import type { Point, Trend } from './trend.ts'
import type { BigNumberForm } from './controls.ts'

const runs = (points: ([number, number] | null)[]): [number, number][][] => {
  const found: [number, number][][] = [[]]
  for (const point of points) {
    if (point) (found.at(-1) as [number, number][]).push(point)
    else if ((found.at(-1) as [number, number][]).length > 0) found.push([])
  }
  return found.filter((run) => run.length > 0)
}

/** A sparkline with its fill and a dot at its end. */
const sparkline = (points: Point[], form: BigNumberForm, { box, span }: { box: Box; span: Span }, context: DrawContext): string => {
  const { x, y } = placesIn(box, span)
  const placed = points.map(({ time, value }): [number, number] | null => (value === null ? null : [x(time), y(value)]))
  const color = fixedColor(form, context.theme)
  const width = context.thumbnail ? 1.5 : 2
  const bottom = box.y + box.height
  const fills = runs(placed).map((run) => `${linePath(run)}L${run.at(-1)?.[0]} ${bottom}L${run[0]?.[0]} ${bottom}Z`)
  const last = placed.findLast((point) => point !== null)
  return (
    element('path', { d: fills.join(''), fill: color, 'fill-opacity': 0.18 }) +
    element('path', { d: linePath(placed), stroke: color, 'stroke-width': width, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }) +
    (last && !context.thumbnail
      ? element('circle', { cx: last[0], cy: last[1], r: 3, fill: color, stroke: colors[context.theme].surface })
      : '')
  )
}

/** The arrow, change and what it is against. */
const changeLine = (trend: Trend, form: BigNumberForm, { y, size }: { y: number; size: number }, context: DrawContext): string => {
  const { theme, t, measure } = context
  const c = colors[theme]
  if (!trend.change) return ''
  const { part, from } = trend.change
  const color = part > 0 ? c.good : part < 0 ? c.bad : c.text2
  const text = numberFormatter('+,.1%', t.locale)(part)
  const suffix = form.compare_suffix
  const against = suffix || t('against %(when)s', { when: grainText(form, t.locale)(from) })
  const arrow =
    part === 0
      ? ''
      : element('path', { d: part > 0 ? `M1 ${y}l7 -7m-6 0h6v6` : `M1 ${y - 7}l7 7m-6 0h6v-6`, stroke: color, 'stroke-width': 1.5 })
  const start = part === 0 ? 0 : 14
  return (
    arrow +
    textAt(start, y, text, { size, fill: color, weight: 600 }) +
    textAt(start + measure(text, size, 600) + 10, y, against, { size, fill: c.text2 })
  )
}

const least = 48
/** px between the small lines below the figure. */
const lineGap = 6

/** The figure above, its change beside or below, the trend underneath with its first and last date. */
export const drawBigNumber = (tables: Table[], form: BigNumberForm, context: DrawContext): string => {
  const { width, height, theme, t } = context
  const trend = readTrend(tables, form)
  const content = trend.value === null ? '–' : figureFormatter(form, context, false)(trend.value)
  const draws = form.show_trend_line && trend.points.length > 1
  if (context.thumbnail) {
    const figure = figureText(
      content,
      height * 0.42,
      Math.min(28, height * 0.34, figureSize(content, form, { ...context, width: width - 20 })),
      colors[theme].text,
    )
    const box = { x: 0, y: height * 0.55, width, height: height * 0.4 }
    return svgOf(
      width,
      height,
      element('g', { transform: 'translate(8 0)' }, figure),
      draws ? sparkline(trend.points, form, { box, span: spanOf(trend, form, tables) }, context) : '',
    )
  }
  const size = figureSize(content, form, context)
  const name = form.show_metric_name ? (metricNames(form.metric, context)[0] ?? '') : ''
  const nameSize = smallTextSize(form.metric_name_font_size)
  const smallSize = smallTextSize(form.subheader_font_size)
  const lines = [
    { text: form.subtitle, size: smallTextSize(form.subtitle_font_size) },
    { text: form.subtitle ? '' : form.subheader || (trend.value === null ? t('No data') : ''), size: smallSize },
    { text: form.show_timestamp && trend.time !== null ? grainText(form, t.locale)(trend.time) : '', size: smallSize },
  ].filter(({ text }) => text)
  const top = name ? nameSize + 8 : 0
  const figureLine = top + figureBaseline(size, context)
  const changeSize = trend.change ? smallSize + 8 : 0
  const words = figureLine + size * 0.16 + changeSize + lines.reduce((sum, one) => sum + one.size + lineGap, 0)
  const dates = draws ? 20 : 0
  const above = form.show_y_axis ? 12 + valueLabelHeight : 12
  const room = height - words - above - dates
  const trendHeight = room >= least * 0.6 ? room : 0
  const box = { x: 0, y: words + above, width: width - 3, height: trendHeight - 4 }
  const placed = { box, span: spanOf(trend, form, tables) }
  const figure = [
    name ? smallText(name, nameSize, nameSize, context) : '',
    figureText(content, figureLine, size, colors[theme].text),
    changeLine(trend, form, { y: figureLine + size * 0.16 + changeSize, size: smallSize }, context),
    ...lines.map(({ text, size: own }, i) => {
      const before = lines.slice(0, i + 1).reduce((sum, one) => sum + one.size + lineGap, 0)
      return smallText(text, figureLine + size * 0.16 + changeSize + before, own, context)
    }),
  ]
  return svgOf(
    width,
    height,
    ...figure,
    draws && trendHeight > 0 ? sparkline(trend.points, form, placed, context) + drawAxes(trend.points, form, placed, context) : '',
  )
}
