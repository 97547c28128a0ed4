import { kqlLimitOf, withKqlLimit } from './kql.ts'
import { topLevel, type Statement } from './script.ts'

/** The row limit of a statement and the range of tokens that states it. */
type Clause = { start: number; end: number; limit: number | null; form: 'limit' | 'top' | 'fetch' }

const number = (text: string | undefined): number | null => (text !== undefined && /^\d+$/.test(text) ? Number(text) : null)

/** Words that end what LIMIT says. */
const after = new Set(['offset', 'fetch', 'for', 'settings', 'format', 'union', 'intersect', 'except', 'into', 'lock', 'with'])

type Top = ReturnType<typeof topLevel>

const limitClause = (top: Top): Clause | null => {
  const at = top.findLastIndex(({ word }) => word === 'limit')
  const first = top[at + 1]
  if (at < 0 || !first) return null
  const stop = top.findIndex(({ word }, i) => i > at && after.has(word))
  const limitTokens = top.slice(at + 1, stop < 0 ? undefined : stop)
  // LIMIT 1 BY a: rows of each group.
  if (limitTokens.some(({ word }) => word === 'by')) return null
  const comma = limitTokens.findIndex(({ token }) => token.kind === 'comma')
  const counted = comma < 0 ? limitTokens : limitTokens.slice(comma + 1)
  const [only] = counted
  const last = counted.at(-1)
  if (!only || !last) return null
  return {
    start: only.token.start,
    end: last.token.end,
    limit: counted.length === 1 ? number(only.token.text) : null,
    form: 'limit',
  }
}

const topClause = (top: Top): Clause | null => {
  const at = top.findIndex(({ word }) => word === 'select')
  const place = top[at + 1]?.word === 'distinct' ? at + 2 : at + 1
  const count = top[place + 1]
  const limit = number(count?.token.text)
  if (at < 0 || top[place]?.word !== 'top' || !count || limit === null) return null
  return { start: count.token.start, end: count.token.end, limit, form: 'top' }
}

const fetchClause = (top: Top): Clause | null => {
  const at = top.findLastIndex(({ word }, i) => word === 'fetch' && /^(first|next)$/.test(top[i + 1]?.word ?? ''))
  const [fetch, , count, , only] = at < 0 ? [] : top.slice(at)
  const limit = number(count?.token.text)
  if (!fetch || !only || only.word !== 'only' || limit === null) return null
  return { start: fetch.token.start, end: only.token.end, limit, form: 'fetch' }
}

const clauseOf = (statement: Statement): Clause | null => {
  const top = topLevel(statement)
  return limitClause(top) ?? topClause(top) ?? fetchClause(top)
}

/** The row limit of a statement, or null. */
export const limitOf = (statement: Statement): number | null =>
  statement.isKql ? kqlLimitOf(statement) : (clauseOf(statement)?.limit ?? null)

/** Clauses that must follow a LIMIT. */
const last = (top: Top) => {
  const at = top.findIndex(
    ({ word }, i) =>
      word === 'settings' ||
      (word === 'format' && i === top.length - 2) ||
      (word === 'for' && /^(update|share|no|key)$/.test(top[i + 1]?.word ?? '')),
  )
  return at > 0 ? top[at - 1] : undefined
}

/** The statement with this limit in place of its own. */
export const withLimit = (statement: Statement, limit: number): string => {
  if (statement.isKql) return withKqlLimit(statement, limit)
  const { text, tokens } = statement
  const clause = clauseOf(statement)
  if (clause) return `${text.slice(0, clause.start)}${clause.form === 'fetch' ? 'LIMIT ' : ''}${limit}${text.slice(clause.end)}`
  const end = last(topLevel(statement))?.token.end ?? tokens.at(-1)?.end ?? text.length
  return `${text.slice(0, end)}\nLIMIT ${limit}${text.slice(end)}`
}
