import type { Kysely } from 'kysely'
import { createKeyedTable } from '../keyed-table.ts'

/** How many queries each person asked of a dataset, day by day. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createKeyedTable(db, 'dataset_usage')
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('queries', 'integer', (column) => column.notNull())
    .addColumn('last_on', 'text', (column) => column.notNull())
    .addUniqueConstraint('dataset_usage_once', ['dataset_id', 'user_id', 'day'])
    .execute()
}
