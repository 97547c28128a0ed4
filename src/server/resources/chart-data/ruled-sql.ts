import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { UnruledTable, withRowRules } from '#core/sql/row-rules.ts'
import type { Fragment, Render } from '#engines/compile/scope.ts'
import { bare } from '#engines/compile/scope.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { SqlParser } from '../../sql/client.ts'
import { checkFragments } from './checked.ts'
import type { TableRules } from './rules.ts'

/** SQL of virtual datasets with the viewer's row-level conditions on the tables in it. */
export const createRuledSql = (parser: SqlParser, dialect: Dialect, rules: TableRules | null) => {
  const ruled = new Map<string, string>()

  const rule = async (sql: string): Promise<string> => {
    const parsed = await parser.ask({ text: sql, dialect: dialect.parser })
    const places = 'fault' in parsed ? [] : parsed.statements.flatMap((statement) => statement.places)
    const conditions = places.flatMap((place) => rules?.(place) ?? [])
    await checkFragments(
      parser,
      conditions.map((text) => ({ place: 'predicate', text })),
      dialect,
    )
    try {
      return withRowRules(sql, places, { of: rules ?? (() => []), quote: dialect.quote, dialect: dialect.parser })
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
      (text, place) => {
        const rendered = render(text, place)
        return place === 'dataset' ? (ruled.get(bare(rendered)) ?? rendered) : rendered
      },
    /** Whether there is SQL among the fragments that was not ruled yet: it is now, and the query is to be compiled again. */
    learn: async (fragments: Fragment[]): Promise<boolean> => {
      if (!rules) return false
      const known = new Set([...ruled.keys(), ...ruled.values()])
      const fresh = fragments.filter(({ place, text }) => place === 'dataset' && !known.has(text))
      for (const { text } of fresh) ruled.set(text, await rule(text))
      return fresh.length > 0
    },
  }
}
