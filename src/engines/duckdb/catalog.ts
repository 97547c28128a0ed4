import type { ConnectOptions, Connection } from '../engine.ts'
import { standardOutline } from '../shared/outline.ts'
import { damageError } from './damage.ts'
import { duckdbDialect } from './dialect.ts'
import type { DuckdbSession } from './session.ts'

const text = (value: string | null | undefined, fallback: string): string =>
  value ? duckdbDialect.literal({ type: 'string', value }) : fallback

/** Schemas, tables and columns as `information_schema` lists them. */
export const catalogQueries = (
  session: DuckdbSession,
  { attachments }: Pick<ConnectOptions, 'attachments'>,
): Pick<
  Connection,
  | 'catalogs'
  | 'defaultCatalog'
  | 'schemas'
  | 'defaultSchema'
  | 'tables'
  | 'columns'
  | 'outline'
  | 'views'
  | 'functions'
  | 'functionNames'
  | 'describe'
> => ({
  catalogs: async () => [],
  defaultCatalog: async () => null,
  schemas: async () => {
    const found = await session.rows(
      `SELECT schema_name FROM information_schema.schemata WHERE catalog_name = current_database() AND schema_name NOT IN ('information_schema', 'pg_catalog') ORDER BY 1`,
    )
    return found.map(([name]) => name ?? '')
  },
  defaultSchema: async () => 'main',
  tables: async (schema) => {
    const found = await session.rows(
      `SELECT table_name, table_type FROM information_schema.tables WHERE table_catalog = current_database() AND table_schema = ${text(schema, "'main'")} ORDER BY 1`,
    )
    // Attached tables are shown through views.
    return found.map(([name, type]) => ({ name: name ?? '', kind: type === 'VIEW' && !attachments ? 'view' : 'table' }))
  },
  columns: async ({ schema, table }) => {
    const lost = session.instance.unreadable.filter((one) => one.schema === (schema ?? 'main') && one.table === table)
    if (lost.length > 0) throw damageError(lost)
    const found = await session.rows(
      `SELECT column_name, data_type, is_nullable, "COLUMN_COMMENT", EXISTS (SELECT 1 FROM duckdb_constraints() k WHERE k.constraint_type = 'PRIMARY KEY' AND k.database_name = table_catalog AND k.schema_name = table_schema AND k.table_name = c.table_name AND list_contains(k.constraint_column_names, column_name))::VARCHAR FROM information_schema.columns c WHERE table_catalog = current_database() AND table_schema = ${text(schema, "'main'")} AND table_name = ${text(table, 'NULL')} ORDER BY ordinal_position`,
    )
    return found.map(([name, type, nullable, comment, isKey]) => ({
      name: name ?? '',
      type: type ?? '',
      nullable: nullable === 'YES',
      ...(comment && { comment }),
      ...(isKey === 'true' && { isKey: true as const }),
    }))
  },
  outline: async () => {
    const tables = await standardOutline((sql) => session.rows(sql), {
      where: "c.table_catalog = current_database() AND c.table_schema NOT IN ('information_schema', 'pg_catalog')",
    })
    return attachments ? tables.map((table) => ({ ...table, kind: 'table' })) : tables
  },
  views: async () => {
    // Those that show attached tables are ours.
    if (attachments) return []
    const found = await session.rows('SELECT schema_name, view_name, sql FROM duckdb_views() WHERE NOT internal')
    return found.map(([schema = null, name, definition = null]) => ({ schema, name: name ?? '', definition }))
  },
  functions: async () => {
    if (attachments) return []
    const found = await session.rows(
      "SELECT function_name, function_type, macro_definition FROM duckdb_functions() WHERE NOT internal AND function_type IN ('macro', 'table_macro')",
    )
    return found.map(([name, type, definition = null]) => ({
      name: name ?? '',
      definition: definition && (type === 'macro' ? `SELECT ${definition}` : definition),
    }))
  },
  functionNames: async () => {
    const found = await session.rows(
      "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate', 'macro')",
    )
    return found.map(([name]) => name ?? '')
  },
  describe: async (sql, how) => (await session.columnsOf(sql, how)).map(({ name, native }) => ({ name, type: native, nullable: true })),
})
