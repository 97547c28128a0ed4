import type { AdhocMetric, QueryMetric } from '#core/query/query-object.ts'
import { findDatasetColumn, findDatasetMetric, type Dataset } from '#engines/compile/dataset.ts'
import type { Dialect } from '#engines/dialect.ts'

type Aggregate = 'COUNT' | 'SUM' | 'MIN' | 'MAX' | 'AVG'

const aggregates: readonly Aggregate[] = ['COUNT', 'SUM', 'MIN', 'MAX', 'AVG']

/** `column`: null for COUNT(*). */
type Call = { aggregate: Aggregate; column: string | null }

const call = (name: string | null | undefined, column: string | null): Call | null => {
  const aggregate = aggregates.find((one) => one === name?.toUpperCase())
  return aggregate && (column !== null || aggregate === 'COUNT') ? { aggregate, column } : null
}

/** One aggregate of one column: `COUNT(*)`, `SUM(distance)`, `AVG("delay")`. */
const callIn = (sql: string | null | undefined): Call | null => {
  const [, name, star, quoted, plain] = /^\s*(\w+)\s*\(\s*(?:(\*)|"([^"]+)"|([A-Za-z_]\w*))\s*\)\s*$/.exec(sql ?? '') ?? []
  return call(name, star ? null : (quoted ?? plain ?? null))
}

const callOf = (metric: QueryMetric, dataset: Dataset): Call | null => {
  if (typeof metric === 'string') return callIn(findDatasetMetric(dataset, metric)?.expression)
  if (metric.expressionType === 'SIMPLE') return call(metric.aggregate, metric.column?.column_name ?? null)
  return callIn(metric.expressionType === 'SQL' ? metric.sqlExpression : findDatasetMetric(dataset, metric.label ?? '')?.expression)
}

/** A metric as aggregates that a roll-up keeps, and what it is of those of several groups. */
export type Decomposed = { parts: AdhocMetric[]; combine(names: string[]): string }

const simple = (aggregate: Aggregate, column: string): AdhocMetric => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name: column },
})

const countRows: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)' }

const totalCount = ([count]: string[]): string => `CAST(COALESCE(SUM(${count}), 0) AS BIGINT)`

/** Null for a metric that cannot be computed from groups, such as a distinct count. */
export const decompose = (metric: QueryMetric, dataset: Dataset, dialect: Dialect): Decomposed | null => {
  const found = callOf(metric, dataset)
  if (!found) return null
  const { aggregate, column: name } = found
  if (name === null) return { parts: [countRows], combine: totalCount }
  const column = findDatasetColumn(dataset, name)
  if (!column || column.expression || column.type === null) return null
  if (aggregate === 'COUNT') return { parts: [simple('COUNT', name)], combine: totalCount }
  if (aggregate === 'MIN' || aggregate === 'MAX')
    return { parts: [simple(aggregate, name)], combine: ([extreme]) => `${aggregate}(${extreme})` }
  const type = dialect.columnType(column.type)
  if (type !== 'integer' && type !== 'decimal' && type !== 'float') return null
  const sum = simple('SUM', name)
  if (aggregate === 'SUM') return { parts: [sum], combine: ([part]) => `SUM(${part})` }
  return { parts: [sum, simple('COUNT', name)], combine: ([part, count]) => `CAST(SUM(${part}) AS DOUBLE) / SUM(${count})` }
}
