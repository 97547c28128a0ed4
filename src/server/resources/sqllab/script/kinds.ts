import { mainVerb, mutates, topLevel, type Statement } from '#core/sql/script.ts'

/**
 * What may become of a statement: a query is checked and read; an explanation is, too, by the query inside; descriptions need access to
 * the whole database; a write also needs a database that allows it. Anything else is refused.
 */
export type StatementKind = 'query' | 'explain' | 'describe' | 'write' | 'other'

const queries = new Set(['select', 'with', 'values', 'table', 'from'])
const descriptions = new Set(['show', 'describe', 'desc', 'summarize'])

/** Writes to rows and objects; not those that reach the server, its files, settings and accounts. */
const writes = new Set(['insert', 'update', 'delete', 'merge', 'replace', 'truncate', 'create', 'alter', 'drop', 'rename', 'select'])

/** Objects that may be created, altered, dropped and commented on. */
const objects = new Set(['table', 'view', 'schema', 'index', 'column'])
const wordsBeforeObject = new Set([
  'or',
  'replace',
  'temp',
  'temporary',
  'materialized',
  'unique',
  'unlogged',
  'transient',
  'recursive',
  'concurrently',
  'on',
])

const changesObject = (statement: Statement): boolean => {
  const kind = topLevel(statement).find(({ word }, i) => i > 0 && !wordsBeforeObject.has(word))
  return kind !== undefined && objects.has(kind.word)
}

const isPlainWrite = (statement: Statement): boolean => {
  const verb = mainVerb(statement)
  return writes.has(verb) && (!['create', 'alter', 'drop', 'rename'].includes(verb) || changesObject(statement))
}

export const kindOf = (statement: Statement): StatementKind => {
  if (statement.verb === 'explain') return mutates(statement) ? 'write' : 'explain'
  // Superset counts COMMENT among the statements that change nothing.
  if (statement.verb === 'comment') return changesObject(statement) ? 'write' : 'other'
  if (mutates(statement)) return isPlainWrite(statement) ? 'write' : 'other'
  if (queries.has(statement.verb)) return 'query'
  return descriptions.has(statement.verb) ? 'describe' : 'other'
}

/** The verbs of SQL that are refused as such; of anything else the parser says what is wrong with it. */
const refused = new Set(
  `set reset use begin start commit rollback end abort pragma analyze fetch let declare prepare deallocate lock create alter drop rename
  comment grant revoke call exec execute do copy attach detach install load vacuum refresh reindex cluster optimize system import export kill
  cache uncache`.split(/\s+/),
)
export const isKnownVerb = (verb: string): boolean => refused.has(verb)

const changes = new Set([...writes, ...refused].filter((verb) => verb !== 'select' && verb !== 'analyze'))

/** The query that an EXPLAIN is about; null for one about anything else. */
export const explainedQuery = (statement: Statement): string | null => {
  const verb = topLevel(statement).find(({ word }, i) => i > 0 && (queries.has(word) || changes.has(word)))
  return verb && queries.has(verb.word) ? statement.text.slice(verb.token.start) : null
}
