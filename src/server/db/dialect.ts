import { PostgresAdapter, type Kysely } from 'kysely'

/** Whether the metadata store is a Postgres database; otherwise it is a SQLite file. */
export const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter
