import type { Dialect } from '../dialect.ts'

/** One SELECT as its clauses, each item already SQL. */
export type Select = {
  columns: { sql: string; name: string }[]
  distinct?: boolean
  /** `"public"."stocks"`, or a sub-select with its alias. */
  from: string
  join?: string
  where?: string[]
  groupBy?: string[]
  having?: string[]
  orderBy?: string[]
  limit?: number | null
  offset?: number
}

const indent = (text: string): string => text.replaceAll('\n', '\n  ')

const listed = (keyword: string, items: string[]): string[] => (items.length ? [`${keyword}\n  ${items.map(indent).join(',\n  ')}`] : [])

const joined = (keyword: string, conditions: string[] | undefined): string[] =>
  conditions?.length ? [`${keyword} ${conditions.map(indent).join('\n  AND ')}`] : []

/** A sub-select in parentheses, on lines of its own. */
export const nested = (sql: string): string => `(\n  ${indent(sql)}\n)`

/** The text of a SELECT, one clause a line. */
export const selectSql = (dialect: Dialect, select: Select): string => {
  const columns = select.columns.map(({ sql, name }) => (sql === dialect.quote(name) ? sql : `${sql} AS ${dialect.quote(name)}`))
  const { limit = null, offset = 0 } = select
  const orderBy = select.orderBy?.length || !offset || !dialect.capabilities.offsetNeedsOrder ? (select.orderBy ?? []) : ['1']
  const limits = limit === null && !offset ? '' : dialect.limit(limit, offset)
  return [
    ...listed(select.distinct ? 'SELECT DISTINCT' : 'SELECT', columns),
    `FROM ${select.from}`,
    ...(select.join ? [select.join] : []),
    ...joined('WHERE', select.where),
    ...listed('GROUP BY', select.groupBy ?? []),
    ...joined('HAVING', select.having),
    ...listed('ORDER BY', orderBy),
    ...(limits ? [limits] : []),
  ].join('\n')
}
