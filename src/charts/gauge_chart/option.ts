import type { EChartsOption } from 'echarts'
import { categoricalColors } from '#core/color/schemes.ts'
import type { Table } from '#core/table.ts'
import { colors, fonts } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { dress } from '../shared/look/dress.ts'
import { oneMetricFormatter } from '../shared/format/figure-format.ts'
import { niceScale } from '../shared/cartesian/scale.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { readSlices } from '../shared/one-metric/slices.ts'
import { tooltipHtml } from '../shared/look/tooltip.ts'
import { writtenName } from '../shared/text/written-name.ts'
import type { GaugeForm } from './controls.ts'

type Cell = { x: number; y: number; width: number; height: number }

/** One small dial per value, in as many columns as make them largest. */
const cells = (count: number, { width, height }: DrawContext): Cell[] => {
  let best = { columns: 1, size: 0 }
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns)
    const size = Math.min(width / columns, (height / rows) * 1.3)
    if (size > best.size) best = { columns, size }
  }
  const rows = Math.ceil(count / best.columns)
  return Array.from({ length: count }, (_, i) => ({
    x: ((i % best.columns) * width) / best.columns,
    y: (Math.floor(i / best.columns) * height) / rows,
    width: width / best.columns,
    height: height / rows,
  }))
}

/** Bounds and colours of the intervals that the form names: `[[part, colour], …]` along the dial. */
const intervals = (form: GaugeForm, [min, max]: [number, number], theme: DrawContext['theme']): [number, string][] | null => {
  const numbers = (list: string) =>
    list
      .split(',')
      .map((part) => Number.parseFloat(part))
      .filter((value) => !Number.isNaN(value))
  const bounds = numbers(form.intervals)
  if (bounds.length === 0) return null
  const picks = numbers(form.interval_color_indices)
  const list = categoricalColors(form.color_scheme, theme)
  return bounds.map((bound, i) => [
    Math.min(1, Math.max(0, (bound - min) / (max - min || 1))),
    list[((picks[i] ?? i + 1) - 1 + list.length) % list.length] as string,
  ])
}

/** px of the largest radius: a wider dial says no more. */
const widest = 208

const wireAngles = [225, -45]
const ownAngles = [205, -25]

export const gaugeOption = (tables: Table[], form: GaugeForm, context: DrawContext): EChartsOption => {
  const { theme, thumbnail, measure } = context
  const c = colors[theme]
  const values = readSlices(tables[0], form, context)
  if (values.length === 0) return {}
  const low = Math.min(0, ...values.map(({ value }) => value))
  const high = Math.max(...values.map(({ value }) => value))
  const fitted = niceScale([low, high], { ticks: 5, zero: true })
  const range: [number, number] = [form.min_val ?? fitted.min, form.max_val ?? fitted.max]
  const format = oneMetricFormatter(form, form.number_format, context)
  const worded = (value: number) => String(form.value_formatter || '{value}').replaceAll('{value}', format(value))
  const colorOf = seriesColors(form, context)
  const bands = intervals(form, range, theme)
  const said = [form.start_angle, form.end_angle]
  const [start, end] = said[0] === wireAngles[0] && said[1] === wireAngles[1] ? ownAngles : said
  const single = values.length === 1
  const places = cells(values.length, context)
  const words: Record<string, unknown>[] = []

  const series = values.map((one, i) => {
    const cell = places[i] as Cell
    const named = !single || one.key?.length ? one.name : ''
    const radius = Math.max(12, Math.min(cell.width / 2 - (thumbnail ? 4 : 12), (cell.height - (thumbnail ? 8 : 28)) * 0.66, widest))
    const track = thumbnail ? Math.max(4, radius * 0.16) : Math.min(16, Math.max(6, radius * 0.16))
    const center = [cell.x + cell.width / 2, cell.y + cell.height / 2 + radius * 0.2]
    const size = radius >= 90 ? 40 : radius >= 56 ? 28 : radius >= 36 ? 20 : 14
    const color = bands
      ? (bands.find(([part]) => (one.value - range[0]) / (range[1] - range[0] || 1) <= part)?.[1] ?? c.palette[0])
      : single
        ? c.palette[0]
        : colorOf(one.name)
    const lift = named ? -radius * 0.1 : -radius * 0.02
    const endWord = (value: number, angle: number) => {
      const turned = (angle * Math.PI) / 180
      const reach = radius - track / 2
      return {
        type: 'text',
        x: (center[0] as number) + Math.cos(turned) * reach,
        y: (center[1] as number) - Math.sin(turned) * reach + 9,
        silent: true,
        style: { text: format(value), align: 'center', font: `12px ${fonts.text}`, fill: c.text3 },
      }
    }
    if (!thumbnail && radius >= 48) words.push(endWord(range[0], start as number), endWord(range[1], end as number))
    return {
      type: 'gauge',
      id: `gauge ${i}`,
      name: one.name,
      min: range[0],
      max: range[1],
      startAngle: start,
      endAngle: end,
      center,
      radius,
      splitNumber: form.split_number,
      progress: { show: form.show_progress, width: track, roundCap: form.round_cap },
      axisLine: {
        roundCap: form.round_cap,
        lineStyle: { width: track, color: bands ? bands.map(([part, fill]) => [part, `${fill}33`]) : [[1, c.line]] },
      },
      axisTick: {
        show: !thumbnail && form.show_axis_tick,
        distance: -track,
        length: track / 2,
        lineStyle: { color: c.surface, width: 1 },
      },
      splitLine: {
        show: !thumbnail && form.show_split_line,
        distance: -track,
        length: track,
        lineStyle: { color: c.surface, width: 1 },
      },
      pointer: { show: form.show_progress === false && Boolean(form.show_pointer ?? true), width: 3, itemStyle: { color: c.text } },
      itemStyle: { color, ...(context.selected?.length && !context.selected.includes(one.name) && { opacity: measures.unchosenOpacity }) },
      title: {
        show: !thumbnail && named !== '',
        offsetCenter: [0, lift + size / 2 + 12],
      },
      detail: {
        show: !thumbnail,
        fontSize: size,
        lineHeight: size + 4,
        offsetCenter: [0, lift],
        formatter: (value: number) => worded(value),
      },
      data: [{ name: ellipsis(writtenName(named, context.t), cell.width - 16, measure), value: one.value }],
    }
  })
  return dress(
    {
      animation: context.animate ?? false,
      tooltip: {
        trigger: 'item',
        formatter: ({ seriesIndex: i }: { seriesIndex: number }) =>
          tooltipHtml(
            values[i]?.name ?? '',
            [{ name: context.t('Value'), value: worded(values[i]?.value ?? 0), amount: values[i]?.value ?? 0 }],
            context,
          ),
      },
      series,
      graphic: words,
    },
    theme,
  )
}
