import { operatorOf, operators } from '#core/query/filter-operators.ts'
import type { Operator, OperatorId } from '#core/query/filter-operators.ts'
import { dataKind, isInteger } from '../field/kind.ts'
import type { ColumnFacts } from '../field/kind.ts'

const nullOnly: OperatorId[] = ['IS_NOT_NULL', 'IS_NULL']

/** The operators that compare a metric, after the grouping. */
export const havingIds = [
  'EQUALS',
  'NOT_EQUALS',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
] as const satisfies OperatorId[]

type Offer = { column: ColumnFacts; isPartition?: boolean; clause?: string | null }

/**
 * Which operators make sense for a column. Booleans are true, false or blank; true and false also fit whole numbers and
 * calculated columns; the latest partition only the partition column.
 */
export const offeredOperators = ({ column, isPartition = false, clause }: Offer): Operator[] => {
  if (clause === 'HAVING') return havingIds.map(operatorOf)
  const kind = dataKind(column)
  const acceptsTruth = kind === 'boolean' || isInteger(column) || Boolean(column.expression)
  return operators.filter(({ id }) => {
    if (id === 'LATEST_PARTITION') return isPartition
    if (id === 'IS_TRUE' || id === 'IS_FALSE') return acceptsTruth
    if (kind === 'boolean') return nullOnly.includes(id)
    if (id === 'TEMPORAL_RANGE') return kind === 'time'
    return true
  })
}
