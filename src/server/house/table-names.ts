import type { Kysely } from 'kysely'
import { MessageError, type FieldTexts } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { columnsFault, nameFault } from '#core/upload/names.ts'
import { duckdbDeny, isReservedSchema } from '#engines/duckdb/deny.ts'
import type { Tables } from '../db/tables.ts'
import type { TableRef } from './house.ts'

const schemaFault = async (db: Kysely<Tables>, schema: string): Promise<string | null> => {
  if (isReservedSchema(schema)) return t('The schema name "%(name)s" is reserved.', { name: schema })
  const used = await db.selectFrom('table_files').select('schema').distinct().where('retired_on', 'is', null).execute()
  const known = ['main', ...used.map((row) => row.schema)].find((name) => name.toLowerCase() === schema.toLowerCase())
  return known === undefined || known === schema ? null : t('The schema is spelled "%(name)s".', { name: known })
}

/** Names of the engine's system tables are reserved. */
const tableFault = (table: string): string | null =>
  duckdbDeny.relations?.({ catalog: null, schema: 'main', table }) ? t('The table name "%(name)s" is reserved.', { name: table }) : null

/** Why names are invalid for a table, by field; empty when they are valid. */
export const nameFaults = async (
  db: Kysely<Tables>,
  { schema, table, columns = [] }: TableRef & { columns?: readonly string[] },
): Promise<FieldTexts> => {
  const faults = {
    schema: nameFault(schema) ?? (await schemaFault(db, schema)),
    table_name: nameFault(table) ?? tableFault(table),
    columns: columnsFault(columns),
  }
  return Object.fromEntries(Object.entries(faults).flatMap(([field, text]) => (text === null ? [] : [[field, [text]]])))
}

/** @throws MessageError 422 with texts by field */
export const requireValidNames = async (db: Kysely<Tables>, names: TableRef & { columns?: readonly string[] }): Promise<void> => {
  const faults = await nameFaults(db, names)
  if (Object.keys(faults).length > 0) throw new MessageError(422, faults)
}
