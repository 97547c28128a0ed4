import type { EChartsOption } from 'echarts'
import { rgba } from '#core/color/parse.ts'
import type { Translate } from '#core/i18n/t.ts'
import { numberFormatter } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { asNumber } from '#core/query/read.ts'
import type { Json, Table } from '#core/table.ts'
import { colors, fonts, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { ellipsis, planLabels } from '../shared/cartesian/category-labels.ts'
import type { LabelPlan } from '../shared/cartesian/category-labels.ts'
import { dress } from '../shared/look/dress.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { oneMetricFormatter } from '../shared/format/figure-format.ts'
import { fillAndInk } from '../shared/color/ink.ts'
import { tickText } from '../shared/cartesian/time-ticks.ts'
import { tooltipHtml } from '../shared/look/tooltip.ts'
import { readGrid } from './cells.ts'
import type { Cell, Grid, Side } from './cells.ts'
import { shadingOf } from './shading.ts'
import type { Shading } from './shading.ts'
import type { HeatmapForm } from './controls.ts'

const labelled = { width: 26, height: 18 }
const scale = { width: 110, height: 8 }

const names = ({ temporal, keys }: Side, form: HeatmapForm, t: Translate): string[] => {
  const text = tickText(form.x_axis_time_format, t.locale, temporal ? (keys as number[]) : [])
  return keys.map((key: Json) => (key === null ? t('blank') : temporal ? text(key) : String(key)))
}

/** Numbers and times go on evenly, so that some of their labels say it all; names are all said. */
const planAcross = (
  side: Side,
  form: HeatmapForm,
  room: { band: number; room: number; reach: number },
  { measure, t }: DrawContext,
): LabelPlan => {
  const forced = form.xAxisLabelRotation
  const all = names(side, form, t)
  if (forced || !(side.temporal || side.keys.every((key) => typeof key === 'number'))) return planLabels(all, { ...room, forced }, measure)
  const widest = Math.max(...all.map((text) => measure(text, sizes.caption)))
  const every = Math.max(1, Math.ceil((widest + 6) / room.band))
  const shown = names({ ...side, keys: side.keys.filter((_, i) => i % every === 0) }, form, t)
  return { rotate: 0, texts: all.map((_, i) => shown[i / every] ?? ''), every, height: measures.line, underhang: 0, overhang: 0 }
}

/** The space between cells; none where they are tiny. */
const gapOf = (width: number, height: number): number => {
  const side = Math.min(width, height)
  return side >= 12 ? 2 : side >= 5 ? 1 : 0
}

/** The ramp with its ends in the legend's row. */
const scaleGraphic = ({ low, high, steps, smooth }: Shading, text: ValueFormatter, { theme, measure }: DrawContext) => {
  const label = {
    fontFamily: fonts.text,
    fontSize: sizes.caption,
    lineHeight: measures.line,
    fill: colors[theme].text2,
    verticalAlign: 'middle' as const,
  }
  const start = measure(text(low), sizes.caption) + 8
  const middle = measures.legendRow / 2 - 2
  const fill = (i: number) => steps[i] as string
  const boxes = smooth
    ? [
        {
          type: 'rect' as const,
          shape: { x: 0, y: 0, ...scale, r: 2 },
          style: {
            fill: {
              type: 'linear' as const,
              x: 0,
              y: 0,
              x2: 1,
              y2: 0,
              colorStops: steps.map((color, i) => ({ offset: i / (steps.length - 1), color })),
            },
          },
        },
      ]
    : steps.map((_, i) => ({
        type: 'rect' as const,
        shape: { x: (scale.width / steps.length) * i, y: 0, width: scale.width / steps.length - 1, height: scale.height, r: 2 },
        style: { fill: fill(i) },
      }))
  return [
    { type: 'text' as const, silent: true, x: 0, y: middle, style: { ...label, text: text(low) } },
    { type: 'group' as const, silent: true, x: start, y: middle - scale.height / 2, children: boxes },
    { type: 'text' as const, silent: true, x: start + scale.width + 8, y: middle, style: { ...label, text: text(high) } },
  ]
}

/** The whole that a cell is a part of: all, its column or its row. */
const wholes = ({ columns, rows }: Grid, across: unknown): ((cell: Cell) => number) => {
  const total = columns.totals.reduce((sum, value) => sum + value, 0)
  return ({ x, y }) => (across === 'x' ? columns.totals[x] : across === 'y' ? rows.totals[y] : total) ?? total
}

const fixedRoom = (value: string): number | undefined => (value === 'auto' ? undefined : asNumber(value))

const everyOf = (interval: number, auto: number): number => (interval > 0 ? interval : auto)

const borderOf = (form: HeatmapForm, { theme }: DrawContext, gap: number) => {
  const own = form.border_width
  if (own <= 0) return { borderColor: colors[theme].surface, borderWidth: gap, borderRadius: gap === 2 ? 3 : 0 }
  return { borderColor: rgba(form.border_color ?? { r: 0, g: 0, b: 0, a: 1 }), borderWidth: own, borderRadius: 0 }
}

export const heatmapOption = (tables: Table[], form: HeatmapForm, context: DrawContext): EChartsOption => {
  const { width, height, theme, thumbnail, measure, t } = context
  const grid = readGrid(tables[0], form)
  if (!grid || grid.cells.length === 0) return {}
  const c = colors[theme]
  const format = oneMetricFormatter(form, form.y_axis_format, context)
  const percent = numberFormatter('.0%', t.locale)
  const shading = shadingOf(grid.cells, form, theme)
  const [across, down] = [names(grid.columns, form, t), names(grid.rows, form, t)]
  const explained = !thumbnail && form.show_legend

  const edge = thumbnail ? 6 : 0
  const top = explained ? measures.legendRow + measures.legendGap : thumbnail ? edge : 2
  const widest = Math.ceil(Math.max(...down.map((name) => measure(name, sizes.caption))))
  const beside = thumbnail ? edge : (fixedRoom(form.left_margin) ?? Math.min(widest, Math.floor(width * 0.35)) + measures.labelGap)
  const planned = (start: number) =>
    planAcross(grid.columns, form, { band: (width - start - edge) / across.length, room: height * 0.35, reach: width / 4 }, context)
  const left = thumbnail ? edge : Math.max(beside, planned(beside).underhang)
  const plotWidth = Math.max(20, width - left - edge)
  const labels = planned(left)
  const bottom = thumbnail ? edge : (fixedRoom(form.bottom_margin) ?? Math.ceil(labels.height) + measures.labelGap)
  const plotHeight = Math.max(20, height - top - bottom)
  const size = { width: plotWidth / across.length, height: plotHeight / down.length }
  const everyX = everyOf(form.xscale_interval, labels.every)
  const everyY = everyOf(form.yscale_interval, Math.max(1, Math.ceil(measures.line / size.height)))

  const texts = grid.cells.map(({ value }) => format(value))
  const wide = Math.max(...texts.map((text) => measure(text, sizes.caption)))
  const says = form.show_values && !thumbnail && size.height >= labelled.height && size.width >= Math.max(labelled.width, wide + 4)
  const part = wholes(grid, form.normalize_across)
  const gap = gapOf(size.width, size.height)
  const taken = new Set(grid.cells.map(({ x, y }) => `${x} ${y}`))
  const missing = across
    .flatMap((_, x) => down.map((__, y) => [x, y] as const))
    .filter(([x, y]) => !taken.has(`${x} ${y}`))
    .map(([x, y]) => ({
      value: [x, y, 0],
      itemStyle: { color: c.noData },
      label: { show: says, formatter: '–', color: c.text3 },
    }))

  return dress(
    {
      animation: context.animate ?? false,
      grid: { left, top, width: plotWidth, height: plotHeight, outerBoundsMode: 'none' },
      legend: { show: false },
      /** Each cell has its own colour; ECharts only asks that a map of colours be there. */
      visualMap: { show: false, min: shading.low, max: shading.high, inRange: { opacity: 1 }, outOfRange: { opacity: 1 } },
      ...(explained && { graphic: { elements: scaleGraphic(shading, form.normalized ? percent : format, context) } }),
      tooltip: {
        trigger: 'item',
        formatter: ({ dataIndex }: { dataIndex: number }) => {
          const one = grid.cells[dataIndex]
          if (!one) return ''
          const share = form.show_percentage ? { share: one.value / (part(one) || 1) } : {}
          const rows = [{ name: t('Value'), value: format(one.value), amount: one.value, color: shading.colorOf(one), ...share }]
          const rank = one.rank === null || !form.normalized ? [] : [{ name: t('Rank'), value: percent(one.rank), amount: one.rank }]
          return tooltipHtml(`${across[one.x] ?? ''}, ${down[one.y] ?? ''}`, [...rows, ...rank], context)
        },
      },
      xAxis: {
        type: 'category',
        data: across,
        show: !thumbnail,
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { interval: everyX - 1, rotate: labels.rotate, formatter: (_: string, i: number) => labels.texts[i] ?? '' },
      },
      yAxis: {
        type: 'category',
        data: down,
        inverse: true,
        show: !thumbnail,
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: {
          interval: everyY - 1,
          formatter: (name: string) => ellipsis(name, left - measures.labelGap, measure),
        },
      },
      series: [
        {
          type: 'heatmap',
          id: 'heatmap',
          itemStyle: borderOf(form, context, gap),
          data: [
            ...grid.cells.map((one, i) => {
              const color = shading.colorOf(one)
              const { fill, ink } = says ? fillAndInk(color) : { fill: color }
              return {
                value: [one.x, one.y, one.value],
                itemStyle: { color: fill },
                label: { show: says, formatter: texts[i], color: ink },
              }
            }),
            ...missing,
          ],
        },
      ],
    },
    theme,
  )
}
