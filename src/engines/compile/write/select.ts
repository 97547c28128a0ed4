import type { Dialect } from '../../dialect.ts'

/**
 * SQL as lines. A line may hold line breaks of its own, inside a literal or user SQL: it is moved to the right as a whole, so that
 * nothing inside a literal changes.
 */
export type Lines = string[]

/** One SELECT as its clauses, each item already SQL. */
export type Select = {
  columns: { sql: string; name: string }[]
  /** A table's full name, or a sub-select with its alias. */
  from: Lines
  join?: Lines
  where?: string[]
  groupBy?: string[]
  having?: string[]
  orderBy?: string[]
  limit?: number | null
  offset?: number
}

const indent = (lines: Lines): Lines => lines.map((line) => `  ${line}`)

const after = (keyword: string, [first = '', ...rest]: Lines): Lines => [`${keyword} ${first}`, ...rest]

const listed = (keyword: string, items: string[]): Lines => {
  if (!items.length) return []
  if (items.length === 1) return [`${keyword} ${items[0]}`]
  return [keyword, ...indent(items.map((item, i) => (i < items.length - 1 ? `${item},` : item)))]
}

const conditions = (keyword: string, items: string[] = []): Lines => items.map((item, i) => (i ? `  AND ${item}` : `${keyword} ${item}`))

/** A sub-select in parentheses on separate lines, with a suffix. */
export const nested = (lines: Lines, tail: string): Lines => ['(', ...indent(lines), `) ${tail}`]

/** The text of a SELECT, one clause a line. */
export const selectLines = (dialect: Dialect, select: Select): Lines => {
  const columns = select.columns.map(({ sql, name }) => (sql === dialect.quote(name) ? sql : `${sql} AS ${dialect.quote(name)}`))
  const { limit = null, offset = 0 } = select
  const limits = limit === null && !offset ? '' : dialect.limit(limit, offset)
  const isUnordered = limits !== '' && dialect.capabilities.limitNeedsOrder && !select.orderBy?.length
  const orderBy = isUnordered ? ['(SELECT NULL)'] : (select.orderBy ?? [])
  return [
    ...listed('SELECT', columns),
    ...after('FROM', select.from),
    ...(select.join ?? []),
    ...conditions('WHERE', select.where),
    ...listed('GROUP BY', select.groupBy ?? []),
    ...conditions('HAVING', select.having),
    ...listed('ORDER BY', orderBy),
    ...(limits ? [limits] : []),
  ]
}

export const onLines = (keyword: string, items: string[]): Lines => indent(conditions(keyword, items))

export const followed = after
