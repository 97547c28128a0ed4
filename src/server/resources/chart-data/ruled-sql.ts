import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { UnruledTable, withRowRules } from '#core/sql/row-rules.ts'
import { lexiconOf } from '#core/sql/lexicon.ts'
import { readSimple } from '#core/sql/simple.ts'
import type { Fragment, Place, Render } from '#engines/compile/scope.ts'
import { bare } from '#engines/compile/scope.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { SqlParser } from '../../sql/client.ts'
import { checkFragments } from './checked.ts'
import type { TableRules } from './rules.ts'

/** Expressions that may hold sub-queries: those of a dataset itself. */
const readers: ReadonlySet<Place> = new Set(['calculated', 'saved-metric', 'predicate'])

/** What is put before a text to make it a statement. */
const openingOf = (place: Place) => (place === 'dataset' ? '' : 'SELECT ')

/** SQL of virtual datasets, and sub-queries of a dataset's expressions, with the viewer's row-level conditions on the tables in it. */
export const createRuledSql = (parser: SqlParser, dialect: Dialect, rules: TableRules | null) => {
  const ruled = new Map<string, string>()
  const keyOf = (place: Place, text: string) => `${openingOf(place)}${text}`

  const rule = async (sql: string, render: (clause: string) => string): Promise<string> => {
    const parsed = await parser.ask({ text: sql, dialect: dialect.parser })
    const places = 'fault' in parsed ? [] : parsed.statements.flatMap((statement) => statement.places)
    const of: TableRules = (table) => (rules?.(table) ?? []).map(render)
    const conditions = places.flatMap(of)
    await checkFragments(
      parser,
      conditions.map((text) => ({ place: 'predicate', text })),
      dialect,
    )
    try {
      return withRowRules(sql, places, { of, quote: dialect.quote, dialect: dialect.parser })
    } catch (error) {
      if (!(error instanceof UnruledTable)) throw error
      throw new MessageError(403, t('The rows of table %(table)s cannot be limited to yours in this dataset.', { table: error.table }), {
        cause: error,
      })
    }
  }

  return {
    /** What stands in place of datasets' SQL for this viewer. */
    texts: () => [...ruled.values()],
    /** Renders as `render` does, and puts the ruled form in place of what `learn` has seen. */
    render:
      (render: Render): Render =>
      (text, place, range) => {
        const rendered = render(text, place, range)
        if (place !== 'dataset' && !readers.has(place)) return rendered
        return ruled.get(keyOf(place, bare(rendered)))?.slice(openingOf(place).length) ?? rendered
      },
    /**
     * Whether there is SQL among the fragments that was not ruled yet: it is now, and the query is to be compiled again. `render` fills
     * the templates of conditions.
     */
    learn: async (fragments: Fragment[], render: (clause: string) => string): Promise<boolean> => {
      if (!rules) return false
      const known = new Set([...ruled.keys(), ...ruled.values()])
      const lexicon = lexiconOf(dialect.parser)
      const fresh = fragments.filter(
        ({ place, text }) => !known.has(keyOf(place, text)) && (place === 'dataset' || (readers.has(place) && !readSimple(text, lexicon))),
      )
      for (const { place, text } of fresh) ruled.set(keyOf(place, text), await rule(keyOf(place, text), render))
      return fresh.length > 0
    },
  }
}
