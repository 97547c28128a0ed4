import type { EChartsOption } from 'echarts'
import { buildQueryObject } from '#core/query/build-query-context.ts'
import { numberFormatter } from '#core/format/number.ts'
import { holdsYears } from '#core/format/years.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import { isSet } from '#core/query/read.ts'
import { cell, findColumn, isNumeric } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { dress } from '../shared/look/dress.ts'
import { ownFormat } from '../shared/format/figure-format.ts'
import type { StatedForm } from '../read-form.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { noLegend, planLegend } from '../shared/look/legend.ts'
import { extentOf } from '../shared/cartesian/scale.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { columnNames, listed } from '../shared/time-series/form/sentence.ts'
import { tooltipHtml } from '../shared/look/tooltip.ts'
import { planValueAxis, valueAxisOption } from '../shared/cartesian/value-axis.ts'
import { defineChart } from '../define-chart.ts'
import { histogramControls } from './controls.ts'
import type { HistogramForm } from './controls.ts'

const queries = (form: StatedForm<typeof histogramControls>, saved: FormData): QueryObject[] => {
  const base = buildQueryObject(saved, {})
  const { metrics: _, ...rest } = base
  const { column, groupby = [] } = form
  return [
    {
      ...rest,
      columns: [...groupby, ...(column ? [column] : [])],
      post_processing: [
        {
          operation: 'histogram',
          options: {
            column: column ? columnLabel(column) : undefined,
            groupby: groupby.map(columnLabel),
            bins: Math.trunc(form.bins ?? 5),
            ...(form.cumulative !== undefined && { cumulative: form.cumulative }),
            ...(form.normalize !== undefined && { normalize: form.normalize }),
          },
        },
      ],
    },
  ]
}

type Bin = { name: string; from: number; to: number }

const binName = /^(-?[\d.]+(?:e[-+]?\d+)?) - (-?[\d.]+(?:e[-+]?\d+)?)$/i

/** Bins by the names of their columns, and one list of amounts per group. */
const readBins = (table: Table | undefined, form: HistogramForm): { bins: Bin[]; groups: { name: string; values: number[] }[] } => {
  const bins = (table?.columns ?? []).flatMap((column): Bin[] => {
    const [, from, to] = binName.exec(column.name) ?? []
    return isNumeric(column) && from !== undefined && to !== undefined ? [{ name: column.name, from: Number(from), to: Number(to) }] : []
  })
  if (!table || bins.length === 0) return { bins: [], groups: [] }
  const dimensions = form.groupby.flatMap((column) => findColumn(table, columnLabel(column)) ?? [])
  const groups = Array.from({ length: table.rowCount }, (_, row) => ({
    name: dimensions.map((column) => String(cell(column, row) ?? '<NULL>')).join(', '),
    values: bins.map(({ name }) => Number(findColumn(table, name)?.values[row] ?? 0)),
  }))
  return { bins: bins.toSorted((a, b) => a.from - b.from), groups }
}

/** Where half of all lies, inside its bin as if that were even. */
const medianOf = (bins: Bin[], totals: number[]): number | null => {
  const half = totals.reduce((sum, value) => sum + value, 0) / 2
  let below = 0
  for (const [i, bin] of bins.entries()) {
    const amount = totals[i] ?? 0
    if (amount > 0 && below + amount >= half) return bin.from + ((half - below) / amount) * (bin.to - bin.from)
    below += amount
  }
  return null
}

