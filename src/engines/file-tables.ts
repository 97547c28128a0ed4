/** Kinds of values in file columns, distinguished as far as engines need different types. */
export type FileValue = 'integer' | 'huge' | 'float' | 'decimal' | 'boolean' | 'date' | 'timestamp' | 'instant' | 'text'

const values: [RegExp, FileValue][] = [
  [/^(U?TINYINT|U?SMALLINT|U?INTEGER|BIGINT)$/, 'integer'],
  [/^U?(HUGEINT|BIGINT)$/, 'huge'],
  [/^(FLOAT|DOUBLE)$/, 'float'],
  [/^DECIMAL/, 'decimal'],
  [/^BOOLEAN$/, 'boolean'],
  [/^DATE$/, 'date'],
  [/^TIMESTAMP WITH TIME ZONE$/, 'instant'],
  [/^TIMESTAMP/, 'timestamp'],
]

/** By the type of a column in a table file, which is one of DuckDB's. */
export const fileValueOf = (type: string): FileValue => values.find(([pattern]) => pattern.test(type))?.[1] ?? 'text'

/** Full names, quoted; `staging` holds the rows of the file, `former` is free. */
export type FileTableNames = { target: string; staging: string; former: string; columns: string }

/** How an engine takes the rows of a file as a table. */
export type FileTables = {
  types: Record<FileValue, string>
  /** Suffix of an instant in UTC. */
  utcEnding: string
  /** Statements for one connection that move the rows into the target and drop the staging table, all or none. */
  finish: Record<'create' | 'replace' | 'append', (names: FileTableNames) => string[]>
}
