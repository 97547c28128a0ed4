import type { ValueFormatter } from '#core/format/number.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import type { Rect } from '../cartesian/axes.ts'
import { measures } from '../look/echarts-theme.ts'
import { unchosen } from '../look/hover.ts'
import { valueColors, valueLayout } from '../look/value-label.ts'
import { inkOn } from '../color/ink.ts'
import type { Axis, Series } from './series/series.ts'
import { barWidthIn, isWideEnough, partedRows, partedFill } from './stack-separators.ts'
import type { Marks } from './series/style.ts'
import { axisInSpan } from './series/time-span.ts'

/** One series of an ECharts option; its shape is ECharts' own. */
export type Mark = Record<string, unknown>

export type MarkOptions = {
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
  /** Of marks that go up. */
  plot?: Rect
  /** Room of one category, px. */
  band: number
  /** px per unit of the value axis; tells which parts of a stack can carry a label. */
  pixelsPerUnit: number
  /** Keeps the stacks of two queries apart. */
  group?: string
  isLabelled?: IsLabelled
}

const minSampledRows = 2000
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

/** Whether a value is a large enough part of its stack to be labelled. */
type IsLabelled = (value: number, row: number) => boolean

const everyValue: IsLabelled = () => true

const isLargePart = (all: Series[], { stack, threshold }: Marks): IsLabelled => {
  if (!stack || threshold <= 0) return everyValue
  const stacked = all.filter(({ role }) => role === 'observed')
  return (value, row) => {
    const whole = stacked.reduce((sum, one) => sum + Math.abs(one.values[row] ?? 0), 0)
    return Math.abs(value) * 100 >= whole * threshold
  }
}

/** Labels of marks, written as the axis and the tooltip write the metric. */
const labelFormatter =
  (series: Series, { formatOf, isLabelled = everyValue }: Pick<MarkOptions, 'formatOf' | 'isLabelled'>) =>
  ({ dataIndex }: { dataIndex: number }): string => {
    const value = series.values[dataIndex] ?? null
    return value === null || !isLabelled(value, dataIndex) ? '' : formatOf(series)(value)
  }

/** Rows whose neighbours have no value: a line does not show them. */
const loneRows = (values: (number | null)[]): Set<number> =>
  new Set(
    values.flatMap((value, row) =>
      value !== null && (values[row - 1] ?? null) === null && (values[row + 1] ?? null) === null ? [row] : [],
    ),
  )

type DataPoint = { dataIndex: number }

/**
 * Symbols at values that a line or an area does not show. At the others one without size carries the label; where values have no labels there
 * is none, because there may be a hundred thousand.
 */
const lonePoints = (lone: ReadonlySet<number>, { context, marks }: MarkOptions): Mark => {
  const size = context.thumbnail ? 3 : measures.pointSize
  return {
    showSymbol: true,
    showAllSymbol: true,
    symbolSize: (_: unknown, { dataIndex }: DataPoint) => (lone.has(dataIndex) ? size : 0),
    ...(!marks.showValue && { symbol: (_: unknown, { dataIndex }: DataPoint) => (lone.has(dataIndex) ? 'circle' : 'none') }),
  }
}

