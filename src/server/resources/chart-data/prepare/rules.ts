import type { Principal } from '#core/access/principal.ts'
import { strictestMasks } from '#core/access/column-rules.ts'
import type { TableName } from '#core/sql/inspect.ts'
import type { TableLimits, TableRule } from '#core/sql/row-rules.ts'
import { maskedColumns } from '#engines/compile/masks.ts'
import { findEngine } from '#engines/index.ts'
import { masksByDataset } from '../../../access/column-rules.ts'
import { rowConditions } from '../../../access/row-rules.ts'
import type { Context } from '../../../context.ts'
import type { Source } from '../source.ts'
import { definitionsThatRead } from './closed-definitions.ts'

type Reader = Pick<Context, 'db'>

/** The viewer's row-level conditions on a dataset, as SQL. */
export const rowRules = async (ctx: Reader, principal: Principal, { dataset }: Pick<Source, 'dataset'>): Promise<string[]> => {
  const { everywhere, byDataset } = await rowConditions(ctx, principal)
  return [...everywhere, ...(byDataset.get(dataset.id) ?? [])]
}

const isSame = (a: string | null, b: string | null): boolean => a?.toLowerCase() === b?.toLowerCase()

/** What the viewer may read of a table that SQL names. */
export type TableRules = (table: TableName) => TableRule

/** `closedFunctions`: those of the database, named in lower case, that read tables with rules, or could. */
export type DatabaseRules = { tables: TableRules; closedFunctions: ReadonlySet<string> }

type RulesContext = Pick<Context, 'db' | 'host' | 'sql'>
type Place = { databaseId: number; catalog: string | null; schema: string | null } & Pick<Source, 'connection' | 'dialect'>

/** The physical columns of datasets. */
const columnsOf = async ({ db }: Reader, ids: readonly number[]) => {
  if (!ids.length) return []
  return db
    .selectFrom('dataset_columns')
    .select(['dataset_id', 'column_name', 'type'])
    .where('dataset_id', 'in', ids)
    .where((eb) => eb.or([eb('expression', 'is', null), eb('expression', '=', '')]))
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/**
 * Row-level conditions and masked columns by table, for SQL that reads tables directly: a table that is, or could be, a dataset has
 * that dataset's, with templates of conditions rendered by `render`. A view or function that reads such a table is closed. Null if there
 * are none.
 */
export const databaseRules = async (
  ctx: RulesContext,
  principal: Principal,
  { databaseId, catalog: ownCatalog, schema: ownSchema, connection, dialect }: Place,
  render: (clause: string) => Promise<string> = async (clause) => clause,
): Promise<DatabaseRules | null> => {
  const [{ byDataset }, masks] = await Promise.all([rowConditions(ctx, principal), masksByDataset(ctx, principal)])
  const ruled = [...new Set([...byDataset.keys(), ...masks.keys()])]
  if (!ruled.length) return null
  const tables = await ctx.db
    .selectFrom('datasets')
    .select(['id', 'schema', 'table_name'])
    .where('database_id', '=', databaseId)
    .where('id', 'in', ruled)
    .execute()
  if (!tables.length) return null
  const clauses = new Map<number, string[]>()
  for (const { id } of tables) clauses.set(id, await Promise.all((byDataset.get(id) ?? []).map(render)))
  const columns = await columnsOf(
    ctx,
    tables.flatMap(({ id }) => (masks.has(id) ? [id] : [])),
  )
  const short = findEngine(connection.engine)?.shortCatalog?.(connection.parameters)
  /** The schema that a table is read from; null if only the database knows. */
  const schemaOf = ({ schema, catalog }: TableName): string | null =>
    short && catalog === null && isSame(schema, short.catalog) ? short.schema : (schema ?? ownSchema)
  /** The select list of a table that is all of these datasets. */
  const selectList = (ids: ReadonlySet<number>): string | null => {
    const own = new Map(columns.filter(({ dataset_id }) => ids.has(dataset_id)).map((column) => [column.column_name, column]))
    if (!own.size) return null
    const bound = strictestMasks([...ids].flatMap((id) => masks.get(id) ?? []))
    return maskedColumns(dialect, [...own.values()], bound)
      .map(({ sql, name }) => `${sql} AS ${dialect.quote(name)}`)
      .join(', ')
  }
  const knownAs = (name: TableName) => {
    const schema = schemaOf(name)
    return tables.filter((row) => isSame(row.table_name, name.table) && (!row.schema || !schema || isSame(row.schema, schema)))
  }
  const closed = await definitionsThatRead(ctx, { connection, dialect, catalog: ownCatalog }, (table) => knownAs(table).length > 0)
  const rulesOf: TableRules = (place) => {
    const schema = schemaOf(place)
    if (closed.views.some((view) => isSame(view.name, place.table) && (!view.schema || !schema || isSame(view.schema, schema))))
      return 'closed'
    const known = knownAs(place)
    const limits: TableLimits = {
      conditions: known.flatMap(({ id }) => clauses.get(id) ?? []),
      columns: selectList(new Set(known.map(({ id }) => id))),
    }
    return limits.conditions.length || limits.columns !== null ? limits : null
  }
  return { tables: rulesOf, closedFunctions: closed.functions }
}
