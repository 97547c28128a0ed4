import type { Kysely } from 'kysely'
import { createKeyedTable } from '../keyed-table.ts'

/** What an identity provider (SCIM) made or claims, and people who ask for an account. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('scim_records')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('object_id', 'integer', (column) => column.notNull())
    .addColumn('external_id', 'text')
    .addPrimaryKeyConstraint('scim_records_key', ['kind', 'object_id'])
    .execute()
  await db.schema.createIndex('scim_records_external').on('scim_records').columns(['kind', 'external_id']).execute()
  await createKeyedTable(db, 'user_registrations')
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password', 'text', (column) => column.notNull())
    .addColumn('registration_date', 'text', (column) => column.notNull())
    .addColumn('registration_hash', 'text', (column) => column.notNull())
    .addColumn('confirmed_on', 'text')
    .execute()
}
