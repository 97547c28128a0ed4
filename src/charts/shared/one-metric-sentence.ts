import type { FormData } from '#core/query/query-object.ts'
import { columnNames, listed, metricNames } from './time-series/sentence.ts'
import type { SentenceContext } from './time-series/sentence.ts'

/** "Films by genre". */
export const oneMetricSentence = (form: FormData, context: SentenceContext): string => {
  const { t } = context
  const metric = metricNames(form['metric'], context)[0] ?? t('Nothing')
  const dimensions = columnNames(form['groupby'], context)
  return dimensions.length > 0 ? t('%(metrics)s by %(dimensions)s', { metrics: metric, dimensions: listed(dimensions, t) }) : metric
}
