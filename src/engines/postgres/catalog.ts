import type { Connection } from '../engine.ts'
import { groupOutline } from '../shared/outline.ts'
import { latestOf, readLiterals } from '../shared/partitions.ts'
import { postgresDialect } from './dialect.ts'

const text = (value: string) => postgresDialect.literal({ type: 'string', value })

/** The values of a partition by list, or the lower end of one by range. */
const boundValues = (bound: string): string[] => {
  const [, from, values] = /^FOR VALUES (?:FROM \((.*)\) TO |IN \((.*)\)$)/s.exec(bound) ?? []
  return readLiterals(from ?? values ?? '') ?? []
}

type Ask = (sql: string, catalog?: string | null) => Promise<(string | null)[][]>
export type CatalogQueries = (
  ask: Ask,
  database: string,
) => Pick<
  Connection,
  'catalogs' | 'defaultCatalog' | 'schemas' | 'defaultSchema' | 'tables' | 'columns' | 'outline' | 'views' | 'functions' | 'partitions'
>

/** Questions to the system catalogue; only what the user may read is answered. */
export const catalogQueries: CatalogQueries = (ask, database) => ({
  catalogs: async () =>
    (await ask(`SELECT datname FROM pg_database WHERE NOT datistemplate AND has_database_privilege(datname, 'CONNECT') ORDER BY 1`)).map(
      ([name]) => name ?? '',
    ),
  defaultCatalog: async () => database,
  schemas: async (catalog) =>
    (
      await ask(
        `SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND has_schema_privilege(oid, 'USAGE') ORDER BY nspname = 'information_schema', 1`,
        catalog,
      )
    ).map(([name]) => name ?? ''),
  defaultSchema: async () => (await ask('SELECT current_schema()'))[0]?.[0] ?? 'public',
  tables: async (schema, catalog) =>
    (
      await ask(
        `SELECT relname, relkind FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT relispartition AND nspname = ${schema ? text(schema) : 'current_schema()'} ORDER BY 1`,
        catalog,
      )
    ).map(([name, kind]) => ({ name: name ?? '', kind: kind === 'v' || kind === 'm' ? 'view' : 'table' })),
  columns: async ({ catalog, schema, table }) =>
    (
      await ask(
        `SELECT attname, format_type(atttypid, atttypmod), attnotnull::text, col_description(attrelid, attnum), EXISTS (SELECT FROM pg_index i WHERE i.indrelid = attrelid AND i.indisprimary AND attnum = ANY (i.indkey))::text FROM pg_attribute JOIN pg_class c ON c.oid = attrelid JOIN pg_namespace n ON n.oid = relnamespace WHERE attnum > 0 AND NOT attisdropped AND relname = ${text(table)} AND nspname = ${schema ? text(schema) : 'current_schema()'} ORDER BY attnum`,
        catalog,
      )
    ).map(([name, type, notNull, comment, isKey]) => ({
      name: name ?? '',
      type: type ?? '',
      nullable: notNull !== 'true',
      ...(comment && { comment }),
      ...(isKey === 'true' && { isKey: true as const }),
    })),
  outline: async (catalog) =>
    groupOutline(
      await ask(
        `SELECT nspname, relname, CASE WHEN relkind IN ('v', 'm') THEN 'view' ELSE 'table' END, attname, format_type(atttypid, atttypmod) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace LEFT JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped WHERE relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT relispartition AND nspname !~ '^pg_' AND nspname <> 'information_schema' AND has_schema_privilege(n.oid, 'USAGE') ORDER BY 1, 2, attnum`,
        catalog,
      ),
    ),
  views: async (catalog) => {
    const found = await ask(
      `SELECT nspname, relname, pg_get_viewdef(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind IN ('v', 'm') AND nspname !~ '^pg_' AND nspname <> 'information_schema'`,
      catalog,
    )
    return found.map(([schema = null, name, definition = null]) => ({ schema, name: name ?? '', definition }))
  },
  functions: async (catalog) => {
    // The text of one in standard SQL is kept as a tree.
    const found = await ask(
      `SELECT proname, CASE WHEN lanname = 'sql' THEN NULLIF(prosrc, '') END FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace JOIN pg_language l ON l.oid = prolang WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`,
      catalog,
    )
    return found.map(([name, definition = null]) => ({ name: name ?? '', definition }))
  },
  partitions: async ({ catalog, schema, table }) => {
    const rows = await ask(
      `SELECT p.partstrat, array_to_json(ARRAY(SELECT a.attname FROM unnest(p.partattrs::int2[]) WITH ORDINALITY AS k(num, place) LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.num ORDER BY place)), pg_get_expr(part.relpartbound, part.oid) FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_inherits i ON i.inhparent = c.oid LEFT JOIN pg_class part ON part.oid = i.inhrelid AND (part.relkind <> 'r' OR pg_relation_size(part.oid) > 0) WHERE c.relname = ${text(table)} AND n.nspname = ${schema ? text(schema) : 'current_schema()'}`,
      catalog,
    )
    const [strategy, names] = rows[0] ?? []
    const columns = (names ? (JSON.parse(names) as (string | null)[]) : []).filter((name) => name !== null)
    const [column] = columns
    if (column === undefined || (strategy !== 'r' && strategy !== 'l')) return null
    const isRange = strategy === 'r'
    if (columns.length > 1) return { columns, latest: null, isRange }
    return latestOf(
      column,
      rows.flatMap(([, , bound]) => boundValues(bound ?? '')),
      isRange,
    )
  },
})
