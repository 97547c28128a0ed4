import type { CatalogQueries } from '../postgres/catalog.ts'
import { redshiftDialect } from './dialect.ts'

const text = (value: string) => redshiftDialect.literal({ type: 'string', value })
const schemaOf = (schema?: string | null) => (schema ? text(schema) : 'current_schema()')

/** Questions to the views that list outside and shared tables, too. */
export const redshiftCatalog: CatalogQueries = (ask) => ({
  catalogs: async () => [],
  defaultCatalog: async () => null,
  schemas: async () =>
    (
      await ask(`SELECT schema_name FROM svv_all_schemas WHERE database_name = current_database() AND schema_name !~ '^pg_' ORDER BY 1`)
    ).map(([name]) => name ?? ''),
  defaultSchema: async () => (await ask('SELECT current_schema()'))[0]?.[0] ?? 'public',
  tables: async (schema) =>
    (
      await ask(
        `SELECT table_name, table_type FROM svv_all_tables WHERE database_name = current_database() AND schema_name = ${schemaOf(schema)} ORDER BY 1`,
      )
    ).map(([name, kind]) => ({ name: name ?? '', kind: kind?.endsWith('VIEW') ? 'view' : 'table' })),
  columns: async ({ schema, table }) =>
    (
      await ask(
        `SELECT column_name, data_type, is_nullable, remarks FROM svv_all_columns WHERE database_name = current_database() AND schema_name = ${schemaOf(schema)} AND table_name = ${text(table)} ORDER BY ordinal_position`,
      )
    ).map(([name, type, nullable, comment]) => ({
      name: name ?? '',
      type: type ?? '',
      nullable: nullable !== 'NO',
      ...(comment && { comment }),
    })),
  partitions: async () => null,
})