const line = (series: Series, options: MarkOptions): Drawn => {
  const { axis, marks, context } = options
  const color = options.colorOf(series)
  const few = axisInSpan(axis, context).values.length <= measures.pointsUpTo && options.band >= 12
  const fill = marks.opacity ?? (marks.stack ? measures.stackedAreaOpacity : measures.areaOpacity)
  const stackedArea = marks.area && marks.stack !== null
  const lone = loneRows(series.values)
  const hasPoints = !context.thumbnail && (marks.markers || (few && !stackedArea && !marks.step))
  return {
    type: 'line',
    data: points(axis, series.values, false),
    ...(marks.smooth && { smooth: 0.35, smoothMonotone: 'x' }),
    ...(marks.step && { step: marks.step }),
    ...(marks.area && series.role === 'observed' && { areaStyle: { color, opacity: fill } }),
    showSymbol: hasPoints,
    showAllSymbol: marks.markers ? true : 'auto',
    symbolSize: marks.markers ? marks.markerSize : measures.pointSize,
    ...(!hasPoints && lone.size > 0 && lonePoints(lone, options)),
    lineStyle: stackedArea ? { color: colors[context.theme].surface, width: 1 } : lineStyle(series, color, context),
    // A sample of a line would leave lone values out.
    ...(axis.values.length > minSampledRows && lone.size === 0 && { sampling: 'lttb' }),
    ...(marks.showValue &&
      !(marks.stack && marks.onlyTotal) && {
        showSymbol: true,
        label: {
          show: true,
          position: 'top',
          ...valueColors(context),
          formatter: labelFormatter(series, options),
        },
        labelLayout: valueLayout(context, options.plot),
      }),
  }
}

/** The value of a bar at its end. */
const endLabel = (series: Series, { context, horizontal = false, ...options }: MarkOptions): Mark => ({
  label: {
    show: true,
    position: horizontal ? 'right' : 'top',
    distance: horizontal ? 6 : 3,
    ...(horizontal && { lineHeight: 12 }),
    ...valueColors(context),
    // The value of a faint bar is as readable as others.
    ...(series.role === 'shifted' && { opacity: 1 }),
    formatter: labelFormatter(series, options),
  },
  labelLayout: valueLayout(context, options.plot),
})

const isLabelledInside = ({ stack, showValue, onlyTotal }: Marks): boolean => stack !== null && showValue && !onlyTotal

/** The value of a segment of a stack inside it, where it fits and is not too small a part. */
const insideLabel = (series: Series, options: MarkOptions): Mark => {
  const { context, horizontal = false } = options
  const textOf = labelFormatter(series, options)
  const formatter = ({ dataIndex }: { dataIndex: number }): string => {
    const text = textOf({ dataIndex })
    const [length, width] = [Math.abs(series.values[dataIndex] ?? 0) * options.pixelsPerUnit, context.measure(text, 12)]
    const [along, across] = horizontal ? [width + 8, 12] : [18, width]
    return length >= along && barWidthIn(options.band) >= across ? text : ''
  }
  return { label: { show: true, position: 'inside', color: inkOn(options.colorOf(series)), formatter } }
}

const bar = (series: Series, options: MarkOptions): Drawn => {
  const { axis, marks, context, horizontal = false } = options
  const color = options.colorOf(series)
  const c = colors[context.theme]
  const rounded = horizontal ? [0, 2, 2, 0] : [2, 2, 0, 0]
  const roundedBelow = horizontal ? [2, 0, 0, 2] : [0, 0, 2, 2]
  const style = (value: number | null) => ({ borderRadius: (value ?? 0) < 0 ? roundedBelow : rounded })
  const data = points(axis, series.values, horizontal)
  const parted = options.parted?.get(series)
  const segment = (value: unknown, row: number) => {
    const amount = series.values[row] ?? 0
    return parted?.has(row)
      ? { value, itemStyle: { color: partedFill(color, c.surface, amount * options.pixelsPerUnit, horizontal) } }
      : value
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
      ...(series.role !== 'observed' && { opacity: measures.shiftedOpacity }),
    },
    barMinHeight: marks.stack ? 0 : 1,
    ...(horizontal && { barMaxWidth: 32 }),
    ...(options.band < narrowBand && { barCategoryGap: '15%' }),
    ...(options.labelled && endLabel(series, options)),
    ...(isLabelledInside(marks) && insideLabel(series, options)),
  }
}

