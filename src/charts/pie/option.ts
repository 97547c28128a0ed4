import type { EChartsOption } from 'echarts'
import { numberFormatter } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { Table } from '#core/table.ts'
import { dress } from '../shared/look/dress.ts'
import { colors, fonts, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { oneMetricFormatter } from '../shared/format/figure-format.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { unchosen } from '../shared/look/hover.ts'
import { inkOn } from '../shared/color/ink.ts'
import { legendOf, listLegend, noLegend, planLegend } from '../shared/look/legend.ts'
import type { LegendItem, LegendPlan } from '../shared/look/legend.ts'
import { plainRich } from '../shared/text/rich-text.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { markTooltip } from '../shared/look/tooltip.ts'
import { mergeSmall, readParts } from '../shared/one-metric/slices.ts'
import type { Slice } from '../shared/one-metric/slices.ts'
import { writtenName } from '../shared/text/written-name.ts'
import type { PieForm } from './controls.ts'

type Texts = { name: string; value: string; percent: string }

/** First and second line of a label by its wire name. */
const contents: Record<string, (texts: Texts) => [string, string]> = {
  key: ({ name }) => [name, ''],
  value: ({ value }) => [value, ''],
  percent: ({ percent }) => [percent, ''],
  key_value: ({ name, value }) => [name, value],
  key_percent: ({ name, percent }) => [name, percent],
  key_value_percent: ({ name, value, percent }) => [name, `${percent} · ${value}`],
  value_percent: ({ value, percent }) => [`${percent} · ${value}`, ''],
}

const templated = (template: string, texts: Texts): [string, string] => [
  template.replaceAll(/\{(name|value|percent)\}/g, (_, key: keyof Texts) => texts[key]),
  '',
]

const roses: readonly unknown[] = ['area', 'radius']

/** px: a wider ring shows nothing more. */
const maxRadius = 208

/** px from the ring to where the line of a label at its side bends. */
const labelLineLength = 8

/** px: a smaller ring has no labels. */
const minLabelledRadius = 28

/** px: below this radius a list under the ring replaces the labels beside it. */
const minReadableRadius = 56

/** How upright each slice points from the centre: 1 straight up or down, 0 to a side. */
const uprightness = (slices: Slice[], evenly: boolean): number[] => {
  let start = 0
  return slices.map(({ share }) => {
    const part = evenly ? 1 / slices.length : share
    const middle = start + part / 2
    start += part
    return Math.abs(Math.cos(2 * Math.PI * middle))
  })
}

/** A slice with its colour and the two lines of its label. */
type DrawnSlice = Slice & { color: string; lines: [string, string]; percent: string }

type Pie = { slices: DrawnSlice[]; format: ValueFormatter; /** What the metric is called. */ title: string }

const readPie = (table: Table | undefined, form: PieForm, context: DrawContext): Pie => {
  const { t, verboseNames } = context
  const colorOf = seriesColors(form, context)
  const format = oneMetricFormatter(form, form.number_format, context)
  const [percent, smallPercent] = [numberFormatter('.0%', t.locale), numberFormatter('.1%', t.locale)]
  const key = contents['key'] as (texts: Texts) => [string, string]
  const linesOf = (texts: Texts) =>
    form.label_type === 'template' ? templated(form.label_template, texts) : (contents[form.label_type] ?? key)(texts)
  const metric = form.metric ? metricLabel(form.metric) : ''
  return {
    slices: mergeSmall(readParts(table, form, context), form, t('Other')).map((slice) => {
      const texts = { name: slice.name, value: format(slice.value), percent: (slice.share < 0.01 ? smallPercent : percent)(slice.share) }
      return { ...slice, color: colorOf(slice.name), lines: linesOf(texts), percent: texts.percent }
    }),
    format,
    title: ownValue(verboseNames, metric) ?? metric,
  }
}

/** Which slices are labelled, the legend, and what the labels leave of the radius, px. */
type Layout = {
  legend: LegendPlan
  isLabelled: (slice: Slice) => boolean
  hasLabels: boolean
  /** Of a label beside the ring. */
  labelWidth: number
  /** From the ring to a label above or below it. */
  farthest: number
  reach: number
}

const labelWidthBeside = ({ left, right }: LegendPlan, { width }: DrawContext): number => Math.min(140, (width - left - right) * 0.3)

/** The radii that height and width leave beside a legend, with labels outside the ring or without. */
const radiiBeside = (legend: LegendPlan, labels: { widest: number; height: number } | null, context: DrawContext) => {
  const halfWidth = (context.width - legend.left - legend.right) / 2
  const halfHeight = (context.height - legend.top - legend.bottom) / 2
  if (!labels) return { byHeight: halfHeight - 2, byWidth: halfWidth - 2 }
  return {
    byHeight: halfHeight - labels.height,
    byWidth: halfWidth - Math.min(labelWidthBeside(legend, context), labels.widest) - 20,
  }
}

/** The legend in place of labels where the frame is too narrow for both; null where labels do better. */
const legendInstead = (
  items: LegendItem[],
  { byHeight, byWidth }: { byHeight: number; byWidth: number },
  form: PieForm,
  context: DrawContext,
): LegendPlan | null => {
  if (byWidth >= Math.min(minReadableRadius, byHeight)) return null
  const legend = listLegend(items, context) ?? planLegend(items, form, context)
  const radii = radiiBeside(legend, null, context)
  return Math.min(radii.byHeight, radii.byWidth, maxRadius) > byWidth ? legend : null
}

const layOut = ({ slices }: Pie, form: PieForm, context: DrawContext): Layout => {
  const { thumbnail, height, measure } = context
  const isOutside = form.labels_outside
  const halfLabel = (measures.line / 2) * (slices.some(({ lines }) => lines[1]) ? 2 : 1)
  const farthest = halfLabel + 2
  const fits = !isOutside || height / 2 - farthest - halfLabel >= minLabelledRadius
  const isWanted = !thumbnail && fits && form.show_labels
  const threshold = form.show_labels_threshold / 100
  const isNamed = (slice: Slice) => slice.share >= threshold || slice.key === null
  const labels = {
    widest: Math.max(...slices.map(({ lines: [first, second] }) => Math.max(measure(first, 12, 600), measure(second, 12)))),
    height: farthest + halfLabel,
  }
  const items = slices.map(({ name, color, percent: note }) => ({ name, color, note }))
  const instead = isWanted && isOutside ? legendInstead(items, radiiBeside(noLegend, labels, context), form, context) : null
  const hasLabels = isWanted && !instead
  const areAllNamed = hasLabels && isOutside && slices.every(isNamed)
  const legend = instead ?? (areAllNamed ? noLegend : legendOf(items, form, context))
  const { byHeight, byWidth } = radiiBeside(legend, hasLabels && isOutside ? labels : null, context)
  return {
    legend,
    hasLabels,
    isLabelled: (slice) => hasLabels && isNamed(slice),
    labelWidth: labelWidthBeside(legend, context),
    farthest,
    reach: Math.max(24, Math.min(byHeight, byWidth, maxRadius)),
  }
}

/** Radii and centre, px. */
type Ring = { inner: number; outer: number; center: [number, number] }

const ringOf = ({ legend, reach }: Layout, form: PieForm, { width, height, thumbnail }: DrawContext): Ring => {
  const outer = thumbnail ? reach * 0.9 : reach * Math.min(1, form.outerRadius / 70)
  const hole = thumbnail ? 0.64 : form.donut ? Math.min(0.95, form.innerRadius / form.outerRadius) : 0
  return {
    inner: outer * hole,
    outer,
    center: [legend.left + (width - legend.left - legend.right) / 2, legend.top + (height - legend.top - legend.bottom) / 2],
  }
}

const itemsOf = ({ slices }: Pie, { isLabelled, farthest }: Layout, form: PieForm, { selected }: DrawContext) => {
  const upright = uprightness(slices, form.roseType === 'area')
  const isOutside = form.labels_outside
  return slices.map((slice, i) => {
    const { name, value, color } = slice
    const show = isLabelled(slice)
    const item = {
      name,
      value,
      itemStyle: { color },
      label: { show, ...(!isOutside && { color: inkOn(color) }) },
      labelLine: {
        show: show && isOutside && form.label_line,
        length: labelLineLength + Math.max(0, farthest - labelLineLength) * (upright[i] ?? 0),
      },
    }
    return selected?.length && !selected.includes(name) ? unchosen(item) : item
  })
}

const labelOf = ({ slices }: Pie, label: { show: boolean; width: number }, form: PieForm, context: DrawContext) => {
  const c = colors[context.theme]
  const isOutside = form.labels_outside
  return {
    show: label.show,
    position: isOutside ? 'outside' : 'inside',
    formatter: ({ dataIndex }: { dataIndex: number }) => {
      const [first, second] = (slices[dataIndex] as DrawnSlice).lines
      const cut = plainRich(ellipsis(writtenName(first, context.t), label.width, context.measure, 600))
      return second ? `{first|${cut}}\n{second|${plainRich(second)}}` : `{first|${cut}}`
    },
    rich: {
      first: { fontWeight: 600, fontSize: sizes.caption, lineHeight: 16, ...(isOutside && { color: c.text }) },
      second: { fontSize: sizes.caption, lineHeight: 16, ...(isOutside && { color: c.text2 }) },
    },
    alignTo: 'none',
    bleedMargin: 0,
    distanceToLabelLine: 4,
  }
}

/** The total in the hole of the ring, and below it the metric, as far as they fit. */
const totalGraphic = ({ slices, format, title }: Pie, { inner, center: [x, y] }: Ring, { theme, measure }: DrawContext) => {
  const c = colors[theme]
  const room = inner * 1.7
  const figure = format(slices.reduce((sum, { value }) => sum + value, 0))
  const fontSize = [sizes.title, sizes.body, sizes.caption].find((size) => measure(figure, size, 600) <= room)
  if (!fontSize) return {}
  const caption = measure(title, sizes.caption) <= room ? title : ''
  const style = {
    text: `{total|${plainRich(figure)}}${caption && `\n{name|${plainRich(caption)}}`}`,
    align: 'center',
    verticalAlign: 'middle',
    rich: {
      total: { fontFamily: fonts.text, fontSize, fontWeight: 600, lineHeight: 24, fill: c.text },
      name: { fontFamily: fonts.text, fontSize: sizes.caption, lineHeight: 16, fill: c.text2 },
    },
  }
  return { graphic: [{ type: 'text', x, y, silent: true, style }] }
}

export const pieOption = (tables: Table[], form: PieForm, context: DrawContext): EChartsOption => {
  const pie = readPie(tables[0], form, context)
  const { slices, format, title } = pie
  if (slices.length === 0) return {}
  const layout = layOut(pie, form, context)
  const ring = ringOf(layout, form, context)
  const series = {
    type: 'pie',
    id: 'pie',
    center: ring.center,
    radius: [ring.inner, ring.outer],
    ...(roses.includes(form.roseType) && { roseType: form.roseType }),
    minShowLabelAngle: 0,
    itemStyle: { borderWidth: context.thumbnail ? 1 : 2 },
    data: itemsOf(pie, layout, form, context),
    label: labelOf(pie, { show: layout.hasLabels, width: form.labels_outside ? layout.labelWidth : ring.outer }, form, context),
    labelLine: { length: labelLineLength, length2: 8 },
    labelLayout: { hideOverlap: true },
    avoidLabelOverlap: true,
  }
  return dress(
    {
      animation: context.animate ?? false,
      legend: layout.legend.option,
      tooltip: markTooltip<{ dataIndex: number }>(context, ({ dataIndex }) => {
        const { name, value, share, color } = slices[dataIndex] as DrawnSlice
        return [name, [{ name: title, value: format(value), amount: value, share, color }]]
      }),
      series: [series],
      ...(form.show_total && !context.thumbnail && totalGraphic(pie, ring, context)),
    },
    context.theme,
  )
}
