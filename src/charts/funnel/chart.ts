import type { EChartsOption } from 'echarts'
import { numberFormatter } from '#core/format/number.ts'
import { categoricalColors, defaultCategorical } from '#core/color/schemes.ts'
import type { Table } from '#core/table.ts'
import { colors, fonts } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { dress } from '../shared/look/dress.ts'
import { oneMetricFormatter } from '../shared/format/figure-format.ts'
import { unchosen } from '../shared/look/hover.ts'
import { noLegend, planLegend } from '../shared/look/legend.ts'
import { oneMetricQuery } from '../shared/one-metric/query.ts'
import { oneMetricSelection } from '../shared/one-metric/selection.ts'
import { oneMetricSentence } from '../shared/one-metric/sentence.ts'
import { ramp } from '#core/color/ramp.ts'
import { readSlices } from '../shared/one-metric/slices.ts'
import type { Slice } from '../shared/one-metric/slices.ts'
import { tooltipHtml } from '../shared/look/tooltip.ts'
import { writtenName } from '../shared/text/written-name.ts'
import { defineChart } from '../define-chart.ts'
import { funnelControls } from './controls.ts'
import type { FunnelForm } from './controls.ts'

/** What a label of the wire's number shows. */
const shows = (type: unknown) => {
  const kind = Number(type ?? 0)
  return { name: [0, 3, 4, 5].includes(kind), value: [1, 3, 5].includes(kind), percent: [2, 4, 5].includes(kind) }
}

/** Part of the first step, of the step before, or of all. */
const partOf = (steps: Slice[], i: number, type: unknown): number => {
  const value = Math.abs(steps[i]?.value ?? 0)
  if (type === 'total') return steps[i]?.share ?? 0
  const base = Math.abs((type === 'prev_step' ? steps[Math.max(0, i - 1)] : steps[0])?.value ?? 0)
  return base > 0 ? value / base : 0
}

/** From dark to light along the ramp, or the colours of another scheme. */
const stepColors = (count: number, form: FunnelForm, { theme }: DrawContext): string[] => {
  const scheme = form.color_scheme
  if (scheme && scheme !== defaultCategorical) {
    const list = categoricalColors(scheme, theme)
    return Array.from({ length: count }, (_, i) => list[i % list.length] as string)
  }
  const steps = colors[theme].sequential
  const at = ramp(theme === 'light' ? [steps[5], steps[4], steps[3], steps[2]] : [steps[6], steps[5], steps[4], steps[3]])
  return Array.from({ length: count }, (_, i) => at(count > 1 ? i / (count - 1) : 0))
}

const gap = 2
const columnGap = 16

const draw = (tables: Table[], form: FunnelForm, context: DrawContext): EChartsOption => {
  const { width, height, theme, thumbnail, measure } = context
  const c = colors[theme]
  const steps = readSlices(tables[0], form, context).toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
  if (steps.length === 0) return {}
  const fills = stepColors(steps.length, form, context)
  const format = oneMetricFormatter(form, form.number_format, context)
  const percent = numberFormatter('.0%', context.t.locale)
  const small = numberFormatter('.1%', context.t.locale)
  const part = (i: number) => partOf(steps, i, form.percent_calculation_type)
  const parts = steps.map((_, i) => (part(i) < 0.1 ? small(part(i)) : percent(part(i))))
  const values = steps.map((step) => format(step.value))
  const wanted = shows(form.label_type)
  const labels = !thumbnail && form.show_labels
  const legend =
    !thumbnail && !(labels && wanted.name) && form.show_legend
      ? planLegend(
          steps.map(({ name }, i) => ({ name, color: fills[i] as string })),
          form,
          context,
        )
      : noLegend
  const widest = (texts: string[], weight = 400) => Math.ceil(Math.max(0, ...texts.map((text) => measure(text, 12, weight))))
  const names = steps.map(({ name }) => ellipsis(writtenName(name, context.t), width * 0.3, measure))
  const nameRoom = labels && wanted.name ? widest(names) + columnGap : 0
  const valueRoom = labels && wanted.value ? widest(values) + columnGap : 0
  const partRoom = labels && wanted.percent ? widest(parts) + columnGap : 0
  const edge = thumbnail ? 10 : 0
  const plot = {
    left: legend.left + nameRoom + edge,
    top: legend.top + edge,
    width: Math.max(20, width - legend.left - legend.right - nameRoom - valueRoom - partRoom - 2 * edge),
    height: Math.max(20, height - legend.top - legend.bottom - 2 * edge),
  }
  const stepHeight = (plot.height - gap * (steps.length - 1)) / steps.length
  const middle = (i: number) => plot.top + i * (stepHeight + gap) + stepHeight / 2
  const word = (text: string, i: number, x: number, style: Record<string, unknown>) => ({
    type: 'text',
    x,
    y: middle(i),
    silent: true,
    style: { text, verticalAlign: 'middle', font: `12px ${fonts.text}`, fill: c.text, ...style },
  })
  const right = width - legend.right
  const words = labels
    ? steps.flatMap((_, i) => [
        ...(wanted.name ? [word(names[i] as string, i, legend.left, {})] : []),
        ...(wanted.value ? [word(values[i] as string, i, right - partRoom, { align: 'right', font: `500 12px ${fonts.text}` })] : []),
        ...(wanted.percent ? [word(parts[i] as string, i, right, { align: 'right', fill: c.text2 })] : []),
      ])
    : []
  return dress(
    {
      animation: context.animate ?? false,
      legend: legend.option,
      tooltip: {
        trigger: 'item',
        formatter: ({ dataIndex: i }: { dataIndex: number }) =>
          tooltipHtml(
            steps[i]?.name ?? '',
            [
              {
                name: oneMetricSentence({ ...form, groupby: [] }, context),
                value: `${values[i]} · ${parts[i]}`,
                amount: steps[i]?.value ?? 0,
                color: fills[i] as string,
              },
            ],
            context,
          ),
      },
      series: [
        {
          type: 'funnel',
          id: 'funnel',
          ...plot,
          sort: 'none',
          gap,
          min: 0,
          max: Math.max(...steps.map(({ value }) => Math.abs(value))),
          minSize: '1%',
          maxSize: '100%',
          label: { show: false },
          data: steps.map(({ name, value }, i) => {
            const item = { name, value: Math.abs(value), itemStyle: { color: fills[i] } }
            return context.selected?.length && !context.selected.includes(name) ? unchosen(item) : item
          }),
        },
      ],
      graphic: words,
    },
    theme,
  )
}

export const funnelChart = defineChart({
  viz_type: 'funnel',
  name: 'Funnel Chart',
  description: 'Shows how many are left after each step of a way.',
  category: 'KPI',
  tags: ['Business', 'ECharts', 'Progressive', 'Report', 'Sequential', 'Trend'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  controls: funnelControls,
  buildQuery: oneMetricQuery,
  option: draw,
  sentence: oneMetricSentence,
  selection: oneMetricSelection,
})
