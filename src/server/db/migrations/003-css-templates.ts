import type { Kysely } from 'kysely'
import { addStamps, createKeyedTable } from '../keyed-table.ts'

/** Stylesheets that dashboards can start from. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createKeyedTable(db, 'css_templates')
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('template_name', 'text')
    .addColumn('css', 'text', (column) => column.notNull())
    .$call(addStamps)
    .execute()
}
