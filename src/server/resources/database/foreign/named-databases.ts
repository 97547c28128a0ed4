import type { Principal } from '#core/access/principal.ts'
import type { StatementFacts, TableName } from '#core/sql/inspect.ts'
import type { Context } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'
import { canSee } from '../../../list/can-see.ts'
import { databaseSpec } from '../spec.ts'

/** Other connected databases that a statement names as catalogs, by their names in lower case. */
export type NamedDatabases = ReadonlyMap<string, Row<'databases'>>

type Reader = Pick<Context, 'db' | 'now' | 'config'>

const own = new Set(['memory', 'temp', 'system'])

const none: NamedDatabases = new Map()

/** Those that the principal sees; any other is to the engine a catalog that is not there. */
export const namedDatabases = async (ctx: Reader, principal: Principal, tables: readonly TableName[]): Promise<NamedDatabases> => {
  const names = [...new Set(tables.flatMap(({ catalog }) => (catalog === null ? [] : [catalog.toLowerCase()])))].filter(
    (name) => !own.has(name),
  )
  if (!names.length) return none
  const rows = await ctx.db
    .selectFrom('databases')
    .selectAll()
    .where('is_house', '=', 0)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  const found = new Map<string, Row<'databases'>>()
  for (const row of rows) {
    const name = row.database_name.toLowerCase()
    if (names.includes(name) && (await canSee(databaseSpec, { ctx, principal }, row.id))) found.set(name, row)
  }
  return found
}

export const databaseOf = (named: NamedDatabases, { catalog, schema }: TableName): Row<'databases'> | null =>
  (catalog !== null && schema !== null && named.get(catalog.toLowerCase())) || null

/** The facts of a statement without its tables in other databases. */
export const withoutForeign = (facts: StatementFacts, named: NamedDatabases): StatementFacts => ({
  ...facts,
  tables: facts.tables.filter((table) => !databaseOf(named, table)),
  places: facts.places.filter((place) => !databaseOf(named, place)),
})
