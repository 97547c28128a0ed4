import type { EChartsOption } from 'echarts'
import { categoricalColors } from '#core/color/schemes.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import type { Table } from '#core/table.ts'
import { colors, fonts, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { dress } from '../shared/look/dress.ts'
import { oneMetricFormatter } from '../shared/format/figure-format.ts'
import { niceScale } from '../shared/cartesian/scale.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { readSlices } from '../shared/one-metric/slices.ts'
import type { Slice } from '../shared/one-metric/slices.ts'
import { markTooltip } from '../shared/look/tooltip.ts'
import { readable } from '../shared/svg/figure.ts'
import { plainRich } from '../shared/text/rich-text.ts'
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

/** px: a wider dial shows nothing more. */
const maxRadius = 208

const wireAngles = [225, -45]
const ownAngles: [number, number] = [205, -25]

/** What all dials of a chart share. */
type Dials = {
  values: Slice[]
  range: [number, number]
  bands: [number, string][] | null
  angles: [start: number, end: number]
  format: ValueFormatter
  /** The value in its dial, with the words that the form puts around it. */
  textOf: (value: number) => string
  colorOf: (value: Slice) => string
}

const readDials = (table: Table | undefined, form: GaugeForm, context: DrawContext): Dials => {
  const values = readSlices(table, form, context)
  const amounts = values.map(({ value }) => value)
  const fitted = niceScale([Math.min(0, ...amounts), Math.max(...amounts)], { ticks: 5, zero: true })
  const range: [number, number] = [form.min_val ?? fitted.min, form.max_val ?? fitted.max]
  const format = oneMetricFormatter(form, form.number_format, context)
  const assign = seriesColors(form, context)
  const bands = intervals(form, range, context.theme)
  const [first] = colors[context.theme].palette
  const bandColor = ({ value }: Slice) => bands?.find(([part]) => (value - range[0]) / (range[1] - range[0] || 1) <= part)?.[1] ?? first
  const isUsual = form.start_angle === wireAngles[0] && form.end_angle === wireAngles[1]
  return {
    values,
    range,
    bands,
    angles: isUsual ? ownAngles : [form.start_angle, form.end_angle],
    format,
    textOf: (value) => String(form.value_formatter || '{value}').replaceAll('{value}', () => format(value)),
    colorOf: (one) => (bands ? bandColor(one) : values.length === 1 ? first : assign(one.name)),
  }
}

/** Where a dial is and how large its parts are, px. */
type Dial = {
  index: number
  center: [number, number]
  radius: number
  track: number
  fontSize: number
  /** Of the name below the value, from the centre. */
  nameTop: number
  nameWidth: number
  /** Whether its name ends within its cell. */
  isNamed: boolean
}

/** The part of the radius by which a value is above the centre to leave room for its name, and px between them. */
const namedLift = 0.1
const nameGap = 12

/** Width of a circle at a distance from its centre. */
const chordAt = (radius: number, distance: number): number => 2 * Math.sqrt(Math.max(0, radius ** 2 - distance ** 2))

/** The wire's usual font size, at which texts have the size that suits their dial. */
const usualFontSize = 15

const dialIn = (cell: Cell, index: number, form: GaugeForm, isThumbnail: boolean | undefined): Dial => {
  const [beside, above] = isThumbnail ? [4, 8] : [12, 28]
  const radius = Math.max(12, Math.min(cell.width / 2 - beside, (cell.height - above) * 0.66, maxRadius))
  const track = isThumbnail ? Math.max(4, radius * 0.16) : Math.min(16, Math.max(6, radius * 0.16))
  const fontSize = Math.round(((radius >= 90 ? 40 : radius >= 56 ? 28 : radius >= 36 ? 20 : 14) * form.font_size) / usualFontSize)
  const nameTop = -radius * namedLift + fontSize / 2 + nameGap
  const middle = cell.height / 2 + radius * 0.2
  return {
    index,
    center: [cell.x + cell.width / 2, cell.y + middle],
    radius,
    track,
    fontSize,
    nameTop,
    nameWidth: Math.min(cell.width - 16, chordAt(radius - track, nameTop) - 8),
    isNamed: middle + nameTop + measures.line / 2 <= cell.height,
  }
}

/** px: a smaller dial does not label its ends. */
const minRadiusWithEnds = 48

/** The ends of the scale below those of the track, which is slanted there and may have round caps. */
const endWords = (
  { range, angles, format }: Dials,
  { center, radius, track }: Dial,
  { round_cap: isRound }: GaugeForm,
  { theme, thumbnail }: DrawContext,
) => {
  if (thumbnail || radius < minRadiusWithEnds) return []
  const reach = radius - track / 2
  return range.map((value, i) => {
    const angle = ((angles[i] ?? 0) * Math.PI) / 180
    const below = 6 + (track / 2) * (Math.abs(Math.sin(angle)) + (isRound ? 1 : 0))
    return {
      type: 'text',
      x: center[0] + Math.cos(angle) * reach,
      y: center[1] - Math.sin(angle) * reach + below,
      silent: true,
      style: { text: format(value), align: 'center', font: `12px ${fonts.text}`, fill: colors[theme].text3 },
    }
  })
}

/** The ring, its ticks and its pointer. */
const partsOf = ({ bands }: Dials, { track }: Dial, form: GaugeForm, { theme, thumbnail }: DrawContext) => {
  const c = colors[theme]
  const mark = (isShown: boolean, length: number) => ({
    show: !thumbnail && isShown,
    distance: -track,
    length,
    lineStyle: { color: c.surface, width: 1 },
  })
  return {
    progress: { show: form.show_progress, width: track, roundCap: form.round_cap },
    axisLine: {
      roundCap: form.round_cap,
      lineStyle: { width: track, color: bands ? bands.map(([part, fill]) => [part, `${fill}33`]) : [[1, c.line]] },
    },
    axisTick: mark(form.show_axis_tick, track / 2),
    splitLine: mark(form.show_split_line, track),
    pointer: {
      show: form.show_progress === false && Boolean(form.show_pointer ?? true),
      width: 3,
      // The value is in the middle.
      length: '30%',
      offsetCenter: [0, '-55%'],
      itemStyle: { color: c.text },
    },
  }
}

/** Whether a cross-filter of this chart leaves the value out. */
const isFaded = ({ name }: Slice, { selected }: DrawContext): boolean => Boolean(selected?.length) && !selected?.includes(name)

const dialSeries = (dials: Dials, dial: Dial, form: GaugeForm, context: DrawContext) => {
  const { thumbnail, measure, t } = context
  const { values, range, angles, textOf, colorOf } = dials
  const { index, center, radius, fontSize } = dial
  const one = values[index] as Slice
  const name = values.length > 1 || one.key?.length ? one.name : ''
  const showsName = name !== '' && dial.isNamed
  const lift = -radius * (showsName ? namedLift : 0.02)
  return {
    type: 'gauge',
    id: `gauge ${index}`,
    name: one.name,
    min: range[0],
    max: range[1],
    startAngle: angles[0],
    endAngle: angles[1],
    center,
    radius,
    splitNumber: form.split_number,
    ...partsOf(dials, dial, form, context),
    itemStyle: { color: colorOf(one), ...(isFaded(one, context) && { opacity: measures.unchosenOpacity }) },
    title: { show: !thumbnail && showsName, offsetCenter: [0, dial.nameTop] },
    detail: { show: !thumbnail, fontSize, lineHeight: fontSize + 4, offsetCenter: [0, lift], formatter: textOf },
    data: [{ name: ellipsis(writtenName(name, t), dial.nameWidth, measure), value: one.value }],
  }
}

/** px: all rings together. */
const ringsWidth = ({ radius, track }: Dial, count: number): number => Math.min(radius * 0.55, track * count)

/** All values as rings of one dial, the first one outside. */
const ringSeries = (dials: Dials, dial: Dial, form: GaugeForm, context: DrawContext) => {
  const { values, textOf, colorOf } = dials
  const series = dialSeries(dials, { ...dial, track: ringsWidth(dial, values.length) }, form, context)
  return {
    ...series,
    progress: { ...series.progress, overlap: false },
    title: { show: false },
    detail: { show: false, formatter: textOf },
    data: values.map((one) => ({
      name: one.name,
      value: one.value,
      itemStyle: { color: colorOf(one), ...(isFaded(one, context) && { opacity: measures.unchosenOpacity }) },
    })),
  }
}

/** Names and values of the rings in the middle of the dial, as far as there is room for them. */
const ringWords = ({ values, textOf, colorOf }: Dials, dial: Dial, { theme, thumbnail, measure, t }: DrawContext) => {
  const inner = dial.radius - ringsWidth(dial, values.length)
  const room = inner * 1.6
  if (thumbnail || values.length * measures.line > room) return []
  return values.map((one, i) => {
    const value = textOf(one.value)
    const name = ellipsis(writtenName(one.name, t), room - measure(value, sizes.caption, 600) - 8, measure)
    return {
      type: 'text',
      x: dial.center[0],
      y: dial.center[1] + (i - (values.length - 1) / 2) * measures.line,
      silent: true,
      style: {
        text: `{name|${plainRich(name)}} {value|${plainRich(value)}}`,
        align: 'center',
        verticalAlign: 'middle',
        rich: {
          name: { font: `${sizes.caption}px ${fonts.text}`, fill: readable(colorOf(one), theme) },
          value: { font: `600 ${sizes.caption}px ${fonts.text}`, fill: colors[theme].text },
        },
      },
    }
  })
}

export const gaugeOption = (tables: Table[], form: GaugeForm, context: DrawContext): EChartsOption => {
  const dials = readDials(tables[0], form, context)
  const { values, textOf } = dials
  if (values.length === 0) return {}
  const areRings = !form.overlap && form.show_progress && values.length > 1
  const placed = cells(areRings ? 1 : values.length, context).map((cell, i) => dialIn(cell, i, form, context.thumbnail))
  return dress(
    {
      animation: (context.animate ?? false) && form.animation,
      tooltip: markTooltip<{ seriesIndex: number; dataIndex: number }>(context, ({ seriesIndex, dataIndex }) => {
        const { name, value } = values[seriesIndex + dataIndex] as Slice
        return [name, [{ name: context.t('Value'), value: textOf(value), amount: value }]]
      }),
      series: areRings
        ? placed.map((dial) => ringSeries(dials, dial, form, context))
        : placed.map((dial) => dialSeries(dials, dial, form, context)),
      graphic: placed.flatMap((dial) =>
        areRings
          ? [...endWords(dials, { ...dial, track: ringsWidth(dial, values.length) }, form, context), ...ringWords(dials, dial, context)]
          : endWords(dials, dial, form, context),
      ),
    },
    context.theme,
  )
}
