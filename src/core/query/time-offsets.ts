import { metricLabel } from './labels.ts'
import type { FormData, QueryObject } from './query-object.ts'
import { asList } from './read.ts'

/** Separates metric and shift in the name of a shifted column: `sales__1 year ago`. */
export const offsetSeparator = '__'

export const comparisonTypes = ['values', 'difference', 'percentage', 'ratio'] as const
export type ComparisonType = (typeof comparisonTypes)[number]

export const shiftedName = (metric: string, offset: string): string => `${metric}${offsetSeparator}${offset}`

/** Shifted column → metric, metric by metric. */
export const metricOffsets = (form: FormData, query: QueryObject): Map<string, string> =>
  new Map(
    (query.metrics ?? []).flatMap((metric) => {
      const label = metricLabel(metric)
      return asList<string>(form['time_compare']).map((offset) => [shiftedName(label, offset), label] as const)
    }),
  )

export const isComparing = (form: FormData, query: QueryObject): boolean =>
  comparisonTypes.includes(form['comparison_type'] as ComparisonType) && metricOffsets(form, query).size > 0
