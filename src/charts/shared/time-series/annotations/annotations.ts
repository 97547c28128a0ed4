import { withOpacity } from '#core/color/parse.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../../chart.ts'
import type { Mark } from '../marks.ts'
import type { Axis } from '../series/series.ts'
import type { TimeSeriesForm } from '../form/controls.ts'
import { parseFormula } from './formula.ts'

/** One layer as the form holds it (reference/query-object.md §7). */
type Layer = {
  name: string
  annotationType: string
  sourceType?: string | null
  value?: unknown
  show?: boolean
  showLabel?: boolean
  titleColumn?: string
  descriptionColumns?: string[]
  timeColumn?: string
  intervalEndColumn?: string
  style?: string
  opacity?: string
  color?: string | null
  width?: number
  showMarkers?: boolean
  hideLine?: boolean
}

type Row = Record<string, unknown>

const opacities: Record<string, number> = { opacityLow: 0.2, opacityMedium: 0.5, opacityHigh: 0.8 }
const dashes: Record<string, unknown> = { dashed: [4, 3], longDashed: [10, 4], dotted: [1, 3], solid: 'solid' }

const paint = (layer: Layer, { theme }: DrawContext) => ({
  color: layer.color || colors[theme].text2,
  opacity: opacities[layer.opacity ?? ''] ?? 1,
})

const stroke = (layer: Layer, context: DrawContext) => ({
  ...paint(layer, context),
  width: layer.width ?? 1,
  type: dashes[layer.style ?? 'solid'] ?? 'solid',
})

const recordsOf = (layer: Layer, { annotationData }: DrawContext): Row[] => {
  const found = annotationData?.[layer.name]
  if (Array.isArray(found)) return found as Row[]
  return asList<Row>(asRecord(found)['records'])
}

const native = { timeColumn: 'start_dttm', intervalEndColumn: 'end_dttm', titleColumn: 'short_descr', descriptionColumns: ['long_descr'] }

const columnsOf = (layer: Layer) => (layer.sourceType === 'NATIVE' ? native : layer)

const titleOf = (layer: Layer, record: Row): string => {
  const { titleColumn, descriptionColumns = [] } = columnsOf(layer)
  const title = titleColumn ? String(record[titleColumn] ?? '') : ''
  const more = descriptionColumns.map((name) => record[name]).filter((text) => typeof text === 'string' && text !== '')
  return [title || layer.name, ...more].join('\n')
}

/** The layer's own series, which carries its marks and nothing else. */
const carrier = (layer: Layer): Mark => ({
  id: `annotation ${layer.name}`,
  name: layer.name,
  type: 'line',
  data: [],
  tooltip: { show: false },
})

const formula = (layer: Layer, axis: Axis, context: DrawContext): Mark[] => {
  const compute = parseFormula(String(layer.value ?? ''))
  if (!compute || axis.kind === 'category') return []
  return [
    {
      ...carrier(layer),
      data: (axis.values as number[]).toSorted((a, b) => a - b).map((x) => [x, compute(x)]),
      showSymbol: false,
      lineStyle: stroke(layer, context),
      color: paint(layer, context).color,
      tooltip: { show: true },
    },
  ]
}

const label = (layer: Layer, context: DrawContext) => ({
  show: Boolean(layer.showLabel),
  color: colors[context.theme].text2,
  position: 'insideEndTop',
  rotate: 0,
  align: 'left',
  offset: [6, 10],
  formatter: ({ name }: { name: string }) => name.split('\n')[0] ?? '',
})

const events = (layer: Layer, _: Axis, context: DrawContext): Mark[] => {
  const time = columnsOf(layer).timeColumn
  if (!time) return []
  const data = recordsOf(layer, context).map((record) => ({ name: titleOf(layer, record), xAxis: record[time] }))
  return [
    {
      ...carrier(layer),
      markLine: {
        symbol: 'none',
        silent: false,
        data,
        lineStyle: stroke(layer, context),
        label: label(layer, context),
        tooltip: { show: true },
      },
    },
  ]
}

const intervals = (layer: Layer, _: Axis, context: DrawContext): Mark[] => {
  const { timeColumn, intervalEndColumn } = columnsOf(layer)
  if (!timeColumn || !intervalEndColumn) return []
  const { color, opacity } = paint(layer, context)
  const data = recordsOf(layer, context).map((record) => [
    { name: titleOf(layer, record), xAxis: record[timeColumn] },
    { xAxis: record[intervalEndColumn] },
  ])
  return [
    {
      ...carrier(layer),
      markArea: {
        silent: false,
        data,
        itemStyle: { color: withOpacity(color, Math.min(1, opacity * 0.2)) },
        label: { ...label(layer, context), position: 'insideTop', align: 'center', offset: [0, 0] },
        tooltip: { show: true },
      },
    },
  ]
}

/** Another chart's lines: its first time column against every numeric one. */
const lines = (layer: Layer, _: Axis, context: DrawContext): Mark[] => {
  const records = recordsOf(layer, context)
  const names = Object.keys(records[0] ?? {})
  const time = layer.timeColumn ?? names.find((name) => name === '__timestamp') ?? names[0]
  if (!time) return []
  return names
    .filter((name) => name !== time && records.some((record) => typeof record[name] === 'number'))
    .map((name) => ({
      ...carrier(layer),
      id: `annotation ${layer.name} ${name}`,
      name: names.length > 2 ? `${layer.name}, ${name}` : layer.name,
      data: records.map((record) => [record[time], record[name] ?? null]),
      showSymbol: Boolean(layer.showMarkers),
      color: paint(layer, context).color,
      lineStyle: layer.hideLine ? { opacity: 0 } : stroke(layer, context),
      tooltip: { show: true },
    }))
}

const drawers: Record<string, (layer: Layer, axis: Axis, context: DrawContext) => Mark[]> = {
  FORMULA: formula,
  EVENT: events,
  INTERVAL: intervals,
  TIME_SERIES: lines,
}

/** ECharts series of the form's visible annotation layers. */
export const drawAnnotations = (form: TimeSeriesForm, axis: Axis, context: DrawContext): Mark[] =>
  asList<Layer>(form.annotation_layers)
    .filter((layer) => layer.show !== false)
    .flatMap((layer) => drawers[layer.annotationType]?.(layer, axis, context) ?? [])
