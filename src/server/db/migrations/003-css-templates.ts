import type { Kysely } from 'kysely'
import { isPostgres } from '../dialect.ts'

/** Stylesheets that dashboards can start from. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema.createTable('css_templates')
  const keyed = isPostgres(db)
    ? table.addColumn('id', 'integer', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
  await keyed
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('template_name', 'text')
    .addColumn('css', 'text', (column) => column.notNull())
    .addColumn('created_on', 'text', (column) => column.notNull())
    .addColumn('changed_on', 'text', (column) => column.notNull())
    .addColumn('created_by_fk', 'integer')
    .addColumn('changed_by_fk', 'integer')
    .execute()
}
