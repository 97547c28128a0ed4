import type { EChartsOption } from 'echarts'
import { rgba } from '#core/color/parse.ts'
import type { Translate } from '#core/i18n/t.ts'
import { numberFormatter } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { asNumber } from '#core/query/read.ts'
import type { Json, Table } from '#core/table.ts'
import { colors, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { categoryAxis, widestOf } from '../shared/cartesian/axes.ts'
import type { FrameAxis } from '../shared/cartesian/axes.ts'
import { cartesianOption } from '../shared/cartesian/frame.ts'
import type { Layout } from '../shared/cartesian/frame.ts'
import { ellipsis, planLabels } from '../shared/cartesian/category-labels.ts'
import type { LabelPlan } from '../shared/cartesian/category-labels.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { oneMetricFormatter } from '../shared/format/figure-format.ts'
import { fillAndInk } from '../shared/color/ink.ts'
import { tickText } from '../shared/cartesian/time-ticks.ts'
import { unchosen } from '../shared/look/hover.ts'
import { markTooltip } from '../shared/look/tooltip.ts'
import { readGrid } from './cells.ts'
import type { Cell, Grid, Side } from './cells.ts'
import { scaleLegend } from './scale-legend.ts'
import { shadingOf } from './shading.ts'
import type { Shading } from './shading.ts'
import type { HeatmapForm } from './controls.ts'

/** Least size of a cell that carries its value, px. */
const labelled = { width: 26, height: 18 }
/** Part of the picture that names of rows may take. */
const longestNameShare = 0.35

/** What the columns or the rows of the grid are called. */
export const sideNames = ({ temporal, keys }: Side, form: HeatmapForm, t: Translate): string[] => {
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
  const all = sideNames(side, form, t)
  if (forced || !(side.temporal || side.keys.every((key) => typeof key === 'number'))) return planLabels(all, { ...room, forced }, measure)
  const widest = Math.max(...all.map((text) => measure(text, sizes.caption)))
  const every = Math.max(1, Math.ceil((widest + 6) / room.band))
  const shown = sideNames({ ...side, keys: side.keys.filter((_, i) => i % every === 0) }, form, t)
  return { rotate: 0, texts: all.map((_, i) => shown[i / every] ?? ''), every, height: measures.line, underhang: 0, overhang: 0 }
}

/** The space between cells; none where they are tiny. */
const gapOf = (width: number, height: number): number => {
  const side = Math.min(width, height)
  return side >= 12 ? 2 : side >= 5 ? 1 : 0
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

/** The grid with what is written about it. */
type HeatmapFacts = {
  grid: Grid
  shading: Shading
  format: ValueFormatter
  /** What the columns and the rows are called. */
  across: string[]
  down: string[]
}

const noLine = { axisLine: { show: false }, axisTick: { show: false } }

const columnAxis = ({ grid, across }: HeatmapFacts, form: HeatmapForm, context: DrawContext): FrameAxis => {
  const axis = categoryAxis({ names: across, option: noLine }, context, (room) => {
    const labels = planAcross(grid.columns, form, room, context)
    return { ...labels, every: everyOf(form.xscale_interval, labels.every) }
  })
  const fixed = fixedRoom(form.bottom_margin)
  return { ...axis, place: (plot, around) => ({ ...axis.place(plot, around), ...(fixed !== undefined && { depth: fixed }) }) }
}

const rowAxis = ({ down }: HeatmapFacts, form: HeatmapForm, context: DrawContext): FrameAxis => ({
  place: ({ left, height }) => ({
    depth:
      fixedRoom(form.left_margin) ?? Math.min(widestOf(down, context), Math.floor(context.width * longestNameShare)) + measures.labelGap,
    underhang: 0,
    overhang: 0,
    option: {
      type: 'category',
      data: down,
      inverse: true,
      ...noLine,
      axisLabel: {
        interval: everyOf(form.yscale_interval, Math.max(1, Math.ceil((measures.line * down.length) / height))) - 1,
        formatter: (name: string) => ellipsis(name, left - measures.labelGap, context.measure),
      },
    },
  }),
})

/** Places without a value, said as such. */
const missingCells = ({ grid, across, down }: HeatmapFacts, isLabelled: boolean, { theme }: DrawContext) => {
  const c = colors[theme]
  const taken = new Set(grid.cells.map(({ x, y }) => `${x} ${y}`))
  return across
    .flatMap((_, x) => down.map((__, y) => [x, y] as const))
    .filter(([x, y]) => !taken.has(`${x} ${y}`))
    .map(([x, y]) => ({
      value: [x, y, 0],
      itemStyle: { color: c.noData },
      label: { show: isLabelled, formatter: '–', color: c.text3 },
    }))
}

const seriesOf = (facts: HeatmapFacts, { plot }: Layout, form: HeatmapForm, context: DrawContext) => {
  const { grid, shading, format, across, down } = facts
  const { selected = [] } = context
  const size = { width: plot.width / across.length, height: plot.height / down.length }
  const texts = grid.cells.map(({ value }) => format(value))
  const wide = Math.max(...texts.map((text) => context.measure(text, sizes.caption)))
  const isLabelled =
    form.show_values && !context.thumbnail && size.height >= labelled.height && size.width >= Math.max(labelled.width, wide + 4)
  const cells = grid.cells.map((cell, i) => {
    const color = shading.colorOf(cell)
    const { fill, ink } = isLabelled ? fillAndInk(color) : { fill: color }
    const item = {
      value: [cell.x, cell.y, cell.value],
      itemStyle: { color: fill },
      label: { show: isLabelled, formatter: texts[i], color: ink },
    }
    return selected.length > 0 && !selected.includes(`${across[cell.x]}, ${down[cell.y]}`) ? unchosen(item) : item
  })
  return {
    type: 'heatmap',
    id: 'heatmap',
    itemStyle: borderOf(form, context, gapOf(size.width, size.height)),
    data: [...cells, ...missingCells(facts, isLabelled, context)],
  }
}

const tooltipOf = ({ grid, shading, format, across, down }: HeatmapFacts, form: HeatmapForm, context: DrawContext) => {
  const { t } = context
  const percent = numberFormatter('.0%', t.locale)
  const wholeOf = wholes(grid, form.normalize_across)
  return markTooltip<{ dataIndex: number }>(context, ({ dataIndex }) => {
    const cell = grid.cells[dataIndex]
    if (!cell) return null
    const share = form.show_percentage ? { share: cell.value / (wholeOf(cell) || 1) } : {}
    const rows = [{ name: t('Value'), value: format(cell.value), amount: cell.value, color: shading.colorOf(cell), ...share }]
    const rank = cell.rank === null || !form.normalized ? [] : [{ name: t('Rank'), value: percent(cell.rank), amount: cell.rank }]
    return [`${across[cell.x] ?? ''}, ${down[cell.y] ?? ''}`, [...rows, ...rank]]
  })
}

export const heatmapOption = (tables: Table[], form: HeatmapForm, context: DrawContext): EChartsOption => {
  const { thumbnail, t } = context
  const grid = readGrid(tables[0], form)
  if (!grid || grid.cells.length === 0) return {}
  const shading = shadingOf(grid.cells, form, context)
  const format = oneMetricFormatter(form, form.y_axis_format, context)
  const facts = { grid, shading, format, across: sideNames(grid.columns, form, t), down: sideNames(grid.rows, form, t) }
  const isExplained = !thumbnail && form.show_legend
  const legendFormat = form.normalized ? numberFormatter('.0%', t.locale) : format
  return cartesianOption(
    {
      x: columnAxis(facts, form, context),
      y: rowAxis(facts, form, context),
      series: [],
      above: isExplained ? measures.legendRow + measures.legendGap : 2,
      inset: [6, 6],
    },
    (layout) => ({
      series: [seriesOf(facts, layout, form, context)],
      tooltip: tooltipOf(facts, form, context),
      /** Each cell has its own colour; ECharts only asks that a map of colours be there. */
      visualMap: { show: false, min: shading.low, max: shading.high, inRange: { opacity: 1 }, outOfRange: { opacity: 1 } },
      ...(isExplained && { graphic: { elements: scaleLegend(shading, legendFormat, context) } }),
    }),
    context,
  )
}
