import type { QueryMetric } from '../query-object.ts'

/** Whether a value in a legacy form is a metric: a name, or one made for the chart. */
export const isMetric = (value: unknown): value is QueryMetric =>
  (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null && 'expressionType' in value)
