import { isCommand, isShowCommand } from './kql.ts'
import { nameOf, tokenize, type Token } from './lexer.ts'
import { lexiconOf, type Lexicon } from './lexicon.ts'

/** One statement of a script, as its author wrote it. */
export type Statement = {
  /** Without the semicolon behind it. */
  text: string
  /** Places count within `text`; without comments. */
  tokens: Token[]
  /** What it does, in lower case: `select`, `insert`, `show`, …; of `WITH …` and `EXPLAIN` what they are about is not said here. */
  verb: string
  isKql: boolean
}

const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.text.toLowerCase() : '')

const statementOf = (text: string, lexicon: Lexicon): Statement | null => {
  const tokens = tokenize(text, lexicon).filter(({ kind }) => kind !== 'comment')
  const first = tokens.find(({ kind }) => kind !== 'open')
  return first ? { text, tokens, verb: wordOf(first), isKql: lexicon.isKql } : null
}

/**
 * The statements of a script; empty ones and lone comments are none.
 * @throws UnclosedToken
 */
export const splitScript = (script: string, dialect: string): Statement[] => {
  const lexicon = lexiconOf(dialect)
  const ends = tokenize(script, lexicon).filter(({ kind }) => kind === 'semicolon')
  const pieces = [...ends, null].map((end, i) => script.slice(ends[i - 1]?.end ?? 0, end?.start))
  return pieces.flatMap((piece) => statementOf(piece.trim(), lexicon) ?? [])
}

/** Tokens outside of all parentheses, with their places in the list. */
export const topLevel = ({ tokens }: Pick<Statement, 'tokens'>): { token: Token; word: string; at: number }[] => {
  let depth = 0
  return tokens.flatMap((token, at) => {
    if (token.kind === 'open') depth++
    if (token.kind === 'close') depth--
    return depth === 0 && token.kind !== 'close' ? [{ token, word: wordOf(token), at }] : []
  })
}

const verbs = new Set(['select', 'insert', 'update', 'delete', 'merge', 'create', 'values', 'table', 'from', 'replace'])

/** The verb that counts: behind the list of a WITH, behind EXPLAIN and its options. */
export const mainVerb = (statement: Statement): string => {
  if (statement.verb !== 'with' && statement.verb !== 'explain') return statement.verb
  return topLevel(statement).find(({ word }) => verbs.has(word) || changing.has(word))?.word ?? statement.verb
}

const setOperations = new Set(['union', 'intersect', 'except'])

const selects = (statement: Statement): boolean => statement.verb !== 'explain' && ['select', 'from'].includes(mainVerb(statement))

/** `SELECT * EXCEPT (a)` leaves a column out. */
const joinsQueries = (statement: Statement): boolean =>
  topLevel(statement).some(({ word, at }) => setOperations.has(word) && statement.tokens[at - 1]?.text !== '*')

/** A single SELECT: several that are put together are none. Of KQL, whatever is no command. */
export const isSelect = (statement: Statement): boolean =>
  statement.isKql ? !isCommand(statement) : selects(statement) && !joinsQueries(statement)

export const hasWith = ({ verb }: Statement): boolean => verb === 'with'

/** Verbs that read, or that only touch the session. */
const reading = new Set(
  'select values table from show describe desc explain set reset use begin start commit rollback end abort pragma summarize pivot unpivot analyze fetch help list let declare comment prepare deallocate lock'.split(
    ' ',
  ),
)

const changing = new Set(
  'insert update delete merge truncate drop alter create replace rename grant revoke call exec execute do copy attach detach install load vacuum refresh reindex cluster optimize system import export kill cache uncache'.split(
    ' ',
  ),
)

/** A statement inside the list of a WITH that writes: `(DELETE FROM …`. */
const behind: Record<string, readonly string[]> = {
  insert: ['into', 'or', 'ignore', 'overwrite'],
  delete: ['from'],
  merge: ['into', 'using'],
  truncate: ['table'],
}

const writesInside = ({ tokens }: Statement): boolean =>
  tokens.some((token, i) => {
    if (token.kind !== 'open') return false
    const verb = wordOf(tokens[i + 1])
    if (verb === 'update') return nameOf(tokens[i + 2] ?? token) !== null && tokens.slice(i + 3).some((next) => wordOf(next) === 'set')
    return behind[verb]?.includes(wordOf(tokens[i + 2])) ?? false
  })

const selectsInto = (statement: Statement): boolean => selects(statement) && topLevel(statement).some(({ word }) => word === 'into')

const setsPragma = ({ verb, tokens }: Statement): boolean => verb === 'pragma' && tokens.some(({ text }) => text === '=')

/** Whether a statement changes data, objects, grants or the server. A statement that is not known to only read counts as changing. */
export const mutates = (statement: Statement): boolean => {
  const { verb } = statement
  if (statement.isKql) return isCommand(statement) && !isShowCommand(statement)
  if (verb === 'explain') {
    const runs = topLevel(statement).some(({ word }) => word === 'analyze')
    return runs && (changing.has(mainVerb(statement)) || writesInside(statement))
  }
  if (changing.has(mainVerb(statement)) || writesInside(statement) || selectsInto(statement) || setsPragma(statement)) return true
  return verb !== 'with' && !reading.has(verb)
}

/** `SET name = value`, of all statements of a script: name → value without quotes. KQL switches an option on with `set name`. */
export const settingsOf = (statements: Statement[]): Record<string, string | true> =>
  Object.fromEntries(
    statements.flatMap(({ verb, text, tokens, isKql }): [string, string | true][] => {
      if (isKql && verb === 'set' && tokens[1] && tokens.length === 2) return [[tokens[1].text, true]]
      const at = tokens.findIndex((token) => token.text === '=' || token.text === ':=' || wordOf(token) === 'to')
      const [, first] = tokens
      const value = tokens[at + 1]
      if (verb !== 'set' || at < 2 || !first || !value) return []
      const end = tokens.at(-1)?.end ?? text.length
      const last = tokens[at - 1]?.end ?? first.end
      return [[text.slice(first.start, last), text.slice(value.start, end).replace(/^'(.*)'$/s, '$1')]]
    }),
  )

/** The text without its comments, other white space as it is. */
export const withoutComments = (text: string, dialect: string): string => {
  const comments = tokenize(text, lexiconOf(dialect)).filter(({ kind }) => kind === 'comment')
  const kept = [...comments, null].map((comment, i) => text.slice(comments[i - 1]?.end ?? 0, comment?.start))
  return kept.join(' ').trim()
}
