import { metricFormatter } from '#core/format/currency.ts'
import type { Currency } from '#core/format/currency.ts'
import { smartNumber } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { timeFormatter } from '#core/format/time.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import type { DrawContext } from '../../chart.ts'

/** A format that a person chose; null for the usual one, which gives way to what is saved with the metric. */
export const ownFormat = (format: string): string | null => (format && format !== smartNumber ? format : null)

type OneMetric = { metric: QueryMetric | null; currency_format?: Currency | null }

/** How a chart of one metric writes its numbers in the format that its form names. */
export const oneMetricFormatter = (
  { metric, currency_format: currency }: OneMetric,
  format: string,
  context: DrawContext,
): ValueFormatter =>
  metricFormatter(metric ? metricLabel(metric) : '', {
    currencies: context.currencies,
    formats: context.formats,
    format: ownFormat(format),
    currency,
    locale: context.t.locale,
  })

type FigureForm = OneMetric & { force_timestamp_formatting: boolean; time_format: string; y_axis_format: string }

/** The same for a figure that may be a time. */
export const figureFormatter = (form: FigureForm, context: DrawContext, temporal: boolean): ValueFormatter =>
  temporal || form.force_timestamp_formatting
    ? timeFormatter(form.time_format, context.t.locale)
    : oneMetricFormatter(form, form.y_axis_format, context)
