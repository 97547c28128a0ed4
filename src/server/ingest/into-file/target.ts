/** A table of a database file that gets the rows of a table file of ours. */
export type FileTarget = {
  engine: 'duckdb' | 'sqlite'
  path: string
  schema: string | null
  table: string
  mode: 'create' | 'replace' | 'append'
}
