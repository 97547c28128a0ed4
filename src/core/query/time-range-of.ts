import type { QueryObject } from './query-object.ts'
import { asText } from './read.ts'

/** The time range that a query reads: its own, or that of its first time filter. */
export const timeRangeOf = ({ time_range, filters }: Pick<QueryObject, 'time_range' | 'filters'>): string | undefined =>
  asText(time_range) ?? asText(filters?.find(({ op }) => op === 'TEMPORAL_RANGE')?.val)
