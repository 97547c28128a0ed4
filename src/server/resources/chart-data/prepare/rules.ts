import type { Principal } from '#core/access/principal.ts'
import type { TableName } from '#core/sql/inspect.ts'
import { findEngine } from '#engines/index.ts'
import { rowConditions } from '../../../access/row-rules.ts'
import type { Context } from '../../../context.ts'
import type { Source } from '../source.ts'

type Reader = Pick<Context, 'db'>

/** The viewer's row-level conditions on a dataset, as SQL. */
export const rowRules = async (ctx: Reader, principal: Principal, { dataset }: Pick<Source, 'dataset'>): Promise<string[]> => {
  const { everywhere, byDataset } = await rowConditions(ctx, principal)
  return [...everywhere, ...(byDataset.get(dataset.id) ?? [])]
}

const isSame = (a: string | null, b: string | null): boolean => a?.toLowerCase() === b?.toLowerCase()

export type TableRules = (table: TableName) => string[]

type Place = { databaseId: number; schema: string | null } & Pick<Source, 'connection'>

/**
 * Row-level conditions by table, for SQL that reads tables directly: a table that is, or could be, a dataset has that dataset's
 * conditions, with their templates rendered by `render`. Null if there are none.
 */
export const tableRules = async (
  ctx: Reader,
  principal: Principal,
  { databaseId, schema: ownSchema, connection }: Place,
  render: (clause: string) => Promise<string> = async (clause) => clause,
): Promise<TableRules | null> => {
  const { byDataset } = await rowConditions(ctx, principal)
  if (!byDataset.size) return null
  const tables = await ctx.db
    .selectFrom('datasets')
    .select(['id', 'schema', 'table_name'])
    .where('database_id', '=', databaseId)
    .where('id', 'in', [...byDataset.keys()])
    .execute()
  if (!tables.length) return null
  const clauses = new Map<number, string[]>()
  for (const { id } of tables) clauses.set(id, await Promise.all((byDataset.get(id) ?? []).map(render)))
  const short = findEngine(connection.engine)?.shortCatalog?.(connection.parameters)
  /** The schema that a table is read from; null if only the database knows. */
  const schemaOf = ({ schema, catalog }: TableName): string | null =>
    short && catalog === null && isSame(schema, short.catalog) ? short.schema : (schema ?? ownSchema)
  return (place) => {
    const schema = schemaOf(place)
    const known = tables.filter((row) => isSame(row.table_name, place.table) && (!row.schema || !schema || isSame(row.schema, schema)))
    return known.flatMap(({ id }) => clauses.get(id) ?? [])
  }
}
