import type { Kysely } from 'kysely'
import { addStamps, createKeyedTable } from '../keyed-table.ts'

/** Datasets that are written into a table of the house on a schedule, and when the rows of a table were read from their source. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createKeyedTable(db, 'dataset_materializations')
    .addColumn('dataset_id', 'integer', (column) => column.notNull().unique())
    .addColumn('table_name', 'text', (column) => column.notNull())
    .addColumn('every', 'text', (column) => column.notNull())
    .addColumn('kept', 'integer', (column) => column.notNull())
    .addColumn('next_on', 'text', (column) => column.notNull())
    .addColumn('job_id', 'text')
    .$call(addStamps)
    .execute()
  await db.schema.alterTable('table_files').addColumn('data_on', 'text').execute()
}
