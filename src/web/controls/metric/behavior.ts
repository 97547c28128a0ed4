import type { ControlOf } from '#charts/control.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { asList, asRecord, isSet } from '#core/query/read.ts'
import type { ControlBehavior } from '../behaviors/behavior.ts'
import { numberFault } from '../input/numbers.ts'
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

export const fixedOrMetric: ControlBehavior<ControlOf<'fixed-or-metric'>> = {
  summarize: (value, { state }) => {
    const held = asRecord(value)
    if (held['type'] !== 'metric') return isSet(held['value']) ? String(held['value']) : ''
    return asList<QueryMetric>(held['value'])
      .map((metric) => metricText(metric, state.dataset))
      .join(', ')
  },
  check: (value, t) => {
    const held = asRecord(value)
    if (held['type'] === 'metric') return isSet(held['value']) ? null : t('cannot be empty: choose a metric')
    return numberFault(held['value'], t)
  },
}
