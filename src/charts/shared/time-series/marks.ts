import type { ValueFormatter } from '#core/format/number.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import { measures } from '../look/echarts-theme.ts'
import { unchosen } from '../look/hover.ts'
import { inkOn } from '../color/ink.ts'
import type { Axis, Series } from './series/series.ts'
import { barWidthIn, isWideEnough, partedRows, partedFill } from './stack-separators.ts'
import type { Marks } from './series/style.ts'
import { axisInSpan } from './series/time-span.ts'

/** One series of an ECharts option; its shape is ECharts' own. */
export type Mark = Record<string, unknown>

export type MarkWish = {
  axis: Axis
  marks: Marks
  colorOf: (series: Series) => string
  formatOf: (series: Series) => ValueFormatter
  context: DrawContext
  /** Label every bar. */
  labelled: boolean
  horizontal?: boolean
  /** Rows where a segment of a stack is parted from the next, by series. */
  parted?: ReadonlyMap<Series, ReadonlySet<number>>
  yAxisIndex?: number
  /** Room of one category, px. */
  band: number
  /** px per unit of the value axis; tells which parts of a stack can carry a label. */
  pixelsPerUnit: number
  /** Keeps the stacks of two queries apart. */
  group?: string
}

const samplesFrom = 2000
/** px of a category under which a gap of a third would leave hairlines. */
const narrowBand = 8

const points = (axis: Axis, values: (number | null)[], horizontal: boolean): unknown[] => {
  if (axis.kind === 'category' || horizontal) return values
  return values.map((value, row) => [axis.values[row], value])
}

type Fading = { series: (name: string) => boolean; row: ((row: number) => boolean) | null }

/** What a selection leaves behind: the other series, or where no series is chosen the other categories of the axis. */
const fadingOf = (all: Series[], axis: Axis, { selected = [] }: DrawContext): Fading => {
  const chosen = new Set(selected)
  if (all.some(({ name }) => chosen.has(name))) return { series: (name) => !chosen.has(name), row: null }
  const isChosen = (row: number) => chosen.has(String(axis.values[row]))
  const byRow = axis.kind === 'category' && axis.values.some((_, row) => isChosen(row))
  return { series: () => false, row: byRow ? (row) => !isChosen(row) : null }
}

const isItem = (item: unknown): item is Mark => typeof item === 'object' && item !== null && !Array.isArray(item)

const fadeRows = (data: unknown[], fades: (row: number) => boolean): unknown[] =>
  data.map((item, row) => (fades(row) ? unchosen(isItem(item) ? item : { value: item }) : item))

const lineStyle = (series: Series, color: string, { thumbnail, height }: DrawContext) => ({
  color,
  width: thumbnail ? (height < 60 ? 1.25 : 1.5) : 2,
  ...(series.role !== 'observed' && { type: [4, 3] }),
})

type Drawn = Mark & { data: unknown[] }

/** Labels of marks, written as the axis and the tooltip write the metric. */
const labelFormatter =
  (series: Series, format: ValueFormatter) =>
  ({ dataIndex }: { dataIndex: number }): string => {
    const value = series.values[dataIndex] ?? null
    return value === null ? '' : format(value)
  }

const line = (series: Series, wish: MarkWish): Drawn => {
  const { axis, marks, context } = wish
  const color = wish.colorOf(series)
  const few = axisInSpan(axis, context).values.length <= measures.pointsUpTo && wish.band >= 12
  const fill = marks.opacity ?? (marks.stack ? measures.stackedAreaOpacity : measures.areaOpacity)
  const stackedArea = marks.area && marks.stack !== null
  return {
    type: 'line',
    data: points(axis, series.values, false),
    ...(marks.smooth && { smooth: 0.35, smoothMonotone: 'x' }),
    ...(marks.step && { step: marks.step }),
    ...(marks.area && series.role === 'observed' && { areaStyle: { color, opacity: fill } }),
    showSymbol: !context.thumbnail && (marks.markers || (few && !stackedArea && !marks.step)),
    showAllSymbol: marks.markers ? true : 'auto',
    symbolSize: marks.markers ? marks.markerSize : measures.pointSize,
    lineStyle: stackedArea ? { color: colors[context.theme].surface, width: 1 } : lineStyle(series, color, context),
    ...(axis.values.length > samplesFrom && { sampling: 'lttb' }),
    ...(marks.showValue &&
      !(marks.stack && marks.onlyTotal) && {
        showSymbol: true,
        label: {
          show: true,
          position: 'top',
          color: colors[context.theme].text2,
          formatter: labelFormatter(series, wish.formatOf(series)),
        },
        labelLayout: { hideOverlap: true },
      }),
  }
}

