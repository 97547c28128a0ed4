import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { callIn } from '#core/sql/check.ts'
import { readsOfRuled, UnruledTable, withRowRules, type RowRules } from '#core/sql/row-rules.ts'
import { lexiconOf } from '#core/sql/lexicon.ts'
import { readSimple } from '#core/sql/simple.ts'
import { bare, type Fragment, type Place, type Render } from '#engines/compile/scope.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { SqlParser } from '../../../sql/client.ts'
import { checkFragments } from './check-fragments.ts'
import type { TableRules } from './rules.ts'

/** Expressions that may have sub-queries: those of the dataset itself. */
const subqueryPlaces: ReadonlySet<Place> = new Set(['calculated', 'saved-metric', 'predicate'])

/** The prefix that makes a text a statement. */
const prefixOf = (place: Place) => (place === 'dataset' ? '' : 'SELECT ')

const keyOf = ({ place, text }: Pick<Fragment, 'place' | 'text'>) => `${prefixOf(place)}${text}`

export const cannotLimitError = (table: string, cause?: unknown) =>
  new MessageError(403, t('The rows of table %(table)s cannot be limited to yours in this dataset.', { table }), { cause })

/** @throws MessageError 403 for a call of a function of the database that reads tables with rules, or could */
export const requireOpenCalls = (text: string, { parser }: Pick<Dialect, 'parser'>, closedFunctions: ReadonlySet<string>): void => {
  const name = callIn(text, parser, closedFunctions)
  if (name === null) return
  throw new MessageError(403, t('The function %(name)s of the database may read rows that are not yours. It cannot be called.', { name }))
}

/** A rule that cannot be applied denies the data; nothing of its text is revealed. */
export const cannotApplyError = (cause: unknown) =>
  new MessageError(403, t('A row-level rule of this dataset cannot be applied, so that its rows stay closed. Ask an administrator.'), {
    cause,
  })

export type RuleInput = {
  parser: SqlParser
  dialect: Dialect
  /** Row-level conditions and masked columns by table. */
  rules: TableRules
  /** Renders the templates of a condition. */
  render(clause: string): string
}

/** A statement with the viewer's conditions on the tables that it reads, and what reads each of these tables by itself. */
export type LimitedStatement = { sql: string; reads: string[] }

/** Adds the viewer's conditions to the tables that a statement reads. @throws MessageError 403 where that is not possible */
export const addRules = async (sql: string, { parser, dialect, rules, render }: RuleInput): Promise<LimitedStatement> => {
  const parsed = await parser.parse({ text: sql, dialect: dialect.parser })
  const places = 'fault' in parsed ? [] : parsed.statements.flatMap((statement) => statement.places)
  const of: TableRules = (table) => {
    const limits = rules(table)
    return limits === null || limits === 'closed' ? limits : { ...limits, conditions: limits.conditions.map(render) }
  }
  const limits = places.map(of).filter((rule) => rule !== null && rule !== 'closed')
  const conditions = limits.flatMap(({ conditions: texts }) => texts.map((text): Fragment => ({ place: 'predicate', text })))
  await checkFragments(parser, conditions, dialect).catch((error: unknown) => {
    throw cannotApplyError(error)
  })
  try {
    const limiting: RowRules = { of, quote: dialect.quote, dialect: dialect.parser }
    return { sql: withRowRules(sql, places, limiting), reads: readsOfRuled(sql, places, limiting) }
  } catch (error) {
    throw error instanceof UnruledTable ? cannotLimitError(error.table, error) : error
  }
}

/** Whether a text could read tables: a virtual dataset's SQL, or a non-trivial expression of a dataset. */
const canReadTables = ({ place, text }: Fragment, dialect: Dialect): boolean =>
  place === 'dataset' || (subqueryPlaces.has(place) && !readSimple(text, lexiconOf(dialect.parser)))

/** The SQL of virtual datasets, and sub-queries in a dataset's expressions, limited by the viewer's row-level conditions. */
export type RuledSql = {
  /** The limited texts. */
  texts: readonly string[]
  /** Wraps `render` to return the limited text in place of the original. */
  render(render: Render): Render
  /** @throws MessageError 403 when a fragment that could read tables was not limited */
  requireAllLimited(fragments: readonly Fragment[]): void
}

/** For viewers without row-level conditions. */
export const unlimited: RuledSql = { texts: [], render: (render) => render, requireAllLimited: () => {} }

/** @throws the error of an invalid condition; MessageError 403 for a table whose rows cannot be limited in its place */
export const limitRows = async (fragments: readonly Fragment[], input: RuleInput): Promise<RuledSql> => {
  const { dialect } = input
  const ruled = new Map<string, string>()
  for (const fragment of fragments) {
    const key = keyOf(fragment)
    if (!ruled.has(key) && canReadTables(fragment, dialect)) ruled.set(key, (await addRules(key, input)).sql)
  }
  const known = new Set([...ruled.keys(), ...ruled.values()])
  return {
    texts: [...ruled.values()],
    render: (render) => (text, place, range) => {
      const rendered = render(text, place, range)
      if (place !== 'dataset' && !subqueryPlaces.has(place)) return rendered
      return ruled.get(keyOf({ place, text: bare(rendered) }))?.slice(prefixOf(place).length) ?? rendered
    },
    requireAllLimited: (written) => {
      const missed = written.find((fragment) => canReadTables(fragment, dialect) && !known.has(keyOf(fragment)))
      if (missed) throw cannotLimitError(missed.text)
    },
  }
}
