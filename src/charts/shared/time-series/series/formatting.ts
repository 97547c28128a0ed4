import { metricFormatter } from '#core/format/currency.ts'
import { numberFormatter } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { formatOfYearMetric } from '#core/format/years.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import type { DrawContext } from '../../../chart.ts'
import { ownFormat } from '../../format/figure-format.ts'
import type { TimeSeriesForm } from '../form/controls.ts'

/** The values are parts of a whole or changes in percent. */
export const isPercent = (form: TimeSeriesForm): boolean =>
  form.contributionMode !== null || form.comparison_type === 'percentage' || form.stack === 'Expand'

/**
 * One formatter per metric, for axis, tooltip and labels alike. The form's default format gives way to the metric's saved one,
 * and to percent where parts of a whole are drawn.
 */
export const valueFormatters = (form: TimeSeriesForm, context: DrawContext) => {
  const format = ownFormat(form.y_axis_format)
  const currency = form.currency_format
  const percent = isPercent(form) && (!format || form.stack === 'Expand')
  const options = { currencies: context.currencies, formats: context.formats, format, currency, locale: context.t.locale }
  const of = (metric: string | null, percentFormat: string): ValueFormatter =>
    percent
      ? numberFormatter(percentFormat, context.t.locale)
      : metric === null
        ? metricFormatter([], options)
        : metricFormatter(metric, options)
  const savedFormat = (metric: string): string =>
    JSON.stringify([ownValue(context.currencies, metric), ownValue(context.formats, metric) || formatOfYearMetric(metric)])
  const isAlike = (one: string, other: string): boolean => savedFormat(one) === savedFormat(other)
  return {
    /** For an axis that all series share: the metrics' own where all are written alike. */
    axis: (metrics: string[]): ValueFormatter => {
      const [first] = metrics
      return of(first !== undefined && metrics.every((metric) => isAlike(metric, first)) ? first : null, '.0%')
    },
    of: (metric: string | null): ValueFormatter => of(metric, '.1%'),
  }
}
