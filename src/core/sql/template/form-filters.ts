import { asList, asRecord } from '../../query/read.ts'
import type { TemplateFilter } from './macros.ts'

type Clause = { col?: unknown; op?: unknown; val?: unknown }
type Adhoc = { expressionType?: unknown; clause?: unknown; subject?: unknown; operator?: unknown; comparator?: unknown }

const fromClauses = (clauses: unknown): TemplateFilter[] =>
  asList<Clause>(clauses).flatMap(({ col, op, val }) => (typeof col === 'string' ? [{ col, op: String(op ?? '').toUpperCase(), val }] : []))

/** The filters that form data of any age holds, as templates see them. */
export const formFilters = (form: Record<string, unknown>): TemplateFilter[] => {
  const extra = asRecord(form['extra_form_data'])
  const [query] = asList<Record<string, unknown>>(form['queries'])
  const adhoc = [...asList<Adhoc>(form['adhoc_filters']), ...asList<Adhoc>(extra['adhoc_filters'])]
  return [
    ...adhoc.flatMap(({ expressionType, clause, subject, operator, comparator }) =>
      expressionType === 'SIMPLE' && clause === 'WHERE' && typeof subject === 'string'
        ? [{ col: subject, op: String(operator ?? '').toUpperCase(), val: comparator }]
        : [],
    ),
    ...fromClauses(query?.['filters']),
    ...fromClauses(form['filters']),
    ...fromClauses(form['extra_filters']),
    ...fromClauses(extra['filters']),
  ]
}
