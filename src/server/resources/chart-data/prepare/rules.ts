import type { Principal } from '#core/access/principal.ts'
import type { TableName } from '#core/sql/inspect.ts'
import { findEngine } from '#engines/index.ts'
import type { Context } from '../../../context.ts'
import type { Source } from '../source.ts'

type Reader = Pick<Context, 'db'>

/**
 * The viewer's row-level conditions on a dataset, as SQL. Only guests have some, in their token.
 */
export const rowRules = async (_ctx: Reader, principal: Principal, { dataset }: Pick<Source, 'dataset'>): Promise<string[]> => {
  if (principal.kind !== 'guest') return []
  return principal.rules.filter((rule) => rule.dataset === undefined || rule.dataset === dataset.id).map((rule) => rule.clause)
}

const isSame = (a: string | null, b: string | null): boolean => a?.toLowerCase() === b?.toLowerCase()

export type TableRules = (table: TableName) => string[]

/**
 * Row-level conditions by table, for SQL that reads tables directly: a table that is, or could be, a dataset has that dataset's
 * conditions. Null if there are none.
 */
export const tableRules = async (
  { db }: Reader,
  principal: Principal,
  { databaseId, schema: ownSchema, connection }: { databaseId: number; schema: string | null } & Pick<Source, 'connection'>,
): Promise<TableRules | null> => {
  if (principal.kind !== 'guest') return null
  const ids = principal.rules.flatMap((rule) => (rule.dataset === undefined ? [] : [rule.dataset]))
  if (!ids.length) return null
  const tables = await db
    .selectFrom('datasets')
    .select(['id', 'schema', 'table_name'])
    .where('database_id', '=', databaseId)
    .where('id', 'in', ids)
    .execute()
  const short = findEngine(connection.engine)?.shortCatalog?.(connection.parameters)
  /** The schema that a table is read from; null if only the database knows. */
  const schemaOf = ({ schema, catalog }: TableName): string | null =>
    short && catalog === null && isSame(schema, short.catalog) ? short.schema : (schema ?? ownSchema)
  return (place) => {
    const schema = schemaOf(place)
    const known = tables.filter((row) => isSame(row.table_name, place.table) && (!row.schema || !schema || isSame(row.schema, schema)))
    return principal.rules.filter((rule) => known.some(({ id }) => id === rule.dataset)).map((rule) => rule.clause)
  }
}
