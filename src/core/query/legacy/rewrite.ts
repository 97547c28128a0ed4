import { asList, asRecord } from '../read.ts'

export type Params = Record<string, unknown>
export type Converted = { viz_type: string; params: Params }
export type Conversion = (params: Params) => Converted

/** `params` without the keys of `gone`, those of `names` renamed, and `added` on top; null drops a renamed value that is missing. */
export const rewritten = (
  params: Params,
  { names = {}, gone = [], added = {} }: { names?: Record<string, string>; gone?: string[]; added?: Params },
) => {
  const kept = Object.entries(params).flatMap(([key, value]) => (gone.includes(key) ? [] : [[names[key] ?? key, value] as const]))
  return { annotation_layers: [], ...Object.fromEntries(kept), ...added }
}

const noRange = 'No filter'

/** The time column and range of an older form, as a filter. */
export const withTimeFilter = ({ granularity_sqla: column, time_range: range, ...params }: Params): Params => {
  if (typeof column !== 'string' || column === '') return params
  const filter = {
    clause: 'WHERE',
    subject: column,
    operator: 'TEMPORAL_RANGE',
    comparator: range || noRange,
    expressionType: 'SIMPLE',
  }
  const isFiltered = asList(params['adhoc_filters'])
    .map(asRecord)
    .some(({ subject, operator }) => subject === column && operator === 'TEMPORAL_RANGE')
  return isFiltered ? params : { ...params, adhoc_filters: [...asList(params['adhoc_filters']), filter] }
}