const bar = (series: Series, wish: MarkWish): Drawn => {
  const { axis, marks, context, horizontal = false } = wish
  const color = wish.colorOf(series)
  const c = colors[context.theme]
  const format = wish.formatOf(series)
  const inside = marks.stack !== null && marks.showValue && !marks.onlyTotal
  const total = inside ? Math.max(...series.values.map((value) => Math.abs(value ?? 0))) : 0
  const rounded = horizontal ? [0, 2, 2, 0] : [2, 2, 0, 0]
  const roundedBelow = horizontal ? [2, 0, 0, 2] : [0, 0, 2, 2]
  const style = (value: number | null) => ({ borderRadius: (value ?? 0) < 0 ? roundedBelow : rounded })
  const data = points(axis, series.values, horizontal)
  const parted = wish.parted?.get(series)
  const segment = (value: unknown, row: number) => {
    const amount = series.values[row] ?? 0
    return parted?.has(row) ? { value, itemStyle: { color: partedFill(color, c.surface, amount * wish.pixelsPerUnit, horizontal) } } : value
  }
  return {
    type: 'bar',
    data: marks.stack
      ? data.map(segment)
      : data.map((value, row) => {
          const amount = series.values[row] ?? null
          return amount !== null && amount < 0
            ? { value, itemStyle: style(amount), label: { position: horizontal ? 'left' : 'bottom' } }
            : value
        }),
    itemStyle: {
      color,
      ...(!marks.stack && { borderRadius: context.thumbnail ? 0 : rounded }),
      ...(series.role !== 'observed' && { opacity: 0.5 }),
    },
    barMinHeight: marks.stack ? 0 : 1,
    ...(horizontal && { barMaxWidth: 32 }),
    ...(wish.band < narrowBand && { barCategoryGap: '15%' }),
    ...(wish.labelled && {
      label: {
        show: true,
        position: horizontal ? 'right' : 'top',
        distance: horizontal ? 6 : 3,
        ...(horizontal && { lineHeight: 12 }),
        color: c.text2,
        formatter: labelFormatter(series, format),
      },
      ...(!horizontal && { labelLayout: { hideOverlap: true } }),
    }),
    ...(inside && {
      label: {
        show: true,
        position: 'inside',
        color: inkOn(color),
        formatter: ({ dataIndex }: { dataIndex: number }) => {
          const value = series.values[dataIndex]
          if (value === null || value === undefined) return ''
          const text = format(value)
          const [length, width] = [Math.abs(value) * wish.pixelsPerUnit, context.measure(text, 12)]
          const fits = horizontal ? length >= width + 8 : length >= 18 && barWidthIn(wish.band) >= width
          return fits && (Math.abs(value) / (total || 1)) * 100 >= marks.threshold ? text : ''
        },
      },
    }),
  }
}

const scatter = (series: Series, wish: MarkWish): Drawn => {
  const many = wish.axis.values.length > 1000
  return {
    type: 'scatter',
    data: points(wish.axis, series.values, false),
    symbolSize: wish.marks.markers ? wish.marks.markerSize : wish.context.thumbnail ? 4 : 7,
    itemStyle: { color: wish.colorOf(series), opacity: many ? 0.4 : 0.75 },
    ...(wish.marks.showValue && {
      label: {
        show: true,
        position: 'top',
        color: colors[wish.context.theme].text2,
        formatter: labelFormatter(series, wish.formatOf(series)),
      },
      labelLayout: { hideOverlap: true },
    }),
  }
}

