import type { QueryMetric } from '#core/query/query-object.ts'
import { asNumber, isObject } from '#core/query/read.ts'

/** A size that is the same for all marks, or follows a metric. */
export type FixedOrMetric = { type: 'fix'; value: number } | { type: 'metric'; value: QueryMetric | null }

const isMetric = (value: unknown): value is QueryMetric => (typeof value === 'string' && value !== '') || isObject(value)

/** Older forms hold the number or the metric itself. */
export const readFixedOrMetric = (value: unknown): FixedOrMetric | undefined => {
  if (isObject(value) && (value['type'] === 'fix' || value['type'] === 'metric')) {
    if (value['type'] === 'metric') return { type: 'metric', value: isMetric(value['value']) ? value['value'] : null }
    const fixed = asNumber(value['value'])
    return fixed === undefined ? undefined : { type: 'fix', value: fixed }
  }
  const fixed = asNumber(value)
  if (fixed !== undefined) return { type: 'fix', value: fixed }
  return isMetric(value) ? { type: 'metric', value } : undefined
}
