import type { AdhocFilter } from '../adhoc-filter.ts'
import { buildQueryObject } from '../build-query-context.ts'
import type { FilterClause, FormData, QueryExtras } from '../query-object.ts'
import { adhocFilterOf, markClause, markText, type MarkFilter } from './mark-filter.ts'

/** One condition on the rows behind a chart, which a person can take away. */
export type DetailCondition = { key: string } & (
  | { kind: 'filter'; clause: FilterClause; /** What a mark shows for its value. */ text?: string }
  | { kind: 'time'; column: FilterClause['col'] | null; range: string }
  | { kind: 'sql'; sql: string }
)

/** The part of a query that selects rows, as `/datasource/samples` takes it. */
export type DetailBody = { filters: FilterClause[]; granularity?: string; time_range?: string; extras?: QueryExtras }

/** Counts the rows behind a chart. */
export const rowCountMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' } as const

const unlimited = 'No filter'
const isTimeRange = ({ op }: FilterClause) => op === 'TEMPORAL_RANGE'

const queryOf = (form: FormData) => {
  const { filters, granularity, time_range, extras } = buildQueryObject(form)
  const { having: _, where, ...others } = extras ?? {}
  const range = time_range && time_range !== unlimited ? time_range : null
  return { filters: filters ?? [], granularity: granularity ?? null, range, where: where ?? '', extras: others }
}

/** What limits the rows behind a chart: the filters of its form and its dashboard, then what the mark stands for. */
export const detailConditions = (form: FormData, mark: readonly MarkFilter[]): DetailCondition[] => {
  const { filters, granularity, range, where } = queryOf(form)
  // The time range of a dashboard replaces the values of all time filters.
  const own = filters.filter((clause) => !isTimeRange(clause) || (range === null && clause.val !== unlimited))
  const column = granularity ?? filters.find(isTimeRange)?.col ?? null
  return [
    ...own.map((clause, i) => ({ kind: 'filter' as const, key: `filter ${i}`, clause })),
    ...(range !== null && column !== null ? [{ kind: 'time' as const, key: 'time', column, range }] : []),
    ...(where ? [{ kind: 'sql' as const, key: 'sql', sql: where }] : []),
    ...mark.map((filter, i) => ({ kind: 'filter' as const, key: `mark ${i}`, clause: markClause(filter), text: markText(filter) })),
  ]
}

/** The request for the rows that meet the conditions. */
export const detailBody = (form: FormData, conditions: readonly DetailCondition[]): DetailBody => {
  const { filters, granularity, extras } = queryOf(form)
  const time = conditions.find((condition) => condition.kind === 'time')
  const sql = conditions.find((condition) => condition.kind === 'sql')
  const clauses = conditions.flatMap((condition) => (condition.kind === 'filter' ? [condition.clause] : []))
  return {
    filters: time ? [...filters.filter(isTimeRange), ...clauses] : clauses,
    ...(granularity !== null && { granularity }),
    ...(time && { time_range: time.range }),
    extras: { ...extras, ...(sql && { where: sql.sql }) },
  }
}

/** A condition as a filter of a form, which has words and a pill. */
export const conditionFilter = (condition: DetailCondition): AdhocFilter => {
  if (condition.kind === 'sql') return { expressionType: 'SQL', clause: 'WHERE', sqlExpression: condition.sql }
  if (condition.kind === 'filter') return adhocFilterOf(condition.clause)
  return adhocFilterOf({ col: condition.column ?? '', op: 'TEMPORAL_RANGE', val: condition.range })
}
