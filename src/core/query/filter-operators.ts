import type { Translate } from '../i18n/t.ts'

/** An operator as the user chooses it: its wire id, its wire operator, what it is called, and how many values it takes. */
export type Operator = {
  id: string
  operator: string
  words: string
  takes: 'none' | 'one' | 'many' | 'range'
}

/** In the order in which they are offered. */
export const operators = [
  { id: 'EQUALS', operator: '==', words: 'is', takes: 'one' },
  { id: 'NOT_EQUALS', operator: '!=', words: 'is not', takes: 'one' },
  { id: 'LESS_THAN', operator: '<', words: 'is below', takes: 'one' },
  { id: 'LESS_THAN_OR_EQUAL', operator: '<=', words: 'is at most', takes: 'one' },
  { id: 'GREATER_THAN', operator: '>', words: 'is above', takes: 'one' },
  { id: 'GREATER_THAN_OR_EQUAL', operator: '>=', words: 'is at least', takes: 'one' },
  { id: 'IN', operator: 'IN', words: 'is one of', takes: 'many' },
  { id: 'NOT_IN', operator: 'NOT IN', words: 'is none of', takes: 'many' },
  { id: 'LIKE', operator: 'LIKE', words: 'is like', takes: 'one' },
  { id: 'ILIKE', operator: 'ILIKE', words: 'is like, any case', takes: 'one' },
  { id: 'IS_NOT_NULL', operator: 'IS NOT NULL', words: 'is not blank', takes: 'none' },
  { id: 'IS_NULL', operator: 'IS NULL', words: 'is blank', takes: 'none' },
  { id: 'LATEST_PARTITION', operator: 'LATEST PARTITION', words: 'is the latest partition', takes: 'none' },
  { id: 'IS_TRUE', operator: '==', words: 'is true', takes: 'none' },
  { id: 'IS_FALSE', operator: '==', words: 'is false', takes: 'none' },
  { id: 'TEMPORAL_RANGE', operator: 'TEMPORAL_RANGE', words: 'is in the range', takes: 'range' },
] as const satisfies Operator[]
export type OperatorId = (typeof operators)[number]['id']

const byId = new Map<string, Operator>(operators.map((operator) => [operator.id, operator]))

export const operatorOf = (id: OperatorId): Operator => byId.get(id) as Operator

/**
 * The id of a filter's operator. Old filters may lack it; then it follows from the operator and its value,
 * also in the server's own words (`IS TRUE`).
 */
export const operatorId = (filter: { operator?: string | null; operatorId?: string | null; comparator?: unknown }): OperatorId | null => {
  if (filter.operatorId && byId.has(filter.operatorId)) return filter.operatorId as OperatorId
  const operator = filter.operator?.toUpperCase() ?? ''
  if (operator === 'IS TRUE') return 'IS_TRUE'
  if (operator === 'IS FALSE') return 'IS_FALSE'
  if (operator === '==' && typeof filter.comparator === 'boolean') return filter.comparator ? 'IS_TRUE' : 'IS_FALSE'
  return operators.find((candidate) => candidate.operator === operator)?.id ?? null
}

export const operatorWords = (id: OperatorId, t: Translate): string => t(operatorOf(id).words)

export const isTimeFilter = (filter: Parameters<typeof operatorId>[0]): boolean => operatorId(filter) === 'TEMPORAL_RANGE'
