import type { Kysely } from 'kysely'
import { addStamps, createKeyedTable } from '../keyed-table.ts'

/** Named sets of a dashboard's filter values, owned by the dashboard or by a user. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createKeyedTable(db, 'filter_sets')
    .addColumn('uuid', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('deleted_at', 'text')
    .addColumn('dashboard_id', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('owner_type', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'integer', (column) => column.notNull())
    .addColumn('params', 'text', (column) => column.notNull())
    .$call(addStamps)
    .execute()
  await db.schema.createIndex('filter_sets_dashboard').on('filter_sets').column('dashboard_id').execute()
}
