import { buildQueryObject } from '#core/query/build-query-context.ts'
import { metricLabel } from '#core/query/labels.ts'
import { cell, isNumeric, isTemporal } from '#core/table.ts'
import type { Column, Table } from '#core/table.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { formatOfCell } from '../shared/table/conditional-format.ts'
import { figureBaseline, figureSize, figureText, readable, smallText, smallTextSize } from '../shared/svg/figure.ts'
import { figureFormatter } from '../shared/format/figure-format.ts'
import { svgOf } from '../shared/svg/svg.ts'
import { metricNames } from '../shared/time-series/form/sentence.ts'
import { defineChart } from '../define-chart.ts'
import { bigNumberTotalControls } from './controls.ts'
import type { BigNumberTotalForm } from './controls.ts'

/** The figure: a metric may also be a text, such as the largest name. */
const contentOf = (column: Column | undefined, form: BigNumberTotalForm, context: DrawContext): string => {
  const value = column ? cell(column, 0) : null
  if (!column || value === null) return '–'
  if (isNumeric(column) || isTemporal(column)) return figureFormatter(form, context, isTemporal(column))(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const draw = (tables: Table[], form: BigNumberTotalForm, context: DrawContext): string => {
  const { width, height, theme, t, thumbnail } = context
  const c = colors[theme]
  const column = tables[0]?.columns[0]
  const value = column ? cell(column, 0) : null
  const content = contentOf(column, form, context)
  const label = form.metric ? metricLabel(form.metric) : ''
  const rule =
    typeof value === 'number' ? formatOfCell(form.conditional_formatting, { column: label, value, extent: [value, value] }, theme) : null
  const figure = `${rule?.icon ? `${rule.icon} ` : ''}${content}`
  const size = thumbnail
    ? Math.min(figureSize(figure, form, { ...context, width: width - 16 }), Math.floor(height * 0.4))
    : figureSize(figure, form, context)
  if (thumbnail) return svgOf(width, height, centred(figure, size, context))

  const subtitle = form.subtitle || form.subheader || (value === null ? t('No data') : '')
  const name = form.show_metric_name ? (metricNames(form.metric, context)[0] ?? '') : ''
  const [subtitleSize, nameSize] = [
    smallTextSize(form.subtitle || !form.subheader ? form.subtitle_font_size : form.subheader_font_size),
    smallTextSize(form.metric_name_font_size),
  ]
  const top = name ? nameSize + 8 : 0
  const figureLine = top + figureBaseline(size, context)
  return svgOf(
    width,
    height,
    name ? smallText(name, nameSize, nameSize, context) : '',
    figureText(figure, figureLine, size, rule ? readable(rule.color, theme) : c.text),
    subtitle ? smallText(subtitle, figureLine + subtitleSize + 16, subtitleSize, context) : '',
  )
}

const centred = (content: string, size: number, { width, height, theme, measure }: DrawContext): string =>
  figureText(content, height / 2 + size * 0.35, size, colors[theme].text).replace(
    'x="0"',
    `x="${Math.round((width - measure(content, size, 600) * 0.98) / 2)}"`,
  )

export const bigNumberTotalChart = defineChart({
  viz_type: 'big_number_total',
  name: 'Big Number',
  description: 'One number, as large as it matters.',
  category: 'KPI',
  tags: ['Additive', 'Business', 'Legacy', 'Percentages', 'Popular', 'Report', 'Description'],
  galleryPlace: 2,
  card: 'figure',
  behaviors: ['DRILL_TO_DETAIL'],
  controls: bigNumberTotalControls,
  buildQuery: (_, saved) => [buildQueryObject(saved)],
  svg: draw,
  sentence: (form, context) => metricNames(form.metric, context)[0] ?? context.t('Nothing'),
})
