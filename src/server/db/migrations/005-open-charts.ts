import type { Kysely } from 'kysely'

/**
 * Which charts a user sees depends on their datasets: covering indexes for the charts of a set of datasets, and for the newest of them.
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
