import { metricFormatter } from '#core/format/currency.ts'
import type { Currency } from '#core/format/currency.ts'
import { smartNumber } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { timeFormatter } from '#core/format/time.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryMetric } from '#core/query/query-object.ts'
import { isSet } from '#core/query/read.ts'
import type { DrawContext } from '../chart.ts'

/** How a chart of one metric writes its numbers; `key` names the form's format. */
export const oneMetricFormatter = (form: FormData, context: DrawContext, key = 'y_axis_format'): ValueFormatter => {
  const said = form[key] as string | undefined
  const metric = isSet(form['metric']) ? metricLabel(form['metric'] as QueryMetric) : ''
  return metricFormatter(metric, {
    currencies: context.currencies,
    formats: context.formats,
    format: said && said !== smartNumber ? said : null,
    currency: form['currency_format'] as Currency | undefined,
    locale: context.t.locale,
  })
}

/** The same for a figure that may be a time. */
export const figureFormatter = (form: FormData, context: DrawContext, temporal: boolean): ValueFormatter =>
  temporal || form['force_timestamp_formatting']
    ? timeFormatter(form['time_format'] as string | undefined, context.t.locale)
    : oneMetricFormatter(form, context)
