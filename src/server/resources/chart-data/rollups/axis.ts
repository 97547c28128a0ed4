import { edgeIndex, timeSteps, type BrushStep, type TimeStep } from '#core/filters/values/brush-step.ts'
import type { FilterClause } from '#core/query/query-object.ts'
import { instantOf, type Moment } from '#core/time/moment.ts'
import { findDatasetColumn, type Dataset } from '#engines/compile/dataset.ts'
import type { Plan } from '#engines/compile/plan.ts'
import type { Dialect } from '#engines/dialect.ts'

/** The column whose conditions change from query to query, and what their values are multiples of; `values`: a search in the values. */
export type RollUpAxis = { column: string; step: BrushStep | 'values' }

export const isTimeStep = (step: RollUpAxis['step']): step is TimeStep => typeof step === 'string' && step !== 'values'

const comparisons: readonly string[] = ['>=', '>', '<', '<=']

/** Whether a condition is one that the axis leaves open. */
export const isOpen = ({ col, op }: FilterClause, { column, step }: RollUpAxis): boolean => {
  if (col !== column) return false
  if (step === 'values') return op.toUpperCase() === 'ILIKE'
  return isTimeStep(step) ? op.toUpperCase() === 'TEMPORAL_RANGE' : comparisons.includes(op)
}

/** Numbers that a double represents exactly, and compares as the engine does. */
const isExactNumber = (type: string): boolean => {
  const [, precision] = /^(?:DECIMAL|NUMERIC)\((\d+)/i.exec(type) ?? []
  return precision === undefined ? /^(U?(TINY|SMALL|BIG)?INT(EGER)?|DOUBLE)\b/i.test(type) : Number(precision) <= 15
}

/** Whether a roll-up can cut a column at the steps of the axis. Instants depend on a zone, REAL is compared at another precision. */
export const canCut = ({ column: name, step }: RollUpAxis, dataset: Dataset, dialect: Dialect): boolean => {
  const column = findDatasetColumn(dataset, name)
  if (!column || column.expression || column.type === null || column.python_date_format) return false
  if (step === 'values') return true
  const type = dialect.columnType(column.type)
  return isTimeStep(step) ? type === 'date' || type === 'timestamp' : isExactNumber(column.type)
}

const edgeSql = (k: string, step: number): string => (step >= 1 ? `(${k} * ${step})` : `(${k} / ${Math.round(1 / step)})`)

/** How most searches in the values of the axis find a text: in the values in lower case, which are kept beside them. Texts only. */
export const searchOf = ({ column, step }: RollUpAxis, dataset: Dataset, dialect: Dialect): Dialect['search'] =>
  step === 'values' && dialect.columnType(findDatasetColumn(dataset, column)?.type ?? '') === 'string' ? dialect.search : undefined

/**
 * The place of a value on the axis: a unit of time, or 2k for the k-th multiple of a step and 2k + 1 for what lies between it and the next.
 * The quotient is rounded and may be off by one, therefore the edges themselves decide.
 */
export const placeSql = ({ column, step }: RollUpAxis, { quote, grains }: Dialect): string => {
  const name = quote(column)
  if (isTimeStep(step)) return `CAST(${grains[step]?.(name, 'timestamp')} AS TIMESTAMP)`
  const value = `CAST(${name} AS DOUBLE)`
  const k = `FLOOR(${value} ${typeof step === 'number' && step < 1 ? `* ${Math.round(1 / step)}` : `/ ${step}`})`
  const edge = (of: string) => edgeSql(of, Number(step))
  const next = `(${k} + 1)`
  return [
    `CASE WHEN ${value} < ${edge(k)} THEN 2 * ${k} - 1`,
    `WHEN ${value} = ${edge(k)} THEN 2 * ${k}`,
    `WHEN ${value} < ${edge(next)} THEN 2 * ${k} + 1`,
    `WHEN ${value} = ${edge(next)} THEN 2 * ${k} + 2 ELSE 2 * ${k} + 3 END`,
  ].join(' ')
}

const isWhole = (moment: Moment | null, unit: number): boolean =>
  moment === null || (moment.offset === undefined && instantOf(moment) % unit === 0)

type Places = { plan: Plan; place: string; value: string; dialect: Dialect; dataset: Dataset }

/** A search for values that contain a text, without wildcards of its own. */
const searchedPart = ({ val }: FilterClause): string | null => /^%([^%_\\]+)%$/.exec(String(val))?.[1] ?? null

const onValues = (filter: FilterClause, axis: RollUpAxis, { place, value, dialect, dataset }: Places): FilterClause => {
  const part = searchedPart(filter)
  const search = searchOf(axis, dataset, dialect)
  if (!search || part === null) return { ...filter, col: value }
  const sqlExpression = search.contains(dialect.quote(place), search.lower(dialect.literal({ type: 'string', value: part })))
  return { col: { label: place, sqlExpression, expressionType: 'SQL' }, op: 'IS TRUE' }
}

/** An open condition on the places of a roll-up; null where its value is not one of the steps. */
export const onPlaces = (filter: FilterClause, axis: RollUpAxis, places: Places): FilterClause | null => {
  const { step } = axis
  const { plan, place } = places
  if (step === 'values') return onValues(filter, axis, places)
  if (isTimeStep(step)) {
    const { since, until } = plan.rangeOf(filter)
    return isWhole(since, timeSteps[step]) && isWhole(until, timeSteps[step]) ? { ...filter, col: place } : null
  }
  const k = typeof filter.val === 'number' ? edgeIndex(filter.val, step) : null
  return k === null ? null : { col: place, op: filter.op, val: 2 * k }
}
