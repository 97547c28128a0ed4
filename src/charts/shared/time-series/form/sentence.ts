import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList, isSet } from '#core/query/read.ts'
import type { ComparisonType } from '#core/query/time-offsets.ts'
import { xAxisLabel } from '#core/query/x-axis.ts'
import { msg, type Translate } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import type { SentenceContext } from '../../../chart.ts'
import type { TimeSeriesForm } from './controls.ts'

const grains: Record<string, string> = {
  PT1S: msg('second'),
  PT1M: msg('minute'),
  PT5M: msg('5 minutes'),
  PT10M: msg('10 minutes'),
  PT15M: msg('15 minutes'),
  PT30M: msg('30 minutes'),
  PT1H: msg('hour'),
  P1D: msg('day'),
  P1W: msg('week'),
  P1M: msg('month'),
  P3M: msg('quarter'),
  P1Y: msg('year'),
}

type AxisForm = Pick<TimeSeriesForm, 'x_axis' | 'time_grain_sqla' | 'granularity_sqla'>
type ComparisonForm = Partial<Pick<TimeSeriesForm, 'time_compare' | 'comparison_type'>>
type SentenceForm = AxisForm & ComparisonForm & Pick<TimeSeriesForm, 'metrics' | 'groupby' | 'limit'>

/** What one step of the x axis is called; null without a grain, and where the axis is known to be no time. */
export const grainWord = (form: AxisForm, { t, timeColumns }: SentenceContext): string | null => {
  const axis = form.x_axis
  if (typeof axis === 'string' && timeColumns && !timeColumns.includes(axis)) return null
  const found = grains[(form.time_grain_sqla ?? '').replace(/^.*\/(?=P)|(?<=P1W)\/.*$/g, '')]
  return found ? t(found) : null
}

/** `a`, `a and b`, `a, b and c`. */
export const listed = (names: string[], t: Translate): string => {
  if (names.length < 2) return names[0] ?? ''
  return t('%(first)s and %(last)s', { first: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' })
}

export const metricNames = (value: unknown, { verboseNames = {} }: SentenceContext): string[] =>
  asList<QueryMetric>(value).map((metric) => ownValue(verboseNames, metricLabel(metric)) ?? metricLabel(metric))

export const columnNames = (value: unknown, { verboseNames = {} }: SentenceContext): string[] =>
  asList<QueryColumn>(value).map((column) => ownValue(verboseNames, columnLabel(column)) ?? columnLabel(column))

const comparisons: Partial<Record<ComparisonType, string>> = {
  difference: msg('%(sentence)s, difference (%(offsets)s)'),
  percentage: msg('%(sentence)s, percentage change (%(offsets)s)'),
  ratio: msg('%(sentence)s, ratio (%(offsets)s)'),
}

/** Says what is drawn in place of the values of two times. */
const compared = (sentence: string, { time_compare = [], comparison_type }: ComparisonForm, t: Translate): string => {
  const text = ownValue(comparisons, comparison_type ?? 'values')
  if (text === undefined || time_compare.length === 0) return sentence
  return t(text, {
    sentence,
    offsets: listed(
      time_compare.map((offset) => t(offset)),
      t,
    ),
  })
}

/** "Average price per month, by symbol" or "Gross by genre and rating, top 10". */
export const timeSeriesSentence = (form: SentenceForm, context: SentenceContext): string =>
  compared(valuesSentence(form, context), form, context.t)

const valuesSentence = (form: SentenceForm, context: SentenceContext): string => {
  const { t } = context
  const metrics = listed(metricNames(form.metrics, context), t) || t('Nothing')
  const dimensions = columnNames(form.groupby, context)
  const axis = xAxisLabel(form)
  const grain = grainWord(form, context)
  const limit = isSet(form.limit) && dimensions.length > 0 ? t(', top %(count)s', { count: String(form.limit) }) : ''
  if (grain) {
    const start = t('%(metrics)s per %(grain)s', { metrics, grain })
    return dimensions.length > 0 ? t('%(start)s, by %(dimensions)s', { start, dimensions: listed(dimensions, t) }) + limit : start
  }
  const axes = [...(axis === undefined ? [] : columnNames(form.x_axis ?? axis, context)), ...dimensions]
  return axes.length > 0 ? t('%(metrics)s by %(dimensions)s', { metrics, dimensions: listed(axes, t) }) + limit : metrics
}
