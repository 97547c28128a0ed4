import { MariaSQL, MSSQL, MySQL, PostgreSQL, sql, SQLite, StandardSQL } from '@codemirror/lang-sql'
import type { SQLDialect } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'

const dialects: Record<string, SQLDialect> = {
  duckdb: PostgreSQL,
  mariadb: MariaSQL,
  mssql: MSSQL,
  mysql: MySQL,
  postgresql: PostgreSQL,
  redshift: PostgreSQL,
  cockroachdb: PostgreSQL,
  greenplum: PostgreSQL,
  timescaledb: PostgreSQL,
  tidb: MySQL,
  starrocks: MySQL,
  doris: MySQL,
  sqlite: SQLite,
}

/** The grammar of an engine, by its wire name; the standard's where it has none here. */
export const dialectOf = (backend: string | null): SQLDialect => dialects[backend ?? ''] ?? StandardSQL

const made = new Map<SQLDialect, Extension>()

/** What the editor needs to know of an engine's SQL. */
export const sqlLanguage = (backend: string | null): Extension => {
  const dialect = dialectOf(backend)
  const extension = made.get(dialect) ?? sql({ dialect, upperCaseKeywords: true })
  made.set(dialect, extension)
  return extension
}
