import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../dialect.ts'

/**
 * Lists and searches of charts read an index alone: in a SQLite row the long documents stand before the description.
 * Postgres keeps long values aside by itself, and takes none into an index.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  if (isPostgres(db)) return
  await sql`
    create index charts_search on charts
      (deleted_at, changed_on, slice_name, viz_type, description, datasource_id, created_by_fk, changed_by_fk, certified_by)
  `.execute(db)
}
