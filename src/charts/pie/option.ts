import type { EChartsOption } from 'echarts'
import { numberFormatter } from '#core/format/number.ts'
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
import { listLegend, noLegend, planLegend } from '../shared/look/legend.ts'
import type { LegendPlan } from '../shared/look/legend.ts'
import { plainRich } from '../shared/text/rich-text.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { tooltipHtml } from '../shared/look/tooltip.ts'
import { mergeSmall, readSlices } from '../shared/one-metric/slices.ts'
import type { Slice } from '../shared/one-metric/slices.ts'
import { writtenName } from '../shared/text/written-name.ts'
import type { PieForm } from './controls.ts'

type Texts = { name: string; value: string; percent: string }

/** What a label says, by the wire's word: first line and second line. */
const contents: Record<string, (texts: Texts) => [string, string]> = {
  key: ({ name }) => [name, ''],
  value: ({ value }) => [value, ''],
  percent: ({ percent }) => [percent, ''],
  key_value: ({ name, value }) => [name, value],
  key_percent: ({ name, percent }) => [name, percent],
  key_value_percent: ({ name, value, percent }) => [name, `${percent} · ${value}`],
  value_percent: ({ value, percent }) => [`${percent} · ${value}`, ''],
}

const templated = (template: string, { name, value, percent }: Texts): [string, string] => [
  template.replaceAll('{name}', name).replaceAll('{value}', value).replaceAll('{percent}', percent),
  '',
]

const roses: readonly unknown[] = ['area', 'radius']

/** px of the largest radius: a wider ring says no more. */
const widest = 208

/** px from the ring to where the line of a label at its side bends. */
const nearest = 8

/** px of the smallest radius beside which labels stand; a lower frame has none. */
const labelledFrom = 28

/** px of the radius under which labels beside the ring give way to a list below it. */
const readable = 56

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

