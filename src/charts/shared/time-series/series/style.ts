import type { SeriesStyle, TimeSeriesForm } from '../form/controls.ts'
import type { Series } from './series.ts'

export type StackMode = 'Stack' | 'Stream' | 'Expand' | null

/** How the marks of one set of series are drawn. */
export type Marks = {
  kind: 'line' | 'bar' | 'scatter'
  smooth: boolean
  step: 'start' | 'middle' | 'end' | null
  area: boolean
  stack: StackMode
  showValue: boolean
  onlyTotal: boolean
  /** Per cent of the whole under which a part is not labelled. */
  threshold: number
  /** Fill of areas; null for the theme's. */
  opacity: number | null
  markers: boolean
  markerSize: number
}

const wireOpacity = 0.2

const fixedType: Partial<Record<SeriesStyle, TimeSeriesForm['seriesType']>> = { bar: 'bar', smooth: 'smooth', scatter: 'scatter' }

const steps = ['start', 'middle', 'end'] as const

export const marksOf = (form: TimeSeriesForm, style: SeriesStyle): Marks => {
  const type = fixedType[style] ?? form.seriesType
  const kind = type === 'bar' ? 'bar' : type === 'scatter' ? 'scatter' : 'line'
  return {
    kind,
    smooth: type === 'smooth',
    step: steps.find((step) => step === type) ?? null,
    area: kind === 'line' && (style === 'area' || form.area),
    stack: form.stack,
    showValue: form.show_value,
    onlyTotal: form.only_total,
    threshold: form.percentage_threshold,
    opacity: form.opacity === wireOpacity ? null : form.opacity,
    markers: form.markerEnabled,
    markerSize: form.markerSize,
  }
}

const column = (series: Series[], row: number): number[] => series.map((one) => one.values[row] ?? null).filter((value) => value !== null)

/** Values as they are drawn: parts of 1 when expanded. */
export const expanded = (series: Series[]): Series[] => {
  const totals = (series[0]?.values ?? []).map((_, row) => column(series, row).reduce((total, value) => total + Math.abs(value), 0))
  return series.map((one) => ({
    ...one,
    values: one.values.map((value, row) => (value === null || totals[row] === 0 ? null : value / (totals[row] as number))),
  }))
}

/** Sum of what is above zero, per row; null where nothing does. */
export const stackTops = (series: Series[]): (number | null)[] =>
  (series[0]?.values ?? []).map((_, row) => {
    const values = column(series, row).filter((value) => value > 0)
    return values.length > 0 ? values.reduce((total, value) => total + value, 0) : null
  })

const stackBottoms = (series: Series[]): number[] =>
  (series[0]?.values ?? []).map((_, row) =>
    column(series, row)
      .filter((value) => value < 0)
      .reduce((total, value) => total + value, 0),
  )

export const totalsOf = (series: Series[]): (number | null)[] =>
  (series[0]?.values ?? []).map((_, row) => {
    const values = column(series, row)
    return values.length > 0 ? values.reduce((total, value) => total + value, 0) : null
  })

/** All values that the axis must hold. */
export const drawnValues = (series: Series[], stack: StackMode): (number | null)[] => {
  if (stack === 'Stream') {
    const tops = stackTops(series)
    return tops.flatMap((top) => (top === null ? [] : [top / 2, -top / 2]))
  }
  if (stack) return [...stackTops(series), ...stackBottoms(series)]
  return series.flatMap((one) => [...one.values, ...(one.bounds ? [...one.bounds.lower, ...one.bounds.upper] : [])])
}

const maxParts = 10

/** Beyond the palette the smallest parts of a stack become one. */
export const mergedRest = (series: Series[], name: string, most = maxParts): Series[] => {
  if (series.length <= most || series.some((one) => one.role !== 'observed')) return series
  const size = (one: Series) => one.values.reduce<number>((total, value) => total + Math.abs(value ?? 0), 0)
  const kept = new Set(series.toSorted((a, b) => size(b) - size(a)).slice(0, most - 1))
  const rest = series.filter((one) => !kept.has(one))
  const first = rest[0] as Series
  return [...series.filter((one) => kept.has(one)), { ...first, id: 'rest', name, parts: [], values: totalsOf(rest) }]
}
