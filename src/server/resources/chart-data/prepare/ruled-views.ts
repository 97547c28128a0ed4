import { LRUCache } from 'lru-cache'
import { forbiddenSource } from '#core/sql/check.ts'
import type { TableName } from '#core/sql/inspect.ts'
import type { View } from '#engines/engine.ts'
import type { Context } from '../../../context.ts'
import type { Source } from '../source.ts'

type Place = Pick<Source, 'connection' | 'dialect'> & { catalog: string | null }

/** The charts of a dashboard ask within seconds. */
const keptMs = 5_000
const known = new LRUCache<string, View[]>({ max: 200, ttl: keptMs, allowStale: true, noDeleteOnStaleGet: true })

/** The views of a database. One that does not answer is taken to hold those that it held. */
const viewsOf = async ({ host }: Pick<Context, 'host'>, { connection, catalog }: Place): Promise<View[]> => {
  const key = JSON.stringify([connection.key, catalog])
  if (known.getRemainingTTL(key) > 0) return known.get(key) ?? []
  try {
    const views = (await host.run({ kind: 'views', connection, catalog })) ?? []
    known.set(key, views)
    return views
  } catch (error) {
    const held = known.get(key)
    if (held) return held
    throw error
  }
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Whether a name in a definition may be this view: names without a schema are looked up where only the database knows. */
const mayBe = (view: View, { schema, table }: TableName): boolean =>
  isSame(view.name, table) && (view.schema === null || schema === null || isSame(view.schema, schema))

/** The tables and views that a view names; null if that is not known, and if it calls what could read any of them. */
const namesIn = async ({ sql }: Pick<Context, 'sql'>, { definition }: View, { dialect }: Place): Promise<TableName[] | null> => {
  if (definition === null) return null
  const parsed = await sql.parse({ text: definition, dialect: dialect.parser })
  if ('fault' in parsed || parsed.statements.some((statement) => forbiddenSource(statement, dialect.deny) !== undefined)) return null
  return parsed.statements.flatMap(({ places }) => places)
}

/**
 * The views of a database that read a table with rules, or could: directly, or through other views. A condition on their rows could not be
 * written, because the columns that it names may not be among those of the view.
 */
export const viewsThatRead = async (
  ctx: Pick<Context, 'host' | 'sql'>,
  place: Place,
  isRuled: (table: TableName) => boolean,
): Promise<View[]> => {
  const read: { view: View; names: TableName[] | null }[] = []
  for (const view of await viewsOf(ctx, place)) read.push({ view, names: await namesIn(ctx, view, place) })
  let rest = read
  let ruled: View[] = []
  for (;;) {
    const isRuledView = ({ names }: (typeof read)[number]) =>
      names === null || names.some((name) => isRuled(name) || ruled.some((view) => mayBe(view, name)))
    const found = rest.filter(isRuledView)
    if (!found.length) return ruled
    ruled = [...ruled, ...found.map(({ view }) => view)]
    rest = rest.filter((one) => !found.includes(one))
  }
}
