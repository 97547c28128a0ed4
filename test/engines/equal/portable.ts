/** SQL that people wrote into a case, and whether every engine reads it alike. */
import type { Case, Json } from '../../api/chart-data/corpus.ts'

const sqlKeys: ReadonlySet<string> = new Set(['sqlExpression', 'where', 'having', 'sql', 'expression', 'fetch_values_predicate'])

const textsIn = (value: Json | undefined, key = ''): string[] => {
  if (typeof value === 'string') return sqlKeys.has(key) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, key))
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, item]) => textsIn(item, name)) : []
}

/** Names, numbers, plain strings, comparisons and sums. */
const token = /\s+|[A-Za-z_]\w*|\d+(?:\.\d+)?|'[^'\\]*'|<>|<=|>=|[=<>+\-*(),.]/y

/** Words of the standard, and functions that every engine has under one name with one meaning. */
const words: ReadonlySet<string> = new Set(
  `and as asc between by case desc distinct else end from group having in is not null on or order select then when where
  abs avg coalesce count lower max min nullif sum upper`.split(/\s+/),
)

/** A call of anything else, quoted names, division, concatenation, casts, templates, dates as text: engines differ. */
const isPlain = (sql: string): boolean => {
  let rest = sql
  while (rest) {
    token.lastIndex = 0
    const [found] = token.exec(rest) ?? []
    if (!found) return false
    rest = rest.slice(found.length)
    if (/^[a-z_]/i.test(found) && /^\s*\(/.test(rest) && !words.has(found.toLowerCase())) return false
    if (/^'\d{4}-\d\d/.test(found)) return false
  }
  return true
}

/** A name alone is a reference to a column, whatever is in it. */
const isName = (each: Case, sql: string) => /^[\w $()]+$/.test(sql) && each.dataset !== null && !sql.includes("'")

export const isPortable = (each: Case): boolean => {
  const texts = [...textsIn(each.request), ...textsIn((each.setup ?? []) as unknown as Json)]
  return texts.every((sql) => isPlain(sql) || isName(each, sql))
}
