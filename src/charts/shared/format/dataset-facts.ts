import type { DatasetFacts } from '../../control.ts'
import type { Currency } from '#core/format/currency.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryMetric } from '#core/query/query-object.ts'

/** Labels of columns and metrics, by their wire names. */
export const verboseNames = (dataset: DatasetFacts | null): Record<string, string> =>
  Object.fromEntries([
    ...(dataset?.columns ?? []).flatMap(({ column_name, verbose_name }) => (verbose_name ? [[column_name, verbose_name]] : [])),
    ...(dataset?.metrics ?? []).flatMap(({ metric_name, verbose_name }) => (verbose_name ? [[metric_name, verbose_name]] : [])),
  ])

/** The facts of a dataset that a chart's sentence uses. */
export const sentenceFacts = (dataset: DatasetFacts | null): { verboseNames: Record<string, string>; timeColumns?: string[] } => ({
  verboseNames: verboseNames(dataset),
  ...(dataset && { timeColumns: dataset.columns.filter(({ is_dttm }) => is_dttm).map(({ column_name }) => column_name) }),
})

const isMetric = (value: unknown): value is QueryMetric & { d3format: string } =>
  typeof value === 'object' && value !== null && 'd3format' in value && typeof value.d3format === 'string'

/** d3 formats by label, of the dataset's metrics and of the chart's ad-hoc metrics. */
export const savedFormats = (dataset: DatasetFacts | null, form: FormData): Record<string, string> =>
  Object.fromEntries([
    ...(dataset?.metrics ?? []).flatMap(({ metric_name, d3format }) => (d3format ? [[metric_name, d3format]] : [])),
    ...Object.values(form)
      .flat()
      .flatMap((value) => (isMetric(value) ? [[metricLabel(value), value.d3format]] : [])),
  ])

const isCurrency = (value: unknown): value is Currency => typeof value === 'object' && value !== null && 'symbol' in value

/** Currencies of the dataset's metrics, by label. */
export const savedCurrencies = (dataset: DatasetFacts | null): Record<string, Currency> =>
  Object.fromEntries(
    (dataset?.metrics ?? []).flatMap((metric) => (isCurrency(metric.currency) ? [[metric.metric_name, metric.currency]] : [])),
  )
