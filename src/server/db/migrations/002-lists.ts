import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../dialect.ts'

/**
 * A covering index for lists and searches of charts, whose SQLite rows hold long documents.
 * Postgres stores long values out of line, and cannot index them.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  if (isPostgres(db)) return
  await sql`
    create index charts_search on charts
      (deleted_at, changed_on, slice_name, viz_type, description, datasource_id, created_by_fk, changed_by_fk, certified_by)
  `.execute(db)
}
