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
  sqlite: SQLite,
}

const made = new Map<SQLDialect, Extension>()

/** The SQL of an engine, by its wire name; the standard's where it has no dialect here. */
export const sqlLanguage = (backend: string | null): Extension => {
  const dialect = dialects[backend ?? ''] ?? StandardSQL
  const extension = made.get(dialect) ?? sql({ dialect, upperCaseKeywords: true })
  made.set(dialect, extension)
  return extension
}
