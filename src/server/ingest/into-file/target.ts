/** The target table in a database file. */
export type FileTarget = {
  engine: 'duckdb' | 'sqlite'
  path: string
  schema: string | null
  table: string
  mode: 'create' | 'replace' | 'append'
}
