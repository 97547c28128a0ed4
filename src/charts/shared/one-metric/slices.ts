import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { numberFormatter } from '#core/format/number.ts'
import { timeFormatter } from '#core/format/time.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { cell, findColumn, isNumeric, isTemporal } from '#core/table.ts'
import type { Column, Json, Table } from '#core/table.ts'
import type { DrawContext } from '../../chart.ts'

export type Slice = {
  name: string
  value: number
  /** Part of the whole, 0 to 1. */
  share: number
  /** Values of the dimensions; null for what was merged. */
  key: Json[] | null
}

/** What a form of one metric says; charts without a date format write times as usual. */
export type OneMetricForm = { metric: QueryMetric | null; groupby: QueryColumn[]; date_format?: string }

const textsOf = (column: Column, form: OneMetricForm, locale: string | undefined): ((value: Json) => string) => {
  const time = isTemporal(column) ? timeFormatter(form.date_format, locale) : null
  const number = numberFormatter('~g', locale)
  return (value) => {
    if (value === null) return '<NULL>'
    if (time) return time(value)
    return typeof value === 'object' ? JSON.stringify(value) : typeof value === 'number' ? number(value) : String(value)
  }
}

/** Dimensions' columns and the metric's of an answer of one metric. */
export const readOneMetric = (table: Table | undefined, form: OneMetricForm): { dimensions: Column[]; metric: Column | undefined } => {
  if (!table) return { dimensions: [], metric: undefined }
  const label = form.metric ? metricLabel(form.metric) : ''
  const dimensions = form.groupby.map((column) => findColumn(table, columnLabel(column))).filter((column) => column !== undefined)
  const metric = findColumn(table, label) ?? table.columns.find((column) => isNumeric(column) && !dimensions.includes(column))
  return { dimensions, metric }
}

/** One slice per row, in the order of the answer. */
export const readSlices = (
  table: Table | undefined,
  form: OneMetricForm,
  context: Partial<Pick<DrawContext, 'verboseNames' | 't'>>,
): Slice[] => {
  const { dimensions, metric } = readOneMetric(table, form)
  if (!table || !metric) return []
  const label = ownValue(context.verboseNames, metric.name) ?? metric.name
  const texts = dimensions.map((column) => textsOf(column, form, context.t?.locale))
  const rows = Array.from({ length: table.rowCount }, (_, row) => row).filter((row) => typeof cell(metric, row) === 'number')
  const total = rows.reduce((sum, row) => sum + Math.max(0, cell(metric, row) as number), 0)
  return rows.map((row): Slice => {
    const value = cell(metric, row) as number
    const key = dimensions.map((column) => cell(column, row))
    const name = dimensions.length > 0 ? texts.map((text, i) => text(key[i] ?? null)).join(', ') : label
    return { name, value, share: total > 0 ? Math.max(0, value) / total : 0, key }
  })
}

/** The parts of a whole: what is below zero is none. */
export const readParts = (
  table: Table | undefined,
  form: OneMetricForm,
  context: Partial<Pick<DrawContext, 'verboseNames' | 't' | 'onLeftOut'>>,
): Slice[] => {
  const slices = readSlices(table, form, context)
  const parts = slices.filter(({ value }) => value >= 0)
  context.onLeftOut?.('negativeParts', slices.length - parts.length)
  return parts
}

const mostSlices = 6

/** Small slices become one: those under the form's threshold, and the tail of parts too small for a label. */
export const mergeSmall = (
  slices: Slice[],
  form: { threshold_for_other: number; show_labels_threshold: number },
  other: string,
): Slice[] => {
  const wanted = form.threshold_for_other / 100
  const labelled = form.show_labels_threshold / 100
  const small = slices.filter(
    (slice, i) => slice.share < wanted || (slices.length > mostSlices && i >= mostSlices - 1 && slice.share < labelled),
  )
  if (small.length < 2) return slices
  const rest = new Set(small)
  return [
    ...slices.filter((slice) => !rest.has(slice)),
    {
      name: other,
      value: small.reduce((sum, slice) => sum + slice.value, 0),
      share: small.reduce((sum, slice) => sum + slice.share, 0),
      key: null,
    },
  ]
}
