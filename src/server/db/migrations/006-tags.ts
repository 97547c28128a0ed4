import type { Kysely } from 'kysely'
import { isPostgres } from '../dialect.ts'

/** Tags of charts, dashboards and datasets. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const table = db.schema.createTable('tags')
  const keyed = isPostgres(db)
    ? table.addColumn('id', 'integer', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
  await keyed
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .addColumn('created_on', 'text', (column) => column.notNull())
    .addColumn('changed_on', 'text', (column) => column.notNull())
    .addColumn('created_by_fk', 'integer')
    .addColumn('changed_by_fk', 'integer')
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
