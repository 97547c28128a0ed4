import type { Kysely } from 'kysely'
import { addStamps, createKeyedTable } from '../keyed-table.ts'

/** Annotation layers and their annotations. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const stamped = (name: string) => createKeyedTable(db, name).$call(addStamps)
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
