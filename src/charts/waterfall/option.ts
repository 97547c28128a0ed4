import type { EChartsOption } from 'echarts'
import { rgba } from '#core/color/parse.ts'
import type { Table } from '#core/table.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { titleOf, verticalValueAxis } from '../shared/cartesian/axes.ts'
import { cartesianOption } from '../shared/cartesian/frame.ts'
import { laidOutAxis } from '../shared/cartesian/tick-layout.ts'
import type { FrameSeries } from '../shared/cartesian/tooltip.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { oneMetricFormatter } from '../shared/format/figure-format.ts'
import { extentOf } from '../shared/cartesian/scale.ts'
import { unchosen } from '../shared/look/hover.ts'
import { rowTooltip } from '../shared/look/tooltip.ts'
import { valueColors, valueLayout } from '../shared/look/value-label.ts'
import { baseLine } from '../shared/cartesian/value-axis.ts'
import { readSteps } from './steps.ts'
import type { Step } from './steps.ts'
import type { WaterfallForm } from './controls.ts'

const wireColors = { increase: '90,193,137', decrease: '224,67,85', total: '102,102,102' } as const

/** Colours that a person picked; the wire's defaults are the theme's. */
const stepColors = (form: WaterfallForm, theme: DrawContext['theme']): Record<Step['kind'], string> => {
  const c = colors[theme]
  const own = { increase: c.palette[3], decrease: c.palette[5], total: c.palette[6] }
  const picked = (kind: Step['kind']) => {
    const color = form[`${kind}_color`]
    return !color || `${color.r},${color.g},${color.b}` === wireColors[kind] ? own[kind] : rgba(color)
  }
  return { increase: picked('increase'), decrease: picked('decrease'), total: picked('total') }
}

const kinds = ['increase', 'decrease', 'total'] as const
const sides = ['up', 'down'] as const
type Side = (typeof sides)[number]

/** The part of a step above zero, or below it. */
const spanOf = ({ from, to }: Step, side: Side): [start: number, end: number] => {
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  return side === 'up' ? [Math.max(0, low), Math.max(0, high)] : [Math.min(0, high), Math.min(0, low)]
}

/** Heights of the bars of one kind; null where a step is of another kind or on the other side. */
const heightsOf = (steps: Step[], kind: Step['kind'], side: Side): (number | null)[] =>
  steps.map((step) => {
    const [start, end] = spanOf(step, side)
    return step.kind === kind && end !== start ? end - start : null
  })

/** The bars that a selection leaves out fade. */
const faded = (bars: (number | null)[], steps: Step[], selected: readonly string[]): unknown[] =>
  selected.length === 0
    ? bars
    : bars.map((value, i) => (value === null || selected.includes(steps[i]?.label ?? '') ? value : unchosen({ value })))

const unseenBar = { type: 'bar', stack: 'steps', silent: true, itemStyle: { color: 'transparent' }, barMinHeight: 0 }

/** Bars that are on unseen ones, so that they hang between their ends. */
const barsOf = (
  steps: Step[],
  series: FrameSeries[],
  { label, selected = [] }: { label: (side: Side) => Record<string, unknown>; selected: readonly string[] | undefined },
) => [
  { ...unseenBar, id: 'base', data: steps.map((step) => spanOf(step, 'up')[0]) },
  { ...unseenBar, id: 'base below', data: steps.map((step) => spanOf(step, 'down')[0]) },
  ...series
    .flatMap(({ id, name, color }) =>
      sides.map((side) => ({ id: `${id} ${side}`, name, color, side, data: heightsOf(steps, id as Step['kind'], side) })),
    )
    .filter(({ data }) => data.some((value) => value !== null))
    .map(({ side, color, data, ...bar }) => ({
      ...bar,
      data: faded(data, steps, selected),
      type: 'bar',
      stack: 'steps',
      barCategoryGap: steps.length > 40 ? '15%' : '33%',
      itemStyle: { color, borderRadius: 1 },
      emphasis: { focus: 'self' },
      ...label(side),
    })),
]

export const waterfallOption = (tables: Table[], form: WaterfallForm, context: DrawContext): EChartsOption => {
  const { theme, thumbnail, t, selected } = context
  const steps = readSteps(tables[0], form, t)
  if (steps.length === 0) return {}
  const fill = stepColors(form, theme)
  const format = oneMetricFormatter(form, form.y_axis_format, context)
  const names = { increase: t('Increase'), decrease: t('Decrease'), total: t('Total') }
  const series = kinds
    .filter((kind) => steps.some((step) => step.kind === kind))
    .map((kind) => ({
      id: kind,
      name: names[kind],
      color: fill[kind],
      format,
      values: steps.map((step) => (step.kind === kind ? step.amount : null)),
    }))
  const stepNames = steps.map(({ name }) => name)
  const extent = extentOf(steps.flatMap(({ from, to }) => [from, to]))
  const label = (side: Side) => ({
    label: {
      show: true,
      position: side === 'up' ? 'top' : 'bottom',
      ...valueColors(context),
      formatter: ({ dataIndex }: { dataIndex: number }) => format(steps[dataIndex]?.amount ?? 0),
    },
    labelLayout: valueLayout(context),
  })
  return cartesianOption(
    {
      x: laidOutAxis(
        { names: stepNames, title: titleOf(form.x_axis_label), option: baseLine(true, extent, context) },
        form.x_ticks_layout,
        context,
      ),
      y: verticalValueAxis(
        { extent, format, standsOnZero: true, headroom: form.show_value ? 0.08 : 0, title: titleOf(form.y_axis_label) },
        context,
      ),
      series,
      legend: { show_legend: form.show_legend },
      above: measures.plotTop + (form.show_value ? 8 : 0),
    },
    () => ({
      series: barsOf(steps, series, { label: form.show_value && !thumbnail ? label : () => ({}), selected }),
      tooltip: rowTooltip('shadow', context, (row) => {
        const { name, kind, amount, to } = steps[row] as Step
        const change = { name: names[kind], value: format(amount), amount, color: fill[kind] }
        return [name, kind === 'total' ? [change] : [change, { name: names.total, value: format(to), amount: to }]]
      }),
    }),
    context,
  )
}
