import { ownValue } from '#core/encoding/own-keys.ts'
import { metricLabel } from '#core/query/labels.ts'
import { extraMetrics } from '#core/query/operations.ts'
import { comparisonTypes, offsetSeparator, shiftedName } from '#core/query/time-offsets.ts'
import { xAxisLabel } from '#core/query/x-axis.ts'
import { cell, findColumn, isNumeric, isTemporal } from '#core/table.ts'
import type { Column, Table } from '#core/table.ts'
import type { DrawContext } from '../../../chart.ts'
import { restLabels } from '../../color/series-colors.ts'
import type { TimeSeriesForm } from '../form/controls.ts'

export type AxisKind = 'time' | 'number' | 'category'

export type Axis = {
  kind: AxisKind
  /** Name of the column. */
  name: string
  /** Epoch ms, numbers or texts, one per row. */
  values: (number | string)[]
}

export type Series = {
  /** Column of the table; the series' id in the picture. */
  id: string
  /** What people read. */
  name: string
  /** Metric and values of dimensions that make the column. */
  parts: string[]
  /** Label of the metric, null when its name was dropped. */
  metric: string | null
  values: (number | null)[]
  role: 'observed' | 'shifted' | 'forecast'
  /** Id of the series that this one repeats, shifted or forecast. */
  of?: string
  bounds?: { lower: (number | null)[]; upper: (number | null)[] }
}

export type SeriesSet = { axis: Axis; series: Series[]; metrics: string[] }

const missingText = '<NULL>'

const axisOf = (column: Column, rows: number[], form: TimeSeriesForm): Axis => {
  const kind = isTemporal(column) ? 'time' : isNumeric(column) && !form.xAxisForceCategorical ? 'number' : 'category'
  const values = rows.map((row) => {
    const value = cell(column, row)
    if (kind !== 'category') return value as number
    return value === null ? missingText : typeof value === 'object' ? JSON.stringify(value) : String(value)
  })
  return { kind, name: column.name, values }
}

const valuesOf = (column: Column, rows: number[]): (number | null)[] =>
  rows.map((row) => {
    const value = cell(column, row)
    return typeof value === 'number' ? value : null
  })

const forecastSuffix = /__yhat(_lower|_upper)?$/

/** The name of a shifted metric in that of its comparison: `sales__1 year ago` in `percentage__sales__sales__1 year ago`. */
const shiftedIn = (part: string, metrics: string[]): string => {
  for (const type of comparisonTypes)
    for (const metric of metrics) {
      const comparison = `${type}${offsetSeparator}${metric}${offsetSeparator}`
      if (part.startsWith(comparison + shiftedName(metric, ''))) return part.slice(comparison.length)
    }
  return part
}

/** Parts of the series that a shifted one repeats; null when it is not shifted. */
const unshifted = (parts: string[], offsets: string[], metrics: string[]): string[] | null => {
  for (const offset of offsets) {
    const bare = parts.indexOf(offset)
    if (bare >= 0) return parts.length > 1 ? parts.toSpliced(bare, 1) : metrics.slice(0, 1)
    const joined = parts.findIndex((part) => part.endsWith(offsetSeparator + offset))
    if (joined >= 0) return parts.with(joined, (parts[joined] as string).slice(0, -(offsetSeparator + offset).length))
  }
  return null
}

const offsetOf = (parts: string[], offsets: string[]): string =>
  offsets.find((offset) => parts.some((part) => part === offset || part.endsWith(offsetSeparator + offset))) ?? ''

/** A forecast goes on where what was observed ends. */
const afterLast = (values: (number | null)[], observed: (number | null)[] | undefined): (number | null)[] => {
  const last = observed?.findLastIndex((value) => value !== null) ?? -1
  return values.map((value, row) => (row < last ? null : row === last ? (observed?.[row] ?? value) : value))
}

/** A part of a series' name: the value of a dimension as it is, a metric by its verbose name, with what it is compared to. */
const shownPart = (part: string, names: Record<string, string>, metrics: readonly string[]): string => {
  const pieces = part.split(offsetSeparator)
  if (!pieces.some((piece) => metrics.includes(piece))) return ownValue(names, part) ?? part
  const [metric = '', ...offset] = pieces
  const shown = ownValue(names, metric)
  return (
    ownValue(names, part) ??
    (shown && offset.length > 0 ? `${shown}, ${offset.join(offsetSeparator)}` : part.replace(offsetSeparator, ', '))
  )
}

/** Rows with a known place on the axis. */
const placedRows = (table: Table, column: Column): number[] =>
  Array.from({ length: table.rowCount }, (_, row) => row).filter(
    (row) => column.type === 'string' || column.type === 'boolean' || cell(column, row) !== null,
  )

