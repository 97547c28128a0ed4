import type { EChartsOption } from 'echarts'
import { numberFormatter } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import type { Table } from '#core/table.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { titleOf, valueTitleOf, verticalValueAxis, widestOf } from '../shared/cartesian/axes.ts'
import type { FrameAxis, Rect } from '../shared/cartesian/axes.ts'
import { cartesianOption } from '../shared/cartesian/frame.ts'
import type { FrameSeries } from '../shared/cartesian/tooltip.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { ownFormat } from '../shared/format/figure-format.ts'
import { unchosen } from '../shared/look/hover.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { valueColors, valueLayout } from '../shared/look/value-label.ts'
import { columnNames } from '../shared/time-series/form/sentence.ts'
import { medianOf, readBins } from './bins.ts'
import type { Bin } from './bins.ts'
import type { HistogramForm } from './controls.ts'
import { barLabel, edgeFormat, seriesIdOf } from './selection.ts'

const labelGap = 12

/** A number axis from the first bin to the last, labelled at the bins' edges. */
const binAxis = (bins: Bin[], edge: ValueFormatter, form: HistogramForm, context: DrawContext): FrameAxis => {
  const [first, last] = [bins[0] as Bin, bins.at(-1) as Bin]
  const edges = [...bins.map(({ from }) => from), last.to]
  return {
    title: titleOf(form.x_axis_title, { margin: form.x_axis_title_margin }),
    nameAt: (row) => context.t('%(from)s to %(to)s', { from: edge(bins[row]?.from ?? 0), to: edge(bins[row]?.to ?? 0) }),
    place: ({ width }) => {
      const widest = Math.max(...edges.map((value) => context.measure(edge(value), 12))) + labelGap
      const every = Math.max(1, Math.ceil((widest * edges.length) / width))
      const shown = edges.filter((_, i) => i % every === 0)
      return {
        depth: measures.line + measures.labelGap,
        underhang: 0,
        overhang: Math.ceil(widestOf([edge(last.to)], context) / 2),
        option: {
          type: 'value',
          min: first.from,
          max: last.to,
          // Bars end with their bins, and ECharts would otherwise move the ends of the axis apart.
          containShape: false,
          splitLine: { show: false },
          axisLine: { show: true, onZero: false, lineStyle: { color: colors[context.theme].lineStrong } },
          axisLabel: { customValues: shown, formatter: (value: number) => edge(value) },
          axisTick: { customValues: shown, show: false },
        },
      }
    },
  }
}

/** Behind the bars where values are written above them. */
const medianLine = (median: number, text: string, { form, context: { theme } }: { form: HistogramForm; context: DrawContext }) => {
  const color = colors[theme].text
  return {
    markLine: {
      symbol: 'none',
      silent: true,
      ...(form.show_value && { z: 2 }),
      data: [{ xAxis: median }],
      lineStyle: { color, width: 1, type: [4, 3] },
      label: { formatter: text, position: 'end', distance: 4, color },
    },
  }
}

const totalLabel = (totals: number[], format: ValueFormatter, context: DrawContext) => ({
  label: {
    show: true,
    position: 'top',
    ...valueColors(context),
    formatter: ({ dataIndex }: { dataIndex: number }) => format(totals[dataIndex] ?? 0),
  },
  labelLayout: valueLayout(context),
})

/** Bars side by side, one px apart. */
const barsOf = (
  series: FrameSeries[],
  { bins, plot, isFaded }: { bins: Bin[]; plot: Rect; isFaded: (group: string, at: number) => boolean },
  { thumbnail }: DrawContext,
): Record<string, unknown>[] => {
  const barWidth = Math.max(1, plot.width / bins.length - 1)
  return series.map(({ id, name, color, values }) => ({
    type: 'bar',
    id,
    name,
    stack: 'bins',
    barWidth,
    barMaxWidth: barWidth,
    itemStyle: { color, borderRadius: series.length === 1 && !thumbnail ? [2, 2, 0, 0] : 0 },
    data: bins.map(({ from, to }, i) => {
      const value = [(from + to) / 2, values[i] ?? 0]
      return isFaded(id, i) ? unchosen({ value }) : value
    }),
  }))
}

export const histogramOption = (tables: Table[], form: HistogramForm, context: DrawContext): EChartsOption => {
  const { thumbnail, t, selected = [] } = context
  const { bins, groups } = readBins(tables[0], form)
  if (bins.length === 0) return {}
  const colorOf = seriesColors(form, context)
  const column = columnNames(form.column, context)[0] ?? ''
  const format = numberFormatter(ownFormat(form.y_axis_format) ?? (form.normalize ? '.1%' : undefined), t.locale)
  const written = { form, locale: t.locale }
  const edge = edgeFormat(bins, written, column)
  const totals = bins.map((_, i) => groups.reduce((sum, { values }) => sum + (values[i] ?? 0), 0))
  const median = form.cumulative || thumbnail ? null : medianOf(bins, totals)
  const series = groups.map(({ name, values }) => ({
    id: seriesIdOf({ name }),
    name: name || column,
    color: colorOf(name || column),
    values,
    format,
  }))
  const isFaded = (id: string, at: number) =>
    selected.length > 0 && groups.some((group) => seriesIdOf(group) === id && !selected.includes(barLabel({ bins, at, group }, written)))
  return cartesianOption(
    {
      x: binAxis(bins, edge, form, context),
      y: verticalValueAxis(
        {
          extent: [0, Math.max(...totals)],
          format,
          standsOnZero: true,
          headroom: form.show_value ? 0.1 : 0,
          title: valueTitleOf(form),
        },
        context,
      ),
      series,
      legend: { show_legend: form.show_legend },
      tooltip: { axisPointer: 'none' },
      above: measures.plotTop + (median === null ? 0 : measures.line),
    },
    ({ plot }) => {
      const bars = barsOf(series, { bins, plot, isFaded }, context)
      if (median !== null)
        Object.assign(bars[0] ?? {}, medianLine(median, t('Median ≈ %(value)s', { value: edge(median) }), { form, context }))
      if (form.show_value && !thumbnail) Object.assign(bars.at(-1) ?? {}, totalLabel(totals, format, context))
      return { series: bars }
    },
    context,
  )
}
