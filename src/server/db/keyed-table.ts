import type { CreateTableBuilder, Kysely } from 'kysely'
import { isPostgres } from './dialect.ts'

type Table = CreateTableBuilder<string, string>

/** Begins a table whose rows get their `id` from the store. Migrations are immutable once released, and so is this. */
export const createKeyedTable = (db: Kysely<unknown>, name: string): Table => {
  const table: Table = db.schema.createTable(name)
  return isPostgres(db)
    ? table.addColumn('id', 'integer', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
}

/** Adds who wrote a row first and last, and when. */
export const addStamps = (table: Table): Table =>
  table
    .addColumn('created_on', 'text', (column) => column.notNull())
    .addColumn('changed_on', 'text', (column) => column.notNull())
    .addColumn('created_by_fk', 'integer')
    .addColumn('changed_by_fk', 'integer')
