import type { Kysely } from 'kysely'
import { isPostgres } from '../dialect.ts'

/** Named sets of a dashboard's filter values, owned by the dashboard or by a user. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema.createTable('filter_sets')
  const keyed = isPostgres(db)
    ? table.addColumn('id', 'integer', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
  await keyed
    .addColumn('uuid', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('deleted_at', 'text')
    .addColumn('dashboard_id', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('owner_type', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'integer', (column) => column.notNull())
    .addColumn('params', 'text', (column) => column.notNull())
    .addColumn('created_on', 'text', (column) => column.notNull())
    .addColumn('changed_on', 'text', (column) => column.notNull())
    .addColumn('created_by_fk', 'integer')
    .addColumn('changed_by_fk', 'integer')
    .execute()
  await db.schema.createIndex('filter_sets_dashboard').on('filter_sets').column('dashboard_id').execute()
}
