import { LRUCache } from 'lru-cache'
import { callIn, forbiddenSource } from '#core/sql/check.ts'
import type { TableName } from '#core/sql/inspect.ts'
import type { DefinedFunction, View } from '#engines/engine.ts'
import type { Context } from '../../../context.ts'
import type { Source } from '../source.ts'

type Place = Pick<Source, 'connection' | 'dialect'> & { catalog: string | null }
type Reader = Pick<Context, 'host' | 'sql'>

/** The charts of a dashboard ask within seconds. */
const keptMs = 5_000

type Definitions = { views: View[]; functions: DefinedFunction[] }

const known = new LRUCache<string, Definitions>({ max: 200, ttl: keptMs, allowStale: true, noDeleteOnStaleGet: true })

/** The views and functions of a database. One that does not answer is taken to hold those that it held. */
const definitionsOf = async ({ host }: Pick<Context, 'host'>, { connection, catalog }: Place): Promise<Definitions> => {
  const key = JSON.stringify([connection.key, catalog])
  if (known.getRemainingTTL(key) > 0) return known.get(key) ?? { views: [], functions: [] }
  try {
    const [views, functions] = await Promise.all([
      host.run({ kind: 'views', connection, catalog }),
      host.run({ kind: 'functions', connection, catalog }),
    ])
    const found = { views: views ?? [], functions }
    known.set(key, found)
    return found
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

/** The tables and views that a definition names; null if that is not known, and if it calls what could read any of them. */
const namesIn = async ({ sql }: Reader, definition: string | null, { dialect }: Place): Promise<TableName[] | null> => {
  if (definition === null) return null
  const parsed = await sql.parse({ text: definition, dialect: dialect.parser })
  if ('fault' in parsed || parsed.statements.some((statement) => forbiddenSource(statement, dialect.deny) !== undefined)) return null
  return parsed.statements.flatMap(({ places }) => places)
}

type Definition = { view: View } | { function: DefinedFunction }
type Read = { of: Definition; text: string; names: TableName[] | null }

/** What reads a table with rules, or could: directly, or through others of these. */
export type ClosedDefinitions = { views: readonly View[]; /** Names in lower case. */ functions: ReadonlySet<string> }

/**
 * The views and functions of a database that read a table with rules, or could. A condition on the rows of a view could not be written,
 * because the columns that it names may not be among those of the view; in a function there is no place for one.
 */
export const definitionsThatRead = async (
  ctx: Reader,
  place: Place,
  isRuled: (table: TableName) => boolean,
): Promise<ClosedDefinitions> => {
  const { views, functions } = await definitionsOf(ctx, place)
  const read: Read[] = []
  for (const view of views) read.push({ of: { view }, text: view.definition ?? '', names: await namesIn(ctx, view.definition, place) })
  for (const one of functions)
    read.push({ of: { function: one }, text: one.definition ?? '', names: await namesIn(ctx, one.definition, place) })
  let rest = read
  const closed = { views: [] as View[], functions: new Set<string>() }
  for (;;) {
    const isClosed = ({ names, text }: Read) =>
      names === null ||
      names.some((name) => isRuled(name) || closed.views.some((view) => mayBe(view, name))) ||
      callIn(text, place.dialect.parser, closed.functions) !== null
    const found = rest.filter(isClosed)
    if (!found.length) return closed
    for (const { of } of found) {
      if ('view' in of) closed.views.push(of.view)
      else closed.functions.add(of.function.name.toLowerCase())
    }
    rest = rest.filter((one) => !found.includes(one))
  }
}
