import type { EChartsOption } from 'echarts'
import { metricFormatter } from '#core/format/currency.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { isSet } from '#core/query/read.ts'
import type { Table } from '#core/table.ts'
import { colors, fonts, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { horizontalValueAxis, verticalValueAxis } from '../shared/cartesian/axes.ts'
import type { FrameAxis, PlacedAxis, PlacedValueAxis } from '../shared/cartesian/axes.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { cartesianOption } from '../shared/cartesian/frame.ts'
import type { Layout } from '../shared/cartesian/frame.ts'
import { ownFormat } from '../shared/format/figure-format.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { extentOf } from '../shared/cartesian/scale.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { metricNames } from '../shared/time-series/form/sentence.ts'
import { markTooltip } from '../shared/look/tooltip.ts'
import type { AxisLimits } from '../shared/cartesian/value-axis.ts'
import { placeNames } from './names.ts'
import { bubbleLabel, readBubbles } from './points.ts'
import { unchosen } from '../shared/look/hover.ts'
import type { Side } from './names.ts'
import type { Bubble } from './points.ts'
import { writtenName } from '../shared/text/written-name.ts'
import type { BubbleForm } from './controls.ts'

const minDiameter = 6
/** The wire's usual size and what it is in px. */
const usual = { wire: 25, px: 36 }
const maxOpaqueBubbles = 1000

/** px of the largest bubble. */
const largestDiameter = (form: BubbleForm): number => (form.max_bubble_size / usual.wire) * usual.px

/** An axis that leaves room beyond its end for half a bubble. */
const withRoom = <Placed extends PlacedAxis>(axis: FrameAxis<Placed>, form: BubbleForm): FrameAxis<Placed> => ({
  ...axis,
  place: (plot, around) => {
    const placed = axis.place(plot, around)
    return { ...placed, overhang: Math.max(placed.overhang, largestDiameter(form) / 2) }
  },
})

/** Diameters whose areas are as the values. */
const diameters = (bubbles: Bubble[], form: BubbleForm, scale: number): ((size: number | null) => number) => {
  const most = largestDiameter(form) * scale
  const [, high] = extentOf(bubbles.map(({ size }) => size))
  return (size) =>
    size === null || high <= 0 ? minDiameter * scale : Math.max(minDiameter * scale, most * Math.sqrt(Math.max(0, size) / high))
}

const formatOf = (metric: QueryMetric | null, format: string, { currencies, formats, t }: DrawContext): ValueFormatter =>
  metricFormatter(metric ? metricLabel(metric) : '', { currencies, formats, format: ownFormat(format), locale: t.locale })

const limitsOf = (form: BubbleForm): Record<'x' | 'y', AxisLimits> => ({
  x: { truncate: form.truncateXAxis, bounds: form.xAxisBounds, log: form.logXAxis },
  y: { truncate: form.truncateYAxis, bounds: form.y_axis_bounds, log: form.logYAxis },
})

/** Whether a person fixed an end of an axis. */
const isCut = (form: BubbleForm): boolean =>
  Object.values(limitsOf(form)).some(({ truncate, bounds }) => truncate && bounds.some((end) => end !== null))

type Bubbles = {
  bubbles: Bubble[]
  groups: { id: string; name: string; color: string }[]
  /** Of the three metrics. */
  names: Record<'x' | 'y' | 'size', string>
  formats: Record<'x' | 'y' | 'size', ValueFormatter>
}

const readAll = (table: Table | undefined, form: BubbleForm, context: DrawContext): Bubbles => {
  const all = readBubbles(table, form)
  const bubbles = all.filter(({ x, y }) => !(form.logXAxis && x <= 0) && !(form.logYAxis && y <= 0))
  context.onLeftOut?.('notPositive', all.length - bubbles.length)
  const colorOf = seriesColors(form, context)
  const nameOf = (key: 'x' | 'y' | 'size') => metricNames(form[key], context)[0] ?? ''
  const names = { x: nameOf('x'), y: nameOf('y'), size: nameOf('size') }
  return {
    bubbles,
    groups: [...new Set(bubbles.map(({ series }) => series))].map((id) => ({ id, name: id || names.y, color: colorOf(id || names.y) })),
    names,
    formats: {
      x: formatOf(form.x, form.xAxisFormat, context),
      y: formatOf(form.y, form.y_axis_format, context),
      size: formatOf(form.size, form.tooltipSizeFormat, context),
    },
  }
}

/** px: the wire's usual margin, at which titles are as close as they can be. */
const usualTitleMargin = 15

/** Labels are as close as their words allow. */
const everyTick = { minTickWidth: 0, tickGap: 4 }

/** Titles in reading direction: above the vertical axis, and at the end of the other one. */
const titlesOf = ({ names }: Bubbles, { plot, legend }: Layout, form: BubbleForm, { width, height, theme, measure }: DrawContext) => {
  const look = { fontFamily: fonts.text, fontSize: sizes.caption, fill: colors[theme].text2, verticalAlign: 'bottom' }
  const title = (text: string, room: number, place: { x: number; y: number; align?: string }) => {
    const { align, ...at } = place
    return { type: 'text', silent: true, ...at, style: { ...look, text: ellipsis(text, room, measure), ...(align && { align }) } }
  }
  const right = plot.left + plot.width
  const bottom = height - legend.bottom - 3
  return [
    title(isSet(form.y_axis_label) ? form.y_axis_label : names.y, width - legend.left, {
      x: legend.left,
      y: plot.top - 12 - Math.max(0, form.y_axis_title_margin - usualTitleMargin),
    }),
    title(isSet(form.x_axis_label) ? form.x_axis_label : names.x, plot.width, { x: right, y: bottom, align: 'right' }),
  ]
}

const longestName = 120

const seriesOf = (
  { bubbles, groups }: Bubbles,
  { plot, x, y: [y] }: Layout<PlacedValueAxis, PlacedValueAxis>,
  form: BubbleForm,
  context: DrawContext,
) => {
  const { theme, thumbnail, measure, selected = [] } = context
  const c = colors[theme]
  const diameterOf = diameters(bubbles, form, thumbnail ? 0.5 : Math.min(1, Math.min(plot.width, plot.height) / 160))
  const nameText = (name: string) => ellipsis(writtenName(name, context.t), longestName, measure)
  const isCrowded = bubbles.length > maxOpaqueBubbles
  const sides =
    thumbnail || isCrowded || !y
      ? new Map<Bubble, Side>()
      : placeNames(
          bubbles,
          { width: plot.width, height: plot.height, x: x.plan, y: y.plan },
          { diameterOf, widthOf: (name) => measure(nameText(name), sizes.caption) },
        )
  return groups.map(({ id, name, color }) => ({
    type: 'scatter',
    id: id || 'bubbles',
    name,
    symbolSize: ([, , size]: [number, number, number | null]) => diameterOf(size),
    // A bubble at the end of an axis is drawn whole, unless that end is fixed.
    clip: isCut(form),
    itemStyle: { color, opacity: isCrowded ? Math.min(0.4, form.opacity) : form.opacity },
    data: bubbles
      .filter(({ series }) => series === id)
      .map((bubble) => {
        const item = {
          name: bubble.name,
          bubble,
          value: [bubble.x, bubble.y, bubble.size],
          ...(sides.has(bubble) && { label: { show: true, position: sides.get(bubble) } }),
        }
        return selected.length > 0 && !selected.includes(bubbleLabel(bubble)) ? unchosen(item) : item
      }),
    label: {
      show: false,
      distance: 4,
      formatter: ({ name: text }: { name: string }) => nameText(text),
      color: c.text,
      opacity: 1,
      textBorderColor: c.surface,
      textBorderWidth: 2,
    },
  }))
}

const tooltipOf = ({ names, formats }: Bubbles, context: DrawContext) =>
  markTooltip<{ data: { bubble: Bubble } }>(context, ({ data: { bubble } }) => {
    const rows = (['x', 'y', 'size'] as const).map((key) => {
      const amount = bubble[key]
      return { name: names[key], value: amount === null ? '–' : formats[key](amount), amount }
    })
    return [bubbleLabel(bubble), rows]
  })

export const bubbleOption = (tables: Table[], form: BubbleForm, context: DrawContext): EChartsOption => {
  const read = readAll(tables[0], form, context)
  const { bubbles, groups, formats } = read
  if (bubbles.length === 0) return {}
  const limits = limitsOf(form)
  const axis = (key: 'x' | 'y') => ({ extent: extentOf(bubbles.map((bubble) => bubble[key])), format: formats[key], limits: limits[key] })
  return cartesianOption(
    {
      x: withRoom(
        horizontalValueAxis(
          {
            ...axis('x'),
            ...(form.xAxisLabelInterval === '0' ? everyTick : { minTickWidth: 48 }),
            rotate: form.xAxisLabelRotation,
            line: true,
          },
          context,
        ),
        form,
      ),
      y: verticalValueAxis({ ...axis('y'), rotate: form.yAxisLabelRotation }, context),
      series: groups.map((group) => ({ ...group, values: [], format: formats.y })),
      legend: form,
      above: Math.max(
        largestDiameter(form) / 2,
        measures.plotTop + measures.line + 4 + Math.max(0, form.y_axis_title_margin - usualTitleMargin),
      ),
      below: measures.line + Math.max(0, form.x_axis_title_margin - usualTitleMargin),
      inset: [10, 10],
    },
    (layout) => ({
      series: seriesOf(read, layout, form, context),
      tooltip: tooltipOf(read, context),
      ...(!context.thumbnail && { graphic: { elements: titlesOf(read, layout, form, context) } }),
    }),
    context,
  )
}
