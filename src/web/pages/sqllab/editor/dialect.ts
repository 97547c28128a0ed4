import { MariaSQL, MSSQL, MySQL, PostgreSQL, SQLite, StandardSQL, type SQLDialect } from '@codemirror/lang-sql'

const dialects: Record<string, SQLDialect> = {
  duckdb: PostgreSQL,
  mariadb: MariaSQL,
  mssql: MSSQL,
  mysql: MySQL,
  postgresql: PostgreSQL,
  sqlite: SQLite,
}

/** The grammar of an engine, by its wire name; the standard's where it has none here. */
export const dialectOf = (backend: string | null): SQLDialect => dialects[backend ?? ''] ?? StandardSQL
