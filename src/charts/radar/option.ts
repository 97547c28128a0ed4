import type { EChartsOption } from 'echarts'
import { metricFormatter } from '#core/format/currency.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { asNumber } from '#core/query/read.ts'
import { cell, findColumn, isTemporal } from '#core/table.ts'
import type { Json, Table } from '#core/table.ts'
import { timeFormatter } from '#core/format/time.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { colors, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { dress } from '../shared/look/dress.ts'
import { ownFormat } from '../shared/format/figure-format.ts'
import { unchosen } from '../shared/look/hover.ts'
import { legendOf } from '../shared/look/legend.ts'
import type { LegendPlan } from '../shared/look/legend.ts'
import { niceScale } from '../shared/cartesian/scale.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { markTooltip } from '../shared/look/tooltip.ts'
import { valueLayout } from '../shared/look/value-label.ts'
import type { RadarForm } from './controls.ts'

export type Ring = { name: string; key: Json[]; values: (number | null)[] }

/** One ring per row. */
export const readRings = (table: Table | undefined, form: RadarForm, locale?: string): Ring[] => {
  if (!table) return []
  const dimensions = form.groupby.flatMap((column) => findColumn(table, columnLabel(column)) ?? [])
  const metrics = form.metrics.map((metric) => findColumn(table, metricLabel(metric)))
  const date = timeFormatter(form.date_format, locale)
  return Array.from({ length: table.rowCount }, (_, row) => {
    const key = dimensions.map((column) => cell(column, row))
    const names = dimensions.map((column, i) => (key[i] === null ? '<NULL>' : isTemporal(column) ? date(key[i]) : String(key[i])))
    return {
      name: names.join(', '),
      key,
      values: metrics.map((column) => {
        const value = column ? cell(column, row) : null
        return typeof value === 'number' ? value : null
      }),
    }
  })
}

/** The rings with what is written about them. */
type Radar = {
  rings: (Ring & { title: string; color: string })[]
  metrics: { label: string; name: string; format: ValueFormatter; min: number; max: number }[]
}

const readRadar = (table: Table | undefined, form: RadarForm, context: DrawContext): Radar => {
  const { currencies, formats, t, verboseNames } = context
  const rings = readRings(table, form, t.locale)
  const colorOf = seriesColors(form, context)
  return {
    rings: rings.map((ring) => ({ ...ring, title: ring.name || t('All'), color: colorOf(ring.name || 'All') })),
    metrics: form.metrics.map(metricLabel).map((label, i) => {
      const values = rings.map(({ values: list }) => list[i] ?? 0)
      const scale = niceScale([Math.min(0, ...values), Math.max(0, ...values)], { ticks: 5, zero: true })
      const fixed = asNumber(ownValue(form.column_config, label)?.radarMetricMaxValue)
      return {
        label,
        name: ownValue(verboseNames, label) ?? label,
        format: metricFormatter(label, { currencies, formats, format: ownFormat(form.number_format), locale: t.locale }),
        min: scale.min,
        max: fixed ?? scale.max,
      }
    }),
  }
}

const hasLabels = ({ rings, metrics }: Radar, form: RadarForm, { thumbnail }: DrawContext): boolean =>
  !thumbnail && form.show_labels && rings.length * metrics.length <= 12

const itemsOf = (radar: Radar, form: RadarForm, context: DrawContext) => {
  const { rings, metrics } = radar
  const { theme, thumbnail, selected } = context
  return rings.map(({ name, title, color, values }) => {
    const item = {
      name: title,
      value: values.map((value) => value ?? '-'),
      itemStyle: { color },
      lineStyle: { color, width: thumbnail ? 1.25 : 2 },
      areaStyle: { color, opacity: rings.length <= 3 ? 0.12 : 0 },
      label: {
        show: hasLabels(radar, form, context),
        position: form.label_position,
        color: colors[theme].text2,
        formatter: ({ value, dimensionIndex = 0 }: { value: unknown; dimensionIndex?: number }) =>
          typeof value === 'number' && Number.isFinite(value)
            ? `${form.label_type === 'key_value' ? `${name}: ` : ''}${metrics[dimensionIndex]?.format(value) ?? ''}`
            : '',
      },
    }
    return selected?.length && !selected.includes(name) ? unchosen(item) : item
  })
}

/** Centre, radius and axes of the radar beside its legend. */
const planeOf = ({ metrics }: Radar, legend: LegendPlan, form: RadarForm, { width, height, thumbnail, measure }: DrawContext) => {
  const room = { width: width - legend.left - legend.right, height: height - legend.top - legend.bottom }
  const above = thumbnail ? 6 : 28
  const names = metrics.map(({ name }) => ellipsis(name, Math.min(longestName, room.width / 3), measure))
  // A name at the side begins where its axis ends, the others are above or below.
  const radii = names.map((name, i) => {
    const [text, gap] = thumbnail ? [0, 6] : [measure(name, sizes.caption), nameGap]
    return (room.width / 2 - text) / Math.abs(Math.sin((2 * Math.PI * i) / names.length)) - gap
  })
  return {
    center: [legend.left + room.width / 2, legend.top + room.height / 2],
    radius: Math.max(20, Math.min(room.height / 2 - above, ...radii)),
    shape: form.is_circle ? 'circle' : 'polygon',
    axisName: { show: !thumbnail },
    indicator: metrics.map(({ min, max }, i) => ({ name: names[i], min, max })),
  }
}

const longestName = 120
/** px from the end of an axis to its name, by ECharts. */
const nameGap = 15

export const radarOption = (tables: Table[], form: RadarForm, context: DrawContext): EChartsOption => {
  const radar = readRadar(tables[0], form, context)
  const { rings, metrics } = radar
  if (rings.length === 0 || metrics.length === 0) return {}
  const legend = legendOf(
    rings.map(({ title: name, color }) => ({ name, color })),
    form,
    context,
  )
  return dress(
    {
      animation: context.animate ?? false,
      legend: legend.option,
      tooltip: markTooltip<{ dataIndex: number }>(context, ({ dataIndex }) => {
        const ring = rings[dataIndex]
        if (!ring) return null
        const rows = metrics.map(({ name, format }, i) => {
          const amount = ring.values[i] ?? null
          return { name, value: amount === null ? '–' : format(amount), amount }
        })
        return [ring.title, rows]
      }),
      radar: planeOf(radar, legend, form, context),
      series: [
        {
          type: 'radar',
          id: 'radar',
          symbolSize: context.thumbnail ? 0 : 5,
          ...(hasLabels(radar, form, context) && { labelLayout: valueLayout(context) }),
          data: itemsOf(radar, form, context),
        },
      ],
    },
    context.theme,
  )
}