const draw = (tables: Table[], form: HistogramForm, context: DrawContext): EChartsOption => {
  const { width, height, theme, thumbnail, measure, t } = context
  const c = colors[theme]
  const { bins, groups } = readBins(tables[0], form)
  if (bins.length === 0) return {}
  const colorOf = seriesColors(form, context)
  const column = columnNames(form.column, context)[0] ?? ''
  const name = (group: string) => group || column
  const amount = numberFormatter(ownFormat(form.y_axis_format) ?? (form.normalize ? '.1%' : undefined), t.locale)
  const years = holdsYears(column, [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 0])
  const edge = numberFormatter(ownFormat(form.x_axis_format) ?? (years ? '.0f' : undefined), t.locale)
  const totals = bins.map((_, i) => groups.reduce((sum, { values }) => sum + (values[i] ?? 0), 0))
  const wants = !thumbnail && groups.length > 1 && form.show_legend
  const legend = wants
    ? planLegend(
        groups.map((group) => ({ name: name(group.name), color: colorOf(name(group.name)) })),
        {},
        context,
      )
    : noLegend
  const median = !form.cumulative && !thumbnail ? medianOf(bins, totals) : null
  const [titleX, titleY] = [isSet(form.x_axis_title), isSet(form.y_axis_title)]
  const top = thumbnail ? 8 : legend.top + measures.plotTop + (median === null ? 0 : 16)
  const bottom = thumbnail ? 8 : legend.bottom + measures.line + measures.labelGap + (titleX ? 20 : 0)
  const [, high] = extentOf(totals)
  const plan = planValueAxis({
    extent: [0, high],
    length: height - top - bottom,
    standsOnZero: true,
    headroom: form.show_value ? 0.1 : 0,
    format: amount,
  })
  const left = thumbnail
    ? 8
    : legend.left + Math.ceil(Math.max(...plan.texts.map((label) => measure(label, 12)))) + measures.labelGap + (titleY ? 20 : 0)
  const first = bins[0] as Bin
  const last = bins.at(-1) as Bin
  const edges = [...bins.map(({ from }) => from), last.to]
  const right = thumbnail ? 8 : Math.max(legend.right, Math.ceil(measure(edge(last.to), 12) / 2))
  const plot = { left, top, width: Math.max(20, width - left - right), height: Math.max(20, height - top - bottom) }
  const widest = Math.max(...edges.map((value) => measure(edge(value), 12))) + 12
  const every = Math.max(1, Math.ceil((widest * edges.length) / plot.width))
  const shown = edges.filter((_, i) => i % every === 0)
  const barWidth = Math.max(1, plot.width / bins.length - 1)
  const labelled = form.show_value && !thumbnail
  const middles = bins.map(({ from, to }) => (from + to) / 2)
  return dress(
    {
      animation: context.animate ?? false,
      grid: { ...plot, outerBoundsMode: 'none' },
      legend: legend.option,
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'none' },
        formatter: (points: { dataIndex: number }[]) => {
          const i = points[0]?.dataIndex ?? 0
          const bin = bins[i] as Bin
          const rows = groups.map((group) => ({
            name: name(group.name),
            value: amount(group.values[i] ?? 0),
            amount: group.values[i] ?? 0,
            color: colorOf(name(group.name)),
          }))
          return tooltipHtml(t('%(from)s to %(to)s', { from: edge(bin.from), to: edge(bin.to) }), rows, context)
        },
      },
      xAxis: {
        type: 'value',
        min: first.from,
        max: last.to,
        splitLine: { show: false },
        axisLine: { show: true, onZero: false, lineStyle: { color: c.lineStrong } },
        axisLabel: { customValues: shown, formatter: (value: number) => edge(value) },
        axisTick: { customValues: shown, show: false },
        ...(titleX && { name: form.x_axis_title, nameLocation: 'middle', nameGap: 26 }),
        ...(thumbnail && { show: false }),
      },
      yAxis: {
        ...valueAxisOption(plan, amount),
        ...(titleY && { name: form.y_axis_title, nameLocation: 'middle', nameGap: left - 14 }),
        ...(thumbnail && { show: false }),
      },
      series: groups.map((group, g) => ({
        type: 'bar',
        id: group.name || 'bins',
        name: name(group.name),
        stack: 'bins',
        barWidth,
        barMaxWidth: barWidth,
        itemStyle: { color: colorOf(name(group.name)), borderRadius: groups.length === 1 && !thumbnail ? [2, 2, 0, 0] : 0 },
        data: group.values.map((value, i) => [middles[i], value]),
        ...(labelled &&
          g === groups.length - 1 && {
            label: {
              show: true,
              position: 'top',
              color: c.text2,
              formatter: ({ dataIndex }: { dataIndex: number }) => amount(totals[dataIndex] ?? 0),
            },
            labelLayout: { hideOverlap: true },
          }),
        ...(g === 0 &&
          median !== null && {
            markLine: {
              symbol: 'none',
              silent: true,
              data: [{ xAxis: median }],
              lineStyle: { color: c.text, width: 1, type: [4, 3] },
              label: {
                formatter: t('Median %(value)s', { value: edge(median) }),
                position: 'end',
                distance: 4,
                color: c.text,
              },
            },
          }),
      })),
    },
    theme,
  )
}

export const histogramChart = defineChart({
  viz_type: 'histogram_v2',
  name: 'Histogram',
  description: 'Shows how the values of one column spread.',
  category: 'Distribution',
  tags: ['Comparison', 'ECharts', 'Pattern', 'Range'],
  behaviors: [],
  controls: histogramControls,
  buildQuery: queries,
  option: draw,
  sentence: (form, context) => {
    const { t } = context
    const column = columnNames(form.column, context)[0] ?? t('Nothing')
    const dimensions = columnNames(form.groupby, context)
    const spread = t('Spread of %(column)s', { column })
    return dimensions.length > 0 ? t('%(start)s, by %(dimensions)s', { start: spread, dimensions: listed(dimensions, t) }) : spread
  },
})
