import { asNumber, asRecord, isObject } from '#core/query/read.ts'
import type { QueryMetric } from '#core/query/query-object.ts'

/** One column of a table of time series. Fields that its kind does not use are kept. */
export type TimeSeriesColumn = {
  key: string
  label?: string
  tooltip?: string
  colType?: string
  width?: string
  height?: string
  timeLag?: number
  timeRatio?: string
  comparisonType?: string
  showYAxis?: boolean
  yAxisBounds?: readonly [low: number | null, high: number | null]
  bounds?: readonly [low: number | null, high: number | null]
  d3format?: string
  dateFormat?: string
}

/** One select of a filter box. */
export type FilterItem = {
  key: string
  column?: string | null
  label?: string
  defaultValue?: string | number | boolean | null
  metric?: QueryMetric | null
  asc?: boolean
  multiple?: boolean
  searchAllOptions?: boolean
  clearable?: boolean
}

export type CollectionItem = TimeSeriesColumn | FilterItem

const keyed = (value: Record<string, unknown>, place: number) => ({ key: typeof value['key'] === 'string' ? value['key'] : String(place) })

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const readEnds = (value: unknown): readonly [number | null, number | null] | undefined =>
  Array.isArray(value) ? [asNumber(value[0]) ?? null, asNumber(value[1]) ?? null] : undefined

const defined = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** @param place in its list, the key of an item without one */
export const readTimeSeriesColumn = (value: unknown, place = 0): TimeSeriesColumn => {
  const held = asRecord(value)
  return defined<TimeSeriesColumn>({
    ...keyed(held, place),
    label: readText(held['label']),
    tooltip: readText(held['tooltip']),
    colType: readText(held['colType']),
    width: held['width'] === undefined ? undefined : String(held['width']),
    height: held['height'] === undefined ? undefined : String(held['height']),
    timeLag: asNumber(held['timeLag']),
    timeRatio: held['timeRatio'] === undefined ? undefined : String(held['timeRatio']),
    comparisonType: readText(held['comparisonType']),
    showYAxis: typeof held['showYAxis'] === 'boolean' ? held['showYAxis'] : undefined,
    yAxisBounds: readEnds(held['yAxisBounds']),
    bounds: readEnds(held['bounds']),
    d3format: readText(held['d3format']),
    dateFormat: readText(held['dateFormat']),
  })
}

/** What a filter box takes for granted where an item does not say it. */
export const filterItemDefaults = { asc: false, multiple: true, searchAllOptions: false, clearable: true } as const

export const readFilterItem = (value: unknown, place = 0): FilterItem => {
  const held = asRecord(value)
  const flag = (name: keyof typeof filterItemDefaults) => (typeof held[name] === 'boolean' ? held[name] : filterItemDefaults[name])
  const { defaultValue, metric } = held
  return defined<FilterItem>({
    ...keyed(held, place),
    column: readText(held['column']) ?? null,
    label: readText(held['label']),
    defaultValue:
      typeof defaultValue === 'string' || typeof defaultValue === 'number' || typeof defaultValue === 'boolean' || defaultValue === null
        ? defaultValue
        : undefined,
    metric: typeof metric === 'string' ? metric : isObject(metric) ? (metric as Exclude<QueryMetric, string>) : undefined,
    asc: flag('asc'),
    multiple: flag('multiple'),
    searchAllOptions: flag('searchAllOptions'),
    clearable: flag('clearable'),
  })
}
