import type { AdhocFilter } from '../adhoc-filter.ts'
import type { FilterClause } from '../query-object.ts'
import { asList } from '../read.ts'

/** One of the values that a mark of a chart stands for; `grain` where it is the start of a time unit. */
export type MarkFilter = { col: string; op: string; val: unknown; formattedVal?: string; grain?: string }

const isBlank = (val: unknown) => val === null || val === undefined || (Array.isArray(val) && val.length === 1 && val[0] === null)

/** The condition that selects the rows behind a mark. */
export const markClause = ({ col, op, val, grain }: MarkFilter): FilterClause =>
  isBlank(val) ? { col, op: 'IS NULL' } : { col, op, val, ...(grain && { grain }) }

/** How people read a mark's value. */
export const markText = ({ val, formattedVal }: MarkFilter): string =>
  formattedVal ??
  asList(val)
    .map((one) => String(one ?? '<NULL>'))
    .join(', ')

/** A filter clause as the filter of a form. */
export const adhocFilterOf = ({ col, op, val, grain }: FilterClause): AdhocFilter => ({
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject: col,
  operator: op,
  ...(val !== undefined && { comparator: val }),
  ...(grain && { grain }),
})
