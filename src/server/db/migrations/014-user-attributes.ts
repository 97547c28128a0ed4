import type { Kysely } from 'kysely'

/** Facts about people for row-level rules and templates, such as a region. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('user_attributes')
    .addColumn('user_id', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('user_attributes_key', ['user_id', 'name'])
    .execute()
}