/** Reads an answer of the time-series family: the x axis, and one series per further numeric column. */
export const readSeries = (table: Table, form: TimeSeriesForm, context: Pick<DrawContext, 'verboseNames' | 't'>): SeriesSet | null => {
  const axisColumn = findColumn(table, xAxisLabel(form) ?? '') ?? table.columns[0]
  if (!axisColumn) return null
  const rows = placedRows(table, axisColumn)
  const names = context.verboseNames ?? {}
  const metrics = form.metrics.map(metricLabel)
  const offsets = form.time_compare
  const hidden = new Set(extraMetrics(form).map(metricLabel))
  const columns = table.columns.filter((column) => column !== axisColumn && isNumeric(column) && !hidden.has(column.name))
  const byName = new Map(columns.map((column) => [column.name, column]))
  const partsOf = (name: string) => (table.labelMap?.[name] ?? [name]).map((part) => shiftedIn(part, metrics))

  const series = columns
    .filter((column) => !/__yhat_(lower|upper)$/.test(column.name))
    .map((column): Series => {
      const forecast = forecastSuffix.test(column.name)
      const base = column.name.replace(forecastSuffix, '')
      const parts = partsOf(base)
      const original = unshifted(parts, offsets, metrics)
      const metric = (original ?? parts).find((part) => metrics.includes(part)) ?? (metrics.length === 1 ? (metrics[0] as string) : null)
      const seen = byName.get(base)
      const observed = forecast && seen ? valuesOf(seen, rows) : undefined
      const [lower, upper] = [byName.get(`${base}__yhat_lower`), byName.get(`${base}__yhat_upper`)]
      return {
        id: column.name,
        name: (original ? [...original, offsetOf(parts, offsets)] : parts).map((part) => shownPart(part, names, metrics)).join(', '),
        parts,
        metric,
        values: forecast ? afterLast(valuesOf(column, rows), observed) : valuesOf(column, rows),
        role: forecast ? 'forecast' : original ? 'shifted' : 'observed',
        ...(forecast && { of: base }),
        ...(!forecast &&
          original && { of: columns.find((c) => c !== column && partsOf(c.name).join('\0') === original.join('\0'))?.name ?? '' }),
        ...(forecast &&
          lower &&
          upper && {
            bounds: { lower: afterLast(valuesOf(lower, rows), observed), upper: afterLast(valuesOf(upper, rows), observed) },
          }),
      }
    })
  return sortAxis(
    { axis: axisOf(axisColumn, rows, form), series: restLast(sortSeries(series, form), restLabels(context.t)), metrics },
    form,
  )
}

const present = (values: (number | null)[]): number[] => values.filter((value) => value !== null)

const aggregates: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((total, value) => total + value, 0),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  avg: (values) => values.reduce((total, value) => total + value, 0) / values.length,
}

const natural = new Intl.Collator('en', { numeric: true })

/** What is left over comes last. */
const restLast = (series: Series[], names: string[]): Series[] => {
  const isRest = (one: Series) => names.includes(one.name)
  return [...series.filter((one) => !isRest(one)), ...series.filter(isRest)]
}

const sortSeries = (series: Series[], form: TimeSeriesForm): Series[] => {
  const order = form.sort_series_type
  const turn = form.sort_series_ascending ? 1 : -1
  const aggregate = aggregates[order]
  if (!aggregate) return series.toSorted((a, b) => turn * natural.compare(a.name, b.name))
  const ranks = new Map(series.map((one) => [one, aggregate(present(one.values)) || 0]))
  return series.toSorted((a, b) => turn * ((ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)))
}

/** Categories in the order that the form asks for, when several series are drawn. */
const sortAxis = (set: SeriesSet, form: TimeSeriesForm): SeriesSet => {
  const order = form.x_axis_sort_series
  if (set.axis.kind !== 'category' || set.series.length < 2 || !order) return set
  const turn = (form.x_axis_sort_series_ascending ?? true) ? 1 : -1
  const aggregate = aggregates[String(order)]
  const { values } = set.axis
  const rank = values.map((_, row) => (aggregate ? aggregate(present(set.series.map((one) => one.values[row] ?? null))) : 0))
  const places = values
    .map((_, row) => row)
    .toSorted(
      (a, b) => turn * (aggregate ? (rank[a] as number) - (rank[b] as number) : natural.compare(String(values[a]), String(values[b]))),
    )
  const moved = <T>(list: T[]): T[] => places.map((place) => list[place] as T)
  return {
    ...set,
    axis: { ...set.axis, values: moved(values) },
    series: set.series.map((one) => ({ ...one, values: moved(one.values) })),
  }
}
