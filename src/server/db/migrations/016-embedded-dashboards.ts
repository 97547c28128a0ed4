import type { Kysely } from 'kysely'
import { addStamps, createKeyedTable } from '../keyed-table.ts'

/** Dashboards that other sites may show, and which sites. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await addStamps(createKeyedTable(db, 'embedded_dashboards'))
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('dashboard_id', 'integer', (column) => column.notNull().unique())
    .addColumn('allowed_domains', 'text', (column) => column.notNull())
    .execute()
}
