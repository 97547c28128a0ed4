import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { UnruledTable, withRowRules } from '#core/sql/row-rules.ts'
import { lexiconOf } from '#core/sql/lexicon.ts'
import { readSimple } from '#core/sql/simple.ts'
import { bare, type Fragment, type Place, type Render } from '#engines/compile/scope.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { SqlParser } from '../../../sql/client.ts'
import { checkFragments } from './checked.ts'
import type { TableRules } from './rules.ts'

/** Expressions that may hold sub-queries: those of a dataset itself. */
const readers: ReadonlySet<Place> = new Set(['calculated', 'saved-metric', 'predicate'])

/** What is put before a text to make it a statement. */
const openingOf = (place: Place) => (place === 'dataset' ? '' : 'SELECT ')

const keyOf = ({ place, text }: Pick<Fragment, 'place' | 'text'>) => `${openingOf(place)}${text}`

const cannotBeLimited = (table: string, cause?: unknown) =>
  new MessageError(403, t('The rows of table %(table)s cannot be limited to yours in this dataset.', { table }), { cause })

type RuleInput = {
  parser: SqlParser
  dialect: Dialect
  /** The conditions of the tables that a text may read. */
  rules: TableRules
  /** Fills the templates of a condition. */
  render(clause: string): string
}

/** A statement with the viewer's conditions on the tables that it reads. */
const withRules = async (sql: string, { parser, dialect, rules, render }: RuleInput): Promise<string> => {
  const parsed = await parser.parse({ text: sql, dialect: dialect.parser })
  const places = 'fault' in parsed ? [] : parsed.statements.flatMap((statement) => statement.places)
  const of: TableRules = (table) => rules(table).map(render)
  await checkFragments(
    parser,
    places.flatMap(of).map((text) => ({ place: 'predicate', text })),
    dialect,
  )
  try {
    return withRowRules(sql, places, { of, quote: dialect.quote, dialect: dialect.parser })
  } catch (error) {
    throw error instanceof UnruledTable ? cannotBeLimited(error.table, error) : error
  }
}

/** Whether a text may read tables: a virtual dataset's SQL, and expressions of a dataset that are not plain. */
const mayReadTables = ({ place, text }: Fragment, dialect: Dialect): boolean =>
  place === 'dataset' || (readers.has(place) && !readSimple(text, lexiconOf(dialect.parser)))

/** SQL of virtual datasets, and sub-queries of a dataset's expressions, with the viewer's row-level conditions on the tables in it. */
export type RuledSql = {
  /** What stands in place of people's SQL for this viewer. */
  texts: readonly string[]
  /** Renders as `render` does, and puts the limited text in place of the one that it was made of. */
  render(render: Render): Render
  /** @throws MessageError 403 when there is SQL among the fragments that may read tables and was not limited */
  demandAll(fragments: readonly Fragment[]): void
}

/** Nobody's rows are limited. */
export const unlimited: RuledSql = { texts: [], render: (render) => render, demandAll: () => {} }

/** @throws what a condition is refused with, and MessageError 403 for a table whose rows cannot be limited where it stands */
export const ruledSql = async (fragments: readonly Fragment[], input: RuleInput): Promise<RuledSql> => {
  const { dialect } = input
  const ruled = new Map<string, string>()
  for (const fragment of fragments) {
    const key = keyOf(fragment)
    if (!ruled.has(key) && mayReadTables(fragment, dialect)) ruled.set(key, await withRules(key, input))
  }
  const known = new Set([...ruled.keys(), ...ruled.values()])
  return {
    texts: [...ruled.values()],
    render: (render) => (text, place, range) => {
      const rendered = render(text, place, range)
      if (place !== 'dataset' && !readers.has(place)) return rendered
      return ruled.get(keyOf({ place, text: bare(rendered) }))?.slice(openingOf(place).length) ?? rendered
    },
    demandAll: (written) => {
      const missed = written.find((fragment) => mayReadTables(fragment, dialect) && !known.has(keyOf(fragment)))
      if (missed) throw cannotBeLimited(missed.text)
    },
  }
}
