import type { ControlOf } from '#charts/control.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import type { ControlBehavior } from '../behaviors/behavior.ts'
import { metricText } from './metric-words.ts'

/** A metric, or several; they differ in how many they hold. */
const behavior: ControlBehavior<ControlOf<'metric' | 'metrics'>> = {
  summarize: (value, { state }) =>
    asList<QueryMetric>(value)
      .map((metric) => metricText(metric, state.dataset))
      .join(', '),
  missingText: (_, __, t) => t('cannot be empty: choose a metric'),
}

export { behavior as metric, behavior as metrics }
