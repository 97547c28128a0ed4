import type { Kysely } from 'kysely'
import { addStamps, createKeyedTable } from '../keyed-table.ts'

/** Tags of charts, dashboards and datasets. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createKeyedTable(db, 'tags')
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .$call(addStamps)
    .execute()
  await db.schema
    .createTable('tagged')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('object_id', 'integer', (column) => column.notNull())
    .addColumn('tag_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('tagged_key', ['kind', 'object_id', 'tag_id'])
    .execute()
  await db.schema.createIndex('tagged_tag').on('tagged').columns(['tag_id', 'kind']).execute()
}