export const pieOption = (tables: Table[], form: PieForm, context: DrawContext): EChartsOption => {
  const slices = mergeSmall(readSlices(tables[0], form, context), form, context.t('Other'))
  if (slices.length === 0) return {}
  const { theme, thumbnail, width, height, measure, selected } = context
  const c = colors[theme]
  const colorOf = seriesColors(form, context)
  const format = oneMetricFormatter(form, form.number_format, context)
  const percent = numberFormatter('.0%', context.t.locale)
  const small = numberFormatter('.1%', context.t.locale)
  const texts = (slice: Slice): Texts => ({
    name: slice.name,
    value: format(slice.value),
    percent: slice.share < 0.01 ? small(slice.share) : percent(slice.share),
  })
  const lines = (slice: Slice): [string, string] =>
    form.label_type === 'template'
      ? templated(form.label_template, texts(slice))
      : (contents[form.label_type] ?? (contents['key'] as (texts: Texts) => [string, string]))(texts(slice))
  const outside = form.labels_outside
  const halfLabel = (measures.line / 2) * (slices.some((slice) => lines(slice)[1]) ? 2 : 1)
  /** A label above or below the ring begins where the ring ends. */
  const farthest = halfLabel + 2
  const fits = !outside || height / 2 - farthest - halfLabel >= labelledFrom
  const wanted = !thumbnail && fits && form.show_labels
  const threshold = form.show_labels_threshold / 100
  const isNamed = (slice: Slice) => slice.share >= threshold || slice.key === null
  const room = (beside: LegendPlan) => Math.min(140, (width - beside.left - beside.right) * 0.3)
  const widestLabel = Math.max(...slices.map((slice) => Math.max(measure(lines(slice)[0], 12, 600), measure(lines(slice)[1], 12))))
  /** px of the radius that the height and the width leave. */
  const radii = (beside: LegendPlan, withLabels: boolean): { byHeight: number; byWidth: number } => {
    const half = { width: (width - beside.left - beside.right) / 2, height: (height - beside.top - beside.bottom) / 2 }
    if (!withLabels) return { byHeight: half.height - 2, byWidth: half.width - 2 }
    return { byHeight: half.height - farthest - halfLabel, byWidth: half.width - Math.min(room(beside), widestLabel) - 20 }
  }
  const radiusBeside = (beside: LegendPlan, withLabels: boolean): number => {
    const { byHeight, byWidth } = radii(beside, withLabels)
    return Math.min(byHeight, byWidth, widest)
  }
  const items = slices.map((slice) => ({ name: slice.name, color: colorOf(slice.name), note: texts(slice).percent }))
  const { byHeight, byWidth } = radii(noLegend, true)
  const isCrowded = wanted && outside && byWidth < Math.min(readable, byHeight)
  const instead = isCrowded ? (listLegend(items, context) ?? planLegend(items, form, context)) : null
  const gains = instead !== null && radiusBeside(instead, false) > byWidth
  const labels = wanted && !gains
  const allNamed = labels && outside && slices.every(isNamed)
  const wants = !thumbnail && form.show_legend && !allNamed && slices.length > 1
  const legend = gains ? instead : wants ? planLegend(items, form, context) : noLegend

  const plot = { width: width - legend.left - legend.right, height: height - legend.top - legend.bottom }
  const reach = Math.max(24, radiusBeside(legend, labels && outside))
  const donut = thumbnail ? true : form.donut
  const wideness = form.outerRadius
  const outer = thumbnail ? reach * 0.9 : reach * Math.min(1, wideness / 70)
  const inner = donut ? outer * (thumbnail ? 0.64 : Math.min(0.95, form.innerRadius / wideness)) : 0
  const center = [legend.left + plot.width / 2, legend.top + plot.height / 2]
  const total = slices.reduce((sum, slice) => sum + slice.value, 0)
  const metric = form.metric ? metricLabel(form.metric) : ''
  const title = context.verboseNames?.[metric] ?? metric
  const figure = format(total)
  const figureSize = [sizes.title, sizes.body, sizes.caption].find((size) => measure(figure, size, 600) <= inner * 1.7)
  const caption = measure(title, sizes.caption) <= inner * 1.7 ? title : ''
  const upright = uprightness(slices, form.roseType === 'area')
  const faded = (name: string) => Boolean(selected?.length) && !selected?.includes(name)

  return dress(
    {
      animation: context.animate ?? false,
      legend: legend.option,
      tooltip: {
        trigger: 'item',
        formatter: ({ dataIndex }: { dataIndex: number }) => {
          const slice = slices[dataIndex] as Slice
          const row = {
            name: title,
            value: format(slice.value),
            amount: slice.value,
            share: slice.share,
            color: colorOf(slice.name),
          }
          return tooltipHtml(slice.name, [row], context)
        },
      },
      series: [
        {
          type: 'pie',
          id: 'pie',
          center,
          radius: [inner, outer],
          ...(roses.includes(form.roseType) && { roseType: form.roseType as 'area' | 'radius' }),
          minShowLabelAngle: 0,
          itemStyle: { borderWidth: thumbnail ? 1 : 2 },
          data: slices.map((slice, i) => {
            const color = colorOf(slice.name)
            const named = labels && isNamed(slice)
            const item = {
              name: slice.name,
              value: Math.abs(slice.value),
              itemStyle: { color },
              label: { show: named, ...(!outside && { color: inkOn(color) }) },
              labelLine: { show: named && outside, length: nearest + Math.max(0, farthest - nearest) * (upright[i] ?? 0) },
            }
            return faded(slice.name) ? unchosen(item) : item
          }),
          label: {
            show: labels,
            position: outside ? 'outside' : 'inside',
            formatter: ({ dataIndex }: { dataIndex: number }) => {
              const [first, second] = lines(slices[dataIndex] as Slice)
              const cut = plainRich(ellipsis(writtenName(first, context.t), outside ? room(legend) : outer, measure, 600))
              return second ? `{first|${cut}}\n{second|${plainRich(second)}}` : `{first|${cut}}`
            },
            rich: {
              first: { fontWeight: 600, fontSize: sizes.caption, lineHeight: 16, ...(outside && { color: c.text }) },
              second: { fontSize: sizes.caption, lineHeight: 16, ...(outside && { color: c.text2 }) },
            },
            alignTo: 'none',
            bleedMargin: 0,
            distanceToLabelLine: 4,
          },
          labelLine: { length: nearest, length2: form.label_line ? 16 : 8 },
          labelLayout: { hideOverlap: true },
          avoidLabelOverlap: true,
        },
      ],
      ...(form.show_total && !thumbnail && figureSize
        ? {
            graphic: [
              {
                type: 'text',
                x: center[0],
                y: center[1],
                silent: true,
                style: {
                  text: `{total|${plainRich(figure)}}${caption && `\n{name|${plainRich(caption)}}`}`,
                  align: 'center',
                  verticalAlign: 'middle',
                  rich: {
                    total: { fontFamily: fonts.text, fontSize: figureSize, fontWeight: 600, lineHeight: 24, fill: c.text },
                    name: { fontFamily: fonts.text, fontSize: sizes.caption, lineHeight: 16, fill: c.text2 },
                  },
                },
              },
            ],
          }
        : {}),
    },
    context.theme,
  )
}
