import { PostgresAdapter } from 'kysely'

/** Whether the metadata store is a Postgres database; otherwise it is a SQLite file. */
export const isPostgres = (db: { getExecutor(): { adapter: unknown } }): boolean => db.getExecutor().adapter instanceof PostgresAdapter
