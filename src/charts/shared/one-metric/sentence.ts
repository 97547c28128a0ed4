import type { OneMetricForm } from './slices.ts'
import { columnNames, listed, metricNames } from '../time-series/form/sentence.ts'
import type { SentenceContext } from '../../chart.ts'

/** "Films by genre". */
export const oneMetricSentence = (form: Pick<OneMetricForm, 'metric' | 'groupby'>, context: SentenceContext): string => {
  const { t } = context
  const metric = metricNames(form.metric, context)[0] ?? t('Nothing')
  const dimensions = columnNames(form.groupby, context)
  return dimensions.length > 0 ? t('%(metrics)s by %(dimensions)s', { metrics: metric, dimensions: listed(dimensions, t) }) : metric
}
