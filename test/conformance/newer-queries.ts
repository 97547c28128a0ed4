import { asList, asNumber } from '#core/query/read.ts'
import type { FormData, PostProcessingOperation, QueryMetric, QueryObject } from '#core/query/query-object.ts'
import { metricLabel } from '#core/query/labels.ts'

/** What 6.1 asks in another way than the versions before it, by the name that differences.json gives it. */
const changes: Record<string, (query: QueryObject, form: FormData) => QueryObject> = {
  'before 6.1: pie': (query, form) => {
    if (form.viz_type !== 'pie') return query
    const metric = metricLabel(form['metric'] as QueryMetric)
    const options = { columns: [metric], rename_columns: [`${metric}__contribution`] }
    return { ...query, post_processing: [{ operation: 'contribution', options }] }
  },
  'before 6.1: number of rows of a paged table': (query, form) =>
    query.is_rowcount ? { ...query, row_limit: asNumber(form['row_limit']) ?? 0 } : query,
  'before 6.1: shifted metric without a dimension': (query) => {
    const steps = asList<PostProcessingOperation>(query.post_processing)
    const shifts = asList<string>(query.time_offsets)
    const { operation, options } = steps[0] ?? { operation: '', options: {} }
    const isFlat = operation === 'pivot' && asList(options?.['columns']).length === 0
    const isCompared = steps.some((step) => step.operation === 'compare' || step.operation === 'rename')
    if (shifts.length === 0 || !isFlat || isCompared || query.metrics?.length !== 1) return query
    const metric = metricLabel(query.metrics[0] as QueryMetric)
    const columns = Object.fromEntries(shifts.map((shift) => [`${metric}__${shift}`, shift]))
    return { ...query, post_processing: withRename(steps, { operation: 'rename', options: { columns, level: 0, inplace: true } }) }
  },
}

/** A rename is before what works on the renamed columns. */
const withRename = (steps: readonly PostProcessingOperation[], rename: PostProcessingOperation): PostProcessingOperation[] => {
  const place = steps.findIndex(({ operation }) => ['contribution', 'sort', 'flatten'].includes(operation))
  return steps.toSpliced(place, 0, rename)
}

export const changedIn61 = Object.keys(changes)

/** A query that an older version asked, as 6.1 asks it; everything else in it still counts. */
export const asIn61 = (query: QueryObject, form: FormData): QueryObject =>
  Object.values(changes).reduce((asked, change) => change(asked, form), query)