const drawers = { line, bar, scatter } as const

/** Bounds of a forecast: an invisible lower line carrying the band up to the upper one. */
const band = (series: Series, wish: MarkWish): Mark[] => {
  if (!series.bounds) return []
  const { lower, upper } = series.bounds
  const heights = upper.map((high, row) => (high === null || lower[row] === null ? null : high - (lower[row] as number)))
  const hidden = {
    type: 'line',
    stack: `band ${series.id}`,
    symbol: 'none',
    lineStyle: { opacity: 0 },
    silent: true,
    tooltip: { show: false },
    stackStrategy: 'all',
  }
  return [
    { ...hidden, id: `${series.id} lower`, data: points(wish.axis, lower, false) },
    {
      ...hidden,
      id: `${series.id} upper`,
      data: points(wish.axis, heights, false),
      areaStyle: { color: wish.colorOf(series), opacity: 0.15 },
    },
  ]
}

/** ECharts series of one set of series, in their order. */
export const drawMarks = (series: Series[], wish: MarkWish): Mark[] => {
  const { marks, context, yAxisIndex = 0, group = '' } = wish
  const fading = fadingOf(series, wish.axis, context)
  const isParted = marks.kind === 'bar' && marks.stack !== null && isWideEnough(wish.band)
  const parted = isParted ? partedRows(series, wish.pixelsPerUnit) : undefined
  return series.flatMap((one): Mark[] => {
    const kind = one.role === 'forecast' ? 'line' : marks.kind
    const mark = drawers[kind](one, {
      ...wish,
      ...(parted && { parted }),
      marks: one.role === 'forecast' ? { ...marks, area: false, step: null } : marks,
    })
    return [
      {
        id: group + one.id,
        name: one.name,
        color: wish.colorOf(one),
        yAxisIndex,
        ...(fading.series(one.name) ? unchosen(mark) : mark),
        ...(fading.row && { data: fadeRows(mark.data, fading.row) }),
        ...(marks.stack && one.role === 'observed' && { stack: `${group}all`, ...(marks.stack === 'Stream' && { stackStrategy: 'all' }) }),
        ...(one.role === 'shifted' && marks.stack && { stack: `${group}shifted` }),
      },
      ...band(one, wish),
    ]
  })
}

/** The unseen series that carries totals above a stack. */
export const totalsMark = (values: (number | null)[], texts: string[], wish: MarkWish): Mark => ({
  id: `${wish.group ?? ''}totals`,
  name: '',
  type: wish.marks.kind === 'bar' ? 'bar' : 'line',
  stack: `${wish.group ?? ''}all`,
  yAxisIndex: wish.yAxisIndex ?? 0,
  data: points(
    wish.axis,
    values.map((value) => (value === null ? null : 0)),
    wish.horizontal ?? false,
  ),
  silent: true,
  tooltip: { show: false },
  itemStyle: { color: 'transparent', borderWidth: 0 },
  lineStyle: { opacity: 0 },
  symbol: 'circle',
  symbolSize: 0.01,
  showSymbol: true,
  barMinHeight: 0,
  label: {
    show: true,
    position: wish.horizontal ? 'right' : 'top',
    distance: wish.horizontal ? 6 : 4,
    fontWeight: 500,
    color: colors[wish.context.theme].text,
    formatter: ({ dataIndex }: { dataIndex: number }) => texts[dataIndex] ?? '',
  },
})

/** Lifts a stream so that it lies around zero. */
export const streamBase = (tops: (number | null)[], wish: MarkWish): Mark => ({
  id: `${wish.group ?? ''}base`,
  name: '',
  type: wish.marks.kind === 'bar' ? 'bar' : 'line',
  stack: `${wish.group ?? ''}all`,
  stackStrategy: 'all',
  data: points(
    wish.axis,
    tops.map((top) => -(top ?? 0) / 2),
    wish.horizontal ?? false,
  ),
  silent: true,
  tooltip: { show: false },
  symbol: 'none',
  itemStyle: { color: 'transparent' },
  lineStyle: { opacity: 0 },
  areaStyle: { opacity: 0 },
})
