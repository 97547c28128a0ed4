import type { EChartsOption } from 'echarts'
import { ramp } from '#core/color/ramp.ts'
import { categoricalColors, defaultCategorical } from '#core/color/schemes.ts'
import { numberFormatter } from '#core/format/number.ts'
import type { Table } from '#core/table.ts'
import { colors, fonts } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { widestOf } from '../shared/cartesian/axes.ts'
import type { Rect } from '../shared/cartesian/axes.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { oneMetricFormatter } from '../shared/format/figure-format.ts'
import { dress } from '../shared/look/dress.ts'
import { unchosen } from '../shared/look/hover.ts'
import { legendOf, noLegend } from '../shared/look/legend.ts'
import type { LegendPlan } from '../shared/look/legend.ts'
import { markTooltip } from '../shared/look/tooltip.ts'
import { oneMetricSentence } from '../shared/one-metric/sentence.ts'
import { readParts } from '../shared/one-metric/slices.ts'
import type { Slice } from '../shared/one-metric/slices.ts'
import { writtenName } from '../shared/text/written-name.ts'
import type { FunnelForm } from './controls.ts'

/** What a label of the wire's number shows. */
const shows = (type: unknown) => {
  const kind = Number(type ?? 0)
  return { name: [0, 3, 4, 5].includes(kind), value: [1, 3, 5].includes(kind), percent: [2, 4, 5].includes(kind) }
}

/** Part of the first step, of the step before, or of all. */
const partOf = (steps: Slice[], i: number, type: unknown): number => {
  const value = steps[i]?.value ?? 0
  if (type === 'total') return steps[i]?.share ?? 0
  const base = (type === 'prev_step' ? steps[Math.max(0, i - 1)] : steps[0])?.value ?? 0
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

/** A step with its colour and what may be written about it. */
type Step = Slice & { color: string; texts: { name: string; value: string; part: string } }

const readFunnel = (table: Table | undefined, form: FunnelForm, context: DrawContext): Step[] => {
  const { width, measure, t } = context
  const steps = readParts(table, form, context).toSorted((a, b) => b.value - a.value)
  const fills = stepColors(steps.length, form, context)
  const format = oneMetricFormatter(form, form.number_format, context)
  const [percent, smallPercent] = [numberFormatter('.0%', t.locale), numberFormatter('.1%', t.locale)]
  return steps.map((step, i) => {
    const part = partOf(steps, i, form.percent_calculation_type)
    const texts = {
      name: ellipsis(writtenName(step.name, t), width * 0.3, measure),
      value: format(step.value),
      part: part < 0.1 ? smallPercent(part) : percent(part),
    }
    return { ...step, color: fills[i] as string, texts }
  })
}

/** Columns of text beside the funnel, px wide: names at its left, values and parts at its right. */
type Columns = Record<'name' | 'value' | 'part', number>

const columnsOf = (steps: Step[], form: FunnelForm, context: DrawContext): Columns => {
  const wanted = shows(form.label_type)
  const isLabelled = !context.thumbnail && form.show_labels
  const widthOf = (key: keyof Columns, isWanted: boolean) =>
    isLabelled && isWanted
      ? widestOf(
          steps.map(({ texts }) => texts[key]),
          context,
        ) + columnGap
      : 0
  return { name: widthOf('name', wanted.name), value: widthOf('value', wanted.value), part: widthOf('part', wanted.percent) }
}

const plotOf = (columns: Columns, legend: LegendPlan, { width, height, thumbnail }: DrawContext): Rect => {
  const edge = thumbnail ? 10 : 0
  const beside = legend.left + legend.right + columns.name + columns.value + columns.part
  return {
    left: legend.left + columns.name + edge,
    top: legend.top + edge,
    width: Math.max(20, width - beside - 2 * edge),
    height: Math.max(20, height - legend.top - legend.bottom - 2 * edge),
  }
}

/** The texts of each step at its height. */
const wordsOf = (
  steps: Step[],
  columns: Columns,
  { plot, left, right }: { plot: Rect; left: number; right: number },
  theme: DrawContext['theme'],
) => {
  const c = colors[theme]
  const stepHeight = (plot.height - gap * (steps.length - 1)) / steps.length
  const word = (text: string, i: number, x: number, style: Record<string, unknown>) => ({
    type: 'text',
    x,
    y: plot.top + i * (stepHeight + gap) + stepHeight / 2,
    silent: true,
    style: { text, verticalAlign: 'middle', font: `12px ${fonts.text}`, fill: c.text, ...style },
  })
  const every = Math.max(1, Math.ceil(measures.line / (stepHeight + gap)))
  return steps.flatMap(({ texts }, i) =>
    i % every !== 0
      ? []
      : [
          ...(columns.name ? [word(texts.name, i, left, {})] : []),
          ...(columns.value ? [word(texts.value, i, right - columns.part, { align: 'right', font: `500 12px ${fonts.text}` })] : []),
          ...(columns.part ? [word(texts.part, i, right, { align: 'right', fill: c.text2 })] : []),
        ],
  )
}

const seriesOf = (steps: Step[], plot: Rect, { selected }: DrawContext) => ({
  type: 'funnel',
  id: 'funnel',
  ...plot,
  sort: 'none',
  gap,
  min: 0,
  max: Math.max(...steps.map(({ value }) => value)),
  minSize: '1%',
  maxSize: '100%',
  label: { show: false },
  data: steps.map(({ name, value, color }) => {
    const item = { name, value, itemStyle: { color } }
    return selected?.length && !selected.includes(name) ? unchosen(item) : item
  }),
})

/** What the form wants of name, value and part; without the name the metric alone says what the value is. */
const tooltipOf = (steps: Step[], form: FunnelForm, context: DrawContext) => {
  const wanted = shows(form.tooltip_label_type)
  const metric = oneMetricSentence({ ...form, groupby: [] }, context)
  return markTooltip<{ dataIndex: number }>(context, ({ dataIndex }) => {
    const { name, texts, value: amount, color } = steps[dataIndex] as Step
    const value = [...(wanted.value ? [texts.value] : []), ...(wanted.percent ? [texts.part] : [])].join(' · ')
    return [wanted.name ? name : '', value ? [{ name: metric, value, amount, color }] : []]
  })
}

export const funnelOption = (tables: Table[], form: FunnelForm, context: DrawContext): EChartsOption => {
  const steps = readFunnel(tables[0], form, context)
  if (steps.length === 0) return {}
  const columns = columnsOf(steps, form, context)
  const legend = columns.name ? noLegend : legendOf(steps, form, context)
  const plot = plotOf(columns, legend, context)
  const sides = { plot, left: legend.left, right: context.width - legend.right }
  return dress(
    {
      animation: context.animate ?? false,
      legend: legend.option,
      tooltip: form.show_tooltip_labels ? tooltipOf(steps, form, context) : { show: false },
      series: [seriesOf(steps, plot, context)],
      graphic: wordsOf(steps, columns, sides, context.theme),
    },
    context.theme,
  )
}
