import { rgb } from 'd3-color'
import type { EChartsOption } from 'echarts'
import { metricFormatter } from '#core/format/currency.ts'
import { numberFormatter } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { asList } from '#core/query/read.ts'
import type { Table } from '#core/table.ts'
import { colors, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { horizontalValueAxis, titleOf, valueTitleOf, verticalValueAxis, widestOf } from '../shared/cartesian/axes.ts'
import type { FrameAxis } from '../shared/cartesian/axes.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { cartesianOption } from '../shared/cartesian/frame.ts'
import { extentOf } from '../shared/cartesian/scale.ts'
import { laidOutAxis } from '../shared/cartesian/tick-layout.ts'
import { baseLine } from '../shared/cartesian/value-axis.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { ownFormat } from '../shared/format/figure-format.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { unchosen } from '../shared/look/hover.ts'
import { markTooltip } from '../shared/look/tooltip.ts'
import type { TooltipRow } from '../shared/look/tooltip.ts'
import { plainRich } from '../shared/text/rich-text.ts'
import { writtenName } from '../shared/text/written-name.ts'
import { readBoxes } from './boxes.ts'
import type { Box } from './boxes.ts'
import type { BoxPlotForm } from './controls.ts'

const columnGap = 12
const thumbnailRow = 8

const faint = (color: string): string => rgb(color).copy({ opacity: measures.areaOpacity }).formatRgb()

/** The boxes with what is written about them. */
type BoxSet = {
  boxes: Box[]
  metrics: { id: string; name: string; color: string }[]
  nameOf: (box: Box) => string
  format: ValueFormatter
  formatCount: ValueFormatter
}

const readSet = (table: Table | undefined, form: BoxPlotForm, context: DrawContext): BoxSet => {
  const { height, thumbnail, t, currencies, formats } = context
  const all = readBoxes(table, form, t.locale)
  const boxes = thumbnail ? all.slice(0, Math.max(2, Math.floor((height - 12) / thumbnailRow))) : all
  const labels = [...new Set(boxes.map(({ metric }) => metric))]
  const colorOf = seriesColors(form, context)
  const metrics = labels.map((label) => ({
    id: label,
    name: ownValue(context.verboseNames, label) ?? label,
    color: colorOf(labels.length > 1 ? label : ''),
  }))
  const nameOfMetric = new Map(metrics.map(({ id, name }) => [id, name]))
  return {
    boxes,
    metrics,
    nameOf: ({ name, metric }) => name || (nameOfMetric.get(metric) ?? metric),
    format: metricFormatter(labels[0] ?? '', { currencies, formats, format: ownFormat(form.number_format), locale: t.locale }),
    formatCount: numberFormatter(',d', t.locale),
  }
}

/** Names at the left of the boxes, with how many values each stands for. */
const nameAxis = ({ boxes, nameOf, formatCount }: BoxSet, form: BoxPlotForm, context: DrawContext): FrameAxis => {
  const { width, theme, measure, t } = context
  const c = colors[theme]
  const names = boxes.map((box) => ellipsis(writtenName(nameOf(box), t), width * 0.3, measure))
  const counts = boxes.map(({ count }) => (count === null ? '' : formatCount(count)))
  const [nameWidth, countWidth] = [widestOf(names, context), widestOf(counts, context)]
  return {
    title: titleOf(form.x_axis_title, { margin: form.x_axis_title_margin }),
    place: ({ height }) => ({
      depth: nameWidth + columnGap + countWidth + measures.labelGap,
      underhang: 0,
      overhang: 0,
      option: {
        type: 'category',
        inverse: true,
        data: boxes.map(nameOf),
        axisLine: { show: false },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: {
          interval: Math.max(1, Math.ceil(measures.line / (height / boxes.length))) - 1,
          formatter: (_: string, i: number) => `{name|${plainRich(names[i] ?? '')}}{count|${counts[i] ?? ''}}`,
          rich: {
            name: { width: nameWidth + columnGap, align: 'left', color: c.text, fontSize: sizes.caption },
            count: { width: countWidth, align: 'right', color: c.text3, fontSize: sizes.caption },
          },
        },
      },
    }),
  }
}

/** An ECharts series of boxes and one of their outliers for each metric. */
const seriesOf = (
  { boxes, metrics, nameOf }: BoxSet,
  isVertical: boolean,
  { thumbnail, selected = [] }: DrawContext,
): Record<string, unknown>[] => {
  const marked = (box: Box, mark: Record<string, unknown>) => {
    const item = { name: nameOf(box), box, ...mark }
    return selected.length > 0 && !selected.includes(box.name) ? unchosen(item) : item
  }
  return [
    ...metrics.map(({ id, name, color }, i) => ({
      type: 'boxplot',
      id,
      name,
      [isVertical ? 'xAxisIndex' : 'yAxisIndex']: i,
      ...(thumbnail && { boxWidth: [3, 8] }),
      data: boxes.map((box) => {
        if (box.metric !== id) return { box, value: [] as number[] }
        const { low, q1, median, q3, high } = box
        return marked(box, { value: [low, q1, median, q3, high], itemStyle: { color: faint(color), borderColor: color } })
      }),
    })),
    ...metrics.map(({ id, name, color }) => ({
      type: 'scatter',
      id: `${id} outliers`,
      name,
      symbolSize: thumbnail ? 2 : 4,
      itemStyle: { color, opacity: 0.45, borderWidth: 0 },
      data: boxes.flatMap((box, i) =>
        box.metric === id ? box.outliers.map((value) => marked(box, { value: isVertical ? [i, value] : [value, i] })) : [],
      ),
    })),
  ]
}

const figuresOf = (box: Box, { format, formatCount }: BoxSet, { t }: DrawContext): TooltipRow[] => {
  const values: [string, number | null][] = [
    [t('Highest'), box.high],
    [t('Upper quartile'), box.q3],
    [t('Median'), box.median],
    [t('Lower quartile'), box.q1],
    [t('Lowest'), box.low],
    [t('Mean'), box.mean],
  ]
  const counts: [string, number | null][] = [
    [t('Values'), box.count],
    [t('Outliers'), box.outliers.length || null],
  ]
  const rows = (list: [string, number | null][], written: ValueFormatter) =>
    list.flatMap(([name, amount]) => (amount === null ? [] : [{ name, value: written(amount), amount, strong: name === t('Median') }]))
  return [...rows(values, format), ...rows(counts, formatCount)]
}

/** Horizontal boxes with their names at the left, where any name has room; a layout of the names makes them vertical. */
const axesOf = (set: BoxSet, form: BoxPlotForm, context: DrawContext): { x: FrameAxis; y: FrameAxis } => {
  const { boxes, format, nameOf } = set
  const extent = extentOf(boxes.flatMap(({ low, high, outliers }) => [low, high, ...outliers]))
  const values = { extent, format, title: valueTitleOf(form) }
  if (form.x_ticks_layout === 'auto')
    return {
      x: horizontalValueAxis({ ...values, minTickWidth: 40, line: false }, context),
      y: nameAxis(set, form, context),
    }
  const names = { names: boxes.map(nameOf), title: titleOf(form.x_axis_title, { margin: form.x_axis_title_margin }) }
  return {
    x: laidOutAxis({ ...names, option: baseLine(false, extent, context) }, form.x_ticks_layout, context),
    y: verticalValueAxis(values, context),
  }
}

type Options = Record<string, unknown>

/** Gives each metric an axis of names of its own, because ECharts sets the boxes of one axis side by side. All but the first are unseen. */
const withAxisOfEach = (option: Options, isVertical: boolean, count: number): Options => {
  const axis = isVertical ? 'xAxis' : 'yAxis'
  const indexes = Array.from({ length: count }, (_, i) => i)
  const zooms = asList<Options>(option['dataZoom'])
  return {
    ...option,
    [axis]: indexes.map((i) => ({ ...(option[axis] as Options), ...(i > 0 && { show: false }) })),
    ...(zooms.length > 0 && { dataZoom: zooms.map((zoom) => ({ ...zoom, [`${axis}Index`]: indexes })) }),
  }
}

export const boxPlotOption = (tables: Table[], form: BoxPlotForm, context: DrawContext): EChartsOption => {
  const set = readSet(tables[0], form, context)
  const { boxes, metrics, format, nameOf } = set
  if (boxes.length === 0) return {}
  const isVertical = form.x_ticks_layout !== 'auto'
  const option = cartesianOption(
    {
      ...axesOf(set, form, context),
      series: metrics.map((metric) => ({ ...metric, values: [], format })),
      legend: form,
      above: 4,
      zoom: !form.zoomable ? null : isVertical ? 'x' : 'y',
      inset: [6, 6],
    },
    () => ({
      series: seriesOf(set, isVertical, context),
      tooltip: markTooltip<{ data: { box: Box; value: number[] } }>(context, ({ data: { box, value } }) => {
        const metric = metrics.find(({ id }) => id === box.metric)
        const title = metrics.length > 1 && box.name ? `${box.name}, ${metric?.name ?? ''}` : nameOf(box)
        if (value.length > 2) return [title, figuresOf(box, set, context)]
        const amount = value[isVertical ? 1 : 0] as number
        return [title, [{ name: context.t('Outlier'), value: format(amount), amount }]]
      }),
    }),
    context,
  )
  return metrics.length > 1 ? withAxisOfEach(option as Options, isVertical, metrics.length) : option
}
