import type { Kysely } from 'kysely'

/**
 * What a person sees follows from the datasets of charts: the charts on a set of datasets, and the newest charts among them, are
 * found in an index alone; the rows themselves carry long documents.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const index = (columns: string[]) =>
    db.schema
      .createIndex(`charts_${columns.join('_')}`)
      .on('charts')
      .columns(columns)
      .execute()
  await index(['datasource_id', 'deleted_at'])
  await index(['deleted_at', 'changed_on', 'datasource_id'])
  await db.schema.dropIndex('charts_datasource_id').execute()
  await db.schema.dropIndex('charts_deleted_at_changed_on').execute()
}
