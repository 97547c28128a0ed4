import type { EChartsOption } from 'echarts'
import { metricFormatter } from '#core/format/currency.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { asNumber, asRecord } from '#core/query/read.ts'
import { cell, findColumn, isTemporal } from '#core/table.ts'
import type { Json, Table } from '#core/table.ts'
import { timeFormatter } from '#core/format/time.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import { dress } from '../shared/look/dress.ts'
import { ownFormat } from '../shared/format/figure-format.ts'
import { unchosen } from '../shared/look/hover.ts'
import { noLegend, planLegend } from '../shared/look/legend.ts'
import { niceScale } from '../shared/cartesian/scale.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { tooltipHtml } from '../shared/look/tooltip.ts'
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

export const radarOption = (tables: Table[], form: RadarForm, context: DrawContext): EChartsOption => {
  const { theme, thumbnail, width, height, measure, selected } = context
  const rings = readRings(tables[0], form, context.t.locale)
  const metrics = form.metrics.map(metricLabel)
  if (rings.length === 0 || metrics.length === 0) return {}
  const c = colors[theme]
  const colorOf = seriesColors(form, context)
  const format = (i: number) =>
    metricFormatter(metrics[i] ?? '', {
      currencies: context.currencies,
      formats: context.formats,
      format: ownFormat(form.number_format),
      locale: context.t.locale,
    })
  const config = form.column_config
  const limits = metrics.map((metric, i) => {
    const fixed = asNumber(asRecord(config[metric])['radarMetricMaxValue'])
    const values = rings.map(({ values: list }) => list[i] ?? 0)
    const scale = niceScale([Math.min(0, ...values), Math.max(0, ...values)], { ticks: 5, zero: true })
    return { min: scale.min, max: fixed ?? scale.max }
  })
  const items = rings.map(({ name }) => ({ name: name || (context.t('All') as string), color: colorOf(name || 'All') }))
  const legend = !thumbnail && rings.length > 1 && form.show_legend ? planLegend(items, form, context) : noLegend
  const room = { width: width - legend.left - legend.right, height: height - legend.top - legend.bottom }
  const names = metrics.map((metric) => ellipsis(context.verboseNames?.[metric] ?? metric, 120, measure))
  const radius = Math.max(20, Math.min(room.height / 2 - (thumbnail ? 6 : 28), room.width / 2 - (thumbnail ? 6 : 70)))
  const labelled = !thumbnail && form.show_labels && rings.length * metrics.length <= 12
  return dress(
    {
      animation: context.animate ?? false,
      legend: legend.option,
      tooltip: {
        trigger: 'item',
        formatter: ({ dataIndex }: { dataIndex: number }) => {
          const ring = rings[dataIndex] as Ring
          const rows = ring.values.map((value, i) => ({
            name: context.verboseNames?.[metrics[i] as string] ?? (metrics[i] as string),
            value: value === null ? '–' : format(i)(value),
            amount: value,
          }))
          return tooltipHtml(items[dataIndex]?.name ?? '', rows, context)
        },
      },
      radar: {
        center: [legend.left + room.width / 2, legend.top + room.height / 2],
        radius,
        shape: form.is_circle ? 'circle' : 'polygon',
        axisName: { show: !thumbnail },
        indicator: names.map((name, i) => ({ name, ...limits[i] })),
      },
      series: [
        {
          type: 'radar',
          id: 'radar',
          symbolSize: thumbnail ? 0 : 5,
          data: rings.map((ring, i) => {
            const color = items[i]?.color ?? c.palette[0]
            const item = {
              name: items[i]?.name,
              value: ring.values.map((value) => value ?? '-'),
              itemStyle: { color },
              lineStyle: { color, width: thumbnail ? 1.25 : 2 },
              areaStyle: { color, opacity: rings.length <= 3 ? 0.12 : 0 },
              label: {
                show: labelled,
                position: form.label_position,
                color: c.text2,
                formatter: ({ value, dimensionIndex = 0 }: { value: number; dimensionIndex?: number }) =>
                  `${form.label_type === 'key_value' ? `${ring.name}: ` : ''}${format(dimensionIndex)(value)}`,
              },
            }
            return selected?.length && !selected.includes(ring.name) ? unchosen(item) : item
          }),
        },
      ],
    },
    theme,
  )
}
