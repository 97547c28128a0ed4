import { rgb } from 'd3-color'
import type { EChartsOption } from 'echarts'
import { metricFormatter } from '#core/format/currency.ts'
import { numberFormatter } from '#core/format/number.ts'
import { isSet } from '#core/query/read.ts'
import type { Table } from '#core/table.ts'
import { colors, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { dress } from '../shared/look/dress.ts'
import { ownFormat } from '../shared/format/figure-format.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { unchosen } from '../shared/look/hover.ts'
import { noLegend, planLegend } from '../shared/look/legend.ts'
import { plainRich } from '../shared/text/rich-text.ts'
import { extentOf } from '../shared/cartesian/scale.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { tooltipHtml } from '../shared/look/tooltip.ts'
import { planValueAxis, valueAxisOption } from '../shared/cartesian/value-axis.ts'
import { readBoxes } from './boxes.ts'
import type { Box } from './boxes.ts'
import { writtenName } from '../shared/text/written-name.ts'
import type { BoxPlotForm } from './controls.ts'

const columnGap = 12
const thumbnailRow = 8

const faint = (color: string): string => rgb(color).copy({ opacity: measures.areaOpacity }).formatRgb()

/** Lying boxes, their names and how many values they stand for at the left. */
export const boxPlotOption = (tables: Table[], form: BoxPlotForm, context: DrawContext): EChartsOption => {
  const { width, height, theme, thumbnail, measure, t, selected } = context
  const all = readBoxes(tables[0], form, t.locale)
  const boxes = thumbnail ? all.slice(0, Math.max(2, Math.floor((height - 12) / thumbnailRow))) : all
  if (boxes.length === 0) return {}
  const c = colors[theme]
  const metrics = [...new Set(boxes.map(({ metric }) => metric))]
  const titleOf = (metric: string) => context.verboseNames?.[metric] ?? metric
  const colorOf = seriesColors(form, context)
  const format = metricFormatter(metrics[0] ?? '', {
    currencies: context.currencies,
    formats: context.formats,
    format: ownFormat(form.number_format),
    locale: t.locale,
  })
  const counted = numberFormatter(',d', t.locale)
  const legend =
    !thumbnail && metrics.length > 1
      ? planLegend(
          metrics.map((metric) => ({ name: titleOf(metric), color: colorOf(metric) })),
          form,
          context,
        )
      : noLegend

  const nameOf = ({ name, metric }: Box) => name || titleOf(metric)
  const names = boxes.map((box) => ellipsis(writtenName(nameOf(box), t), width * 0.3, measure))
  const counts = boxes.map(({ count }) => (count === null ? '' : counted(count)))
  const widest = (texts: string[]) => Math.ceil(Math.max(...texts.map((text) => measure(text, sizes.caption))))
  const [nameWidth, countWidth] = [widest(names), widest(counts)]
  const [titleSide, titleBelow] = [isSet(form.x_axis_title), isSet(form.y_axis_title)]

  const edge = thumbnail ? 6 : 0
  const top = legend.top + (thumbnail ? edge : 4)
  const bottom = thumbnail ? edge : legend.bottom + measures.line + measures.labelGap + (titleBelow ? 20 : 0)
  const left = thumbnail ? edge : legend.left + nameWidth + columnGap + countWidth + measures.labelGap + (titleSide ? 20 : 0)
  const extent = extentOf(boxes.flatMap(({ low, high, outliers }) => [low, high, ...outliers]))
  const perTick = Math.max(40, ...extent.map((end) => measure(format(end), sizes.caption) + 24))
  const planFor = (length: number) => planValueAxis({ extent, length, standsOnZero: false, format, perTick })
  const right = thumbnail ? edge : Math.max(legend.right, Math.ceil(measure(planFor(width - left).texts.at(-1) ?? '', sizes.caption) / 2))
  const plotWidth = Math.max(20, width - left - right)
  const plotHeight = Math.max(20, height - top - bottom)
  const plan = planFor(plotWidth)
  const band = plotHeight / boxes.length
  const every = Math.max(1, Math.ceil(measures.line / band))

  const faded = (box: Box) => Boolean(selected?.length) && !selected?.includes(box.name)
  const rowsOf = (box: Box) =>
    (
      [
        [t('Highest'), box.high],
        [t('Upper quartile'), box.q3],
        [t('Median'), box.median],
        [t('Lower quartile'), box.q1],
        [t('Lowest'), box.low],
        [t('Mean'), box.mean],
      ] as [string, number | null][]
    ).flatMap(([name, value]) =>
      value === null ? [] : [{ name, value: format(value), amount: value, strong: value === box.median && name === t('Median') }],
    )
  const more = (box: Box) => [
    ...(box.count === null ? [] : [{ name: t('Values'), value: counted(box.count), amount: box.count }]),
    ...(box.outliers.length > 0 ? [{ name: t('Outliers'), value: counted(box.outliers.length), amount: box.outliers.length }] : []),
  ]
  const of = (metric: string) => boxes.map((box, i) => ({ box, i })).filter(({ box }) => box.metric === metric)
  return dress(
    {
      animation: context.animate ?? false,
      grid: { left, top, width: plotWidth, height: plotHeight, outerBoundsMode: 'none' },
      legend: legend.option,
      tooltip: {
        trigger: 'item',
        formatter: ({ data }: { data: { box: Box; value: number[] } }) => {
          const { box, value } = data
          const title = metrics.length > 1 && box.name ? `${box.name}, ${titleOf(box.metric)}` : nameOf(box)
          const rows = value.length === 2 ? [{ name: t('Outlier'), value: format(value[0] as number), amount: value[0] as number }] : []
          return tooltipHtml(title, rows.length > 0 ? rows : [...rowsOf(box), ...more(box)], context)
        },
      },
      xAxis: {
        ...valueAxisOption(plan, format),
        show: !thumbnail,
        axisLine: { show: false },
        ...(titleBelow && { name: form.y_axis_title, nameLocation: 'middle', nameGap: 26 }),
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: boxes.map(nameOf),
        show: !thumbnail,
        axisLine: { show: false },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: {
          interval: every - 1,
          formatter: (_: string, i: number) => `{name|${plainRich(names[i] ?? '')}}{count|${counts[i] ?? ''}}`,
          rich: {
            name: { width: nameWidth + columnGap, align: 'left', color: c.text, fontSize: sizes.caption },
            count: { width: countWidth, align: 'right', color: c.text3, fontSize: sizes.caption },
          },
        },
        ...(titleSide && { name: form.x_axis_title, nameLocation: 'middle', nameGap: left - legend.left - measures.line }),
      },
      series: [
        ...metrics.map((metric) => ({
          type: 'boxplot',
          id: metric,
          name: titleOf(metric),
          ...(thumbnail && { boxWidth: [3, 8] }),
          data: boxes.map((box) => {
            if (box.metric !== metric) return { box, value: [] as number[] }
            const color = colorOf(metrics.length > 1 ? metric : '')
            const item = {
              name: nameOf(box),
              box,
              value: [box.low, box.q1, box.median, box.q3, box.high],
              itemStyle: { color: faint(color), borderColor: color },
            }
            return faded(box) ? unchosen(item) : item
          }),
        })),
        ...metrics.map((metric) => ({
          type: 'scatter',
          id: `${metric} outliers`,
          name: titleOf(metric),
          symbolSize: thumbnail ? 2 : 4,
          itemStyle: { color: colorOf(metrics.length > 1 ? metric : ''), opacity: 0.45, borderWidth: 0 },
          data: of(metric).flatMap(({ box, i }) =>
            box.outliers.map((value) => {
              const item = { name: nameOf(box), box, value: [value, i] }
              return faded(box) ? unchosen(item) : item
            }),
          ),
        })),
      ],
    },
    theme,
  )
}
