import type { DatasetFacts } from '#charts/control.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { metricName } from '../field/kind.ts'

/** The name of a metric as people read it: a saved one by its verbose name. */
export const metricText = (metric: QueryMetric, dataset: DatasetFacts | null): string => {
  if (typeof metric !== 'string') return metricLabel(metric)
  const saved = dataset?.metrics.find((candidate) => candidate.metric_name === metric)
  return saved ? metricName(saved) : metric
}
