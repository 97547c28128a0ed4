import type { CreateTableBuilder, Kysely } from 'kysely'
import { isPostgres } from '../dialect.ts'

type Create = CreateTableBuilder<string, string>

/** Annotation layers and their annotations. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const stamped = (name: string) => {
    const table = db.schema.createTable(name) as Create
    const keyed = isPostgres(db)
      ? table.addColumn('id', 'integer', (column) => column.generatedByDefaultAsIdentity().primaryKey())
      : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    return keyed
      .addColumn('created_on', 'text', (column) => column.notNull())
      .addColumn('changed_on', 'text', (column) => column.notNull())
      .addColumn('created_by_fk', 'integer')
      .addColumn('changed_by_fk', 'integer')
  }
  await stamped('annotation_layers')
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('descr', 'text')
    .execute()
  await stamped('annotations')
    .addColumn('layer_id', 'integer', (column) => column.notNull())
    .addColumn('short_descr', 'text', (column) => column.notNull())
    .addColumn('long_descr', 'text')
    .addColumn('start_dttm', 'text', (column) => column.notNull())
    .addColumn('end_dttm', 'text', (column) => column.notNull())
    .addColumn('json_metadata', 'text')
    .execute()
  await db.schema.createIndex('annotations_layer').on('annotations').columns(['layer_id', 'start_dttm']).execute()
}