const scatter = (series: Series, options: MarkOptions): Drawn => {
  const { marks } = options
  const many = options.axis.values.length > 1000
  return {
    type: 'scatter',
    data: points(options.axis, series.values, false),
    symbolSize: options.marks.markers ? options.marks.markerSize : options.context.thumbnail ? 4 : 7,
    itemStyle: { color: options.colorOf(series), opacity: many ? 0.4 : 0.75 },
    ...(marks.showValue &&
      !(marks.stack && marks.onlyTotal) && {
        label: {
          show: true,
          position: 'top',
          ...valueColors(options.context),
          formatter: labelFormatter(series, options),
        },
        labelLayout: valueLayout(options.context, options.plot),
      }),
  }
}

const drawers = { line, bar, scatter } as const

/** Bounds of a forecast: an invisible lower line carrying the band up to the upper one. */
const band = (series: Series, options: MarkOptions): Mark[] => {
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
    { ...hidden, id: `${series.id} lower`, data: points(options.axis, lower, false) },
    {
      ...hidden,
      id: `${series.id} upper`,
      data: points(options.axis, heights, false),
      areaStyle: { color: options.colorOf(series), opacity: 0.15 },
    },
  ]
}

/** ECharts series of one set of series, in their order. */
export const drawMarks = (series: Series[], options: MarkOptions): Mark[] => {
  const { marks, context, yAxisIndex = 0, group = '' } = options
  const fading = fadingOf(series, options.axis, context)
  const isParted = marks.kind === 'bar' && marks.stack !== null && isWideEnough(options.band)
  const parted = isParted ? partedRows(series, options.pixelsPerUnit) : undefined
  const isLabelled = isLargePart(series, marks)
  return series.flatMap((one): Mark[] => {
    const kind = one.role === 'forecast' ? 'line' : marks.kind
    const mark = drawers[kind](one, {
      ...options,
      isLabelled,
      ...(parted && { parted }),
      marks: one.role === 'forecast' ? { ...marks, area: false, step: null } : marks,
    })
    return [
      {
        id: group + one.id,
        name: one.name,
        color: options.colorOf(one),
        yAxisIndex,
        ...(fading.series(one.name) ? unchosen(mark) : mark),
        ...(fading.row && { data: fadeRows(mark.data, fading.row) }),
        ...(marks.stack && one.role === 'observed' && { stack: `${group}all`, ...(marks.stack === 'Stream' && { stackStrategy: 'all' }) }),
        ...(one.role === 'shifted' && marks.stack && { stack: `${group}shifted` }),
      },
      ...band(one, options),
    ]
  })
}

/** The unseen series that carries totals above a stack. */
export const totalsMark = (values: (number | null)[], texts: string[], options: MarkOptions): Mark => ({
  id: `${options.group ?? ''}totals`,
  name: '',
  type: options.marks.kind === 'bar' ? 'bar' : 'line',
  stack: `${options.group ?? ''}all`,
  // Above the positive part of the stack, even if the last series is negative.
  stackStrategy: 'positive',
  yAxisIndex: options.yAxisIndex ?? 0,
  data: points(
    options.axis,
    values.map((value) => (value === null ? null : 0)),
    options.horizontal ?? false,
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
    position: options.horizontal ? 'right' : 'top',
    distance: options.horizontal ? 6 : 4,
    fontWeight: 500,
    color: colors[options.context.theme].text,
    formatter: ({ dataIndex }: { dataIndex: number }) => texts[dataIndex] ?? '',
  },
  labelLayout: valueLayout(options.context, options.plot),
})

/** Lifts a stream so that it lies around zero. */
export const streamBase = (tops: (number | null)[], options: MarkOptions): Mark => ({
  id: `${options.group ?? ''}base`,
  name: '',
  type: options.marks.kind === 'bar' ? 'bar' : 'line',
  stack: `${options.group ?? ''}all`,
  stackStrategy: 'all',
  data: points(
    options.axis,
    tops.map((top) => -(top ?? 0) / 2),
    options.horizontal ?? false,
  ),
  silent: true,
  tooltip: { show: false },
  symbol: 'none',
  itemStyle: { color: 'transparent' },
  lineStyle: { opacity: 0 },
  areaStyle: { opacity: 0 },
})
