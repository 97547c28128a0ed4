import type { EChartsOption } from 'echarts'
import { rgba } from '#core/color/parse.ts'
import { isSet } from '#core/query/read.ts'
import type { Table } from '#core/table.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { planLabels } from '../shared/cartesian/category-labels.ts'
import { dress } from '../shared/look/dress.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { oneMetricFormatter } from '../shared/format/figure-format.ts'
import { noLegend, planLegend } from '../shared/look/legend.ts'
import { extentOf } from '../shared/cartesian/scale.ts'
import { tooltipHtml } from '../shared/look/tooltip.ts'
import { baseLine, planValueAxis, valueAxisOption } from '../shared/cartesian/value-axis.ts'
import { readSteps } from './steps.ts'
import type { Step } from './steps.ts'
import { writtenName } from '../shared/text/written-name.ts'
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

const layouts: Partial<Record<WaterfallForm['x_ticks_layout'], number>> = { '45°': 45, '90°': 90 }

export const waterfallOption = (tables: Table[], form: WaterfallForm, context: DrawContext): EChartsOption => {
  const { width, height, theme, thumbnail, measure, t } = context
  const steps = readSteps(tables[0], form, t)
  if (steps.length === 0) return {}
  const c = colors[theme]
  const fill = stepColors(form, theme)
  const format = oneMetricFormatter(form, form.y_axis_format, context)
  const names = { increase: t('Increase'), decrease: t('Decrease'), total: t('Total') }
  const kinds = (['increase', 'decrease', 'total'] as const).filter((kind) => steps.some((step) => step.kind === kind))
  const legend =
    !thumbnail && form.show_legend
      ? planLegend(
          kinds.map((kind) => ({ name: names[kind], color: fill[kind] })),
          {},
          context,
        )
      : noLegend
  const [titleX, titleY] = [isSet(form.x_axis_label), isSet(form.y_axis_label)]
  const top = thumbnail ? 8 : legend.top + measures.plotTop + (form.show_value ? 8 : 0)
  let bottom = thumbnail ? 8 : 24
  let left = thumbnail ? 8 : 40
  const right = thumbnail ? 8 : legend.right
  const extent = extentOf(steps.flatMap(({ from, to }) => [from, to]))
  const planned = (length: number) => planValueAxis({ extent, length, standsOnZero: true, headroom: form.show_value ? 0.08 : 0, format })
  let plan = planned(height - top - bottom)
  let labels = planLabels([], { band: 1, room: 1 }, measure)
  for (let pass = thumbnail ? 3 : 0; pass < 3; pass += 1) {
    const beside =
      legend.left + Math.ceil(Math.max(...plan.texts.map((label) => measure(label, 12)))) + measures.labelGap + (titleY ? 20 : 0)
    left = Math.max(beside, labels.underhang)
    labels = planLabels(
      steps.map(({ name }) => writtenName(name, t)),
      {
        band: (width - left - right) / steps.length,
        room: height * 0.35,
        forced: layouts[form.x_ticks_layout] ?? 0,
        reach: width / 4,
      },
      measure,
    )
    bottom = legend.bottom + Math.ceil(labels.height) + measures.labelGap + (titleX ? 20 : 0)
    plan = planned(height - top - bottom)
  }
  const plot = { left, top, width: Math.max(20, width - left - right), height: Math.max(20, height - top - bottom) }
  const place = steps.map(({ from, to }) => {
    const [low, high] = [Math.min(from, to), Math.max(from, to)]
    return { up: [Math.max(0, low), Math.max(0, high)] as const, down: [Math.min(0, high), Math.min(0, low)] as const }
  })
  const bases = (side: 'up' | 'down') => place.map((one) => one[side][0])
  const heights = (kind: Step['kind'], side: 'up' | 'down') =>
    steps.map((step, i) => {
      const [start, end] = place[i]?.[side] ?? [0, 0]
      return step.kind === kind && end !== start ? end - start : null
    })
  const labelled = form.show_value && !thumbnail
  const hidden = { type: 'bar', stack: 'steps', silent: true, itemStyle: { color: 'transparent' }, barMinHeight: 0 }
  return dress(
    {
      animation: context.animate ?? false,
      grid: { ...plot, outerBoundsMode: 'none' },
      legend: legend.option,
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        formatter: (points: { dataIndex: number }[]) => {
          const step = steps[points[0]?.dataIndex ?? 0] as Step
          const row = { name: names[step.kind], value: format(step.amount), amount: step.amount, color: fill[step.kind] }
          return tooltipHtml(
            step.name,
            step.kind === 'total' ? [row] : [row, { name: names.total, value: format(step.to), amount: step.to }],
            context,
          )
        },
      },
      xAxis: {
        type: 'category',
        data: steps.map(({ name }) => name),
        ...baseLine(true, extent, context),
        axisLabel: { interval: labels.every - 1, rotate: labels.rotate, formatter: (_: string, i: number) => labels.texts[i] ?? '' },
        ...(titleX && { name: form.x_axis_label, nameLocation: 'middle', nameGap: labels.height + 12 }),
        ...(thumbnail && { show: false }),
      },
      yAxis: {
        ...valueAxisOption(plan, format),
        ...(titleY && { name: form.y_axis_label, nameLocation: 'middle', nameGap: left - 14 }),
        ...(thumbnail && { show: false }),
      },
      series: [
        { ...hidden, id: 'base', data: bases('up') },
        { ...hidden, id: 'base below', data: bases('down') },
        ...kinds
          .flatMap((kind) => (['up', 'down'] as const).map((side) => ({ kind, side })))
          .filter(({ kind, side }) => heights(kind, side).some((value) => value !== null))
          .map(({ kind, side }) => ({
            type: 'bar',
            id: `${kind} ${side}`,
            name: names[kind],
            stack: 'steps',
            barCategoryGap: steps.length > 40 ? '15%' : '33%',
            itemStyle: { color: fill[kind], borderRadius: 1 },
            emphasis: { focus: 'self' },
            data: heights(kind, side),
            ...(labelled && {
              label: {
                show: true,
                position: side === 'up' ? 'top' : 'bottom',
                color: c.text2,
                formatter: ({ dataIndex }: { dataIndex: number }) => format(steps[dataIndex]?.amount ?? 0),
              },
              labelLayout: { hideOverlap: true },
            }),
          })),
      ],
    },
    theme,
  )
}
