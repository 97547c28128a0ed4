import type { ColumnDataType, CreateTableBuilder, Kysely } from 'kysely'
import { createKeyedTable } from '../keyed-table.ts'

/** `!`: not null. */
type Column = readonly [name: string, type: ColumnDataType, need?: '!']

const withColumns = <T extends string, C extends string>(table: CreateTableBuilder<T, C>, columns: readonly Column[]) =>
  columns.reduce(
    (made, [name, type, need]) => made.addColumn(name, type, (column) => (need ? column.notNull() : column)),
    table as CreateTableBuilder<T, string>,
  )

const ofPeople = (db: Kysely<unknown>, name: string, columns: readonly Column[]) =>
  withColumns(createKeyedTable(db, name), [['user_id', 'integer', '!'], ...columns])

/** API tokens, accounts at other systems, what those granted, and second factors. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ofPeople(db, 'api_tokens', [
    ['name', 'text', '!'],
    ['hash', 'text', '!'],
    ['hint', 'text', '!'],
    ['scopes', 'text', '!'],
    ['created_on', 'text', '!'],
    ['expires_on', 'text'],
    ['used_on', 'text'],
  ]).execute()
  await db.schema.createIndex('api_tokens_hash').on('api_tokens').column('hash').unique().execute()
  await ofPeople(db, 'external_accounts', [
    ['provider', 'text', '!'],
    ['subject', 'text', '!'],
    ['created_on', 'text', '!'],
  ]).execute()
  await db.schema.createIndex('external_accounts_subject').on('external_accounts').columns(['provider', 'subject']).unique().execute()
  await withColumns(db.schema.createTable('external_grants'), [
    ['user_id', 'integer', '!'],
    ['provider', 'text', '!'],
    ['kind', 'text', '!'],
    ['object_id', 'integer', '!'],
  ])
    .addPrimaryKeyConstraint('external_grants_key', ['user_id', 'provider', 'kind', 'object_id'])
    .execute()
  await ofPeople(db, 'second_factors', [
    ['kind', 'text', '!'],
    ['name', 'text', '!'],
    ['secret', 'text', '!'],
    ['credential_id', 'text'],
    ['counter', 'integer', '!'],
    ['created_on', 'text', '!'],
    ['used_on', 'text'],
  ]).execute()
  await db.schema.createIndex('second_factors_credential').on('second_factors').column('credential_id').unique().execute()
  await withColumns(db.schema.createTable('recovery_codes'), [
    ['user_id', 'integer', '!'],
    ['hash', 'text', '!'],
  ])
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash'])
    .execute()
  await db.schema.alterTable('sessions').addColumn('provider', 'text').execute()
  await db.schema.alterTable('sessions').addColumn('logout_hint', 'text').execute()
}
