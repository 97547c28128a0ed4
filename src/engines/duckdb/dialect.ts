import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { literals } from '../shared/literals.ts'
import { doubleQuoted, standardString } from '../shared/sql-text.ts'
import { dateTruncGrains } from '../shared/grains/date-trunc.ts'
import { duckdbDeny } from './deny.ts'

const columnTypes: [RegExp, ColumnType][] = [
  [/\]$|^(STRUCT|MAP|UNION|LIST|ARRAY|JSON|VARIANT)\b/, 'json'],
  [/^(TINYINT|SMALLINT|INTEGER|INT\d*|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|UHUGEINT|SIGNED|LONG|SHORT|BIGNUM)\b/, 'integer'],
  [/^(DECIMAL|NUMERIC)\b/, 'decimal'],
  [/^(FLOAT|DOUBLE|REAL)/, 'float'],
  [/^BOOL/, 'boolean'],
  [/^DATE\b(?!TIME)/, 'date'],
  [/^(TIMESTAMP WITH TIME ZONE|TIMESTAMPTZ|TIMESTAMP_TZ)/, 'instant'],
  [/^(TIMESTAMP|DATETIME)/, 'timestamp'],
]

export const duckdbDialect: Dialect = {
  id: 'duckdb',
  parser: 'duckdb',
  capabilities: {
    ilike: true,
    nullsOrder: true,
    nullsSortFirst: false,
    expressionTypes: true,
    strictTypes: true,
    strictGroups: true,
    instants: true,
    numericTruths: false,
    orderByAlias: true,
    catalogs: false,
    schemas: true,
    limitNeedsOrder: false,
  },
  maxIdentifier: 1024,
  quote: doubleQuoted,
  literal: literals(),
  grains: dateTruncGrains,
  epochToTime: (column, unit) => `MAKE_TIMESTAMP(CAST(${column} * CAST(${unit === 's' ? '1000000' : '1000'} AS BIGINT) AS BIGINT))`,
  textToTime: (column, format) => `STRPTIME(${column}, ${standardString(format)})`,
  castToText: (expression) => `CAST(${expression} AS VARCHAR)`,
  masks: { hash: (value) => `md5(${value})`, lastFour: (value) => `'****' || right(${value}, 4)` },
  castToTime: (expression) => `CAST(${expression} AS TIMESTAMP)`,
  search: { lower: (text) => `LOWER(${text})`, contains: (text, part) => `CONTAINS(${text}, ${part})` },
  limit: (limit, offset) => [limit === null ? '' : `LIMIT ${limit}`, offset ? `OFFSET ${offset}` : ''].filter(Boolean).join(' '),
  columnType: (native) => columnTypes.find(([pattern]) => pattern.test(native.trim().toUpperCase()))?.[1] ?? 'string',
  errors: [
    {
      pattern: /Referenced column "(.+?)" (?:was )?not found[\s\S]*?LINE (\d+)/,
      type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      message: `We can't seem to resolve the column "$1" at line $2.`,
    },
    {
      pattern: /Table with name (.+?) does not exist/,
      type: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: 'The table "$1" does not exist. A valid table must be used to run this query.',
    },
    {
      pattern: /(?:Catalog|Schema) with name (.+?) does not exist/,
      type: 'SCHEMA_DOES_NOT_EXIST_ERROR',
      message: 'The schema "$1" does not exist. A valid schema must be used to run this query.',
    },
    { pattern: /Cannot prepare multiple statements/, type: 'INVALID_SQL_ERROR', message: 'Only one statement may be run at a time.' },
    {
      pattern: /syntax error at or near "(.+?)"/,
      type: 'SYNTAX_ERROR',
      message: 'Please check your query for syntax errors at or near "$1". Then, try running your query again.',
    },
    {
      pattern: /Parser Error: syntax error at end of input/,
      type: 'SYNTAX_ERROR',
      message: 'Please check your query for syntax errors at its end. Then, try running your query again.',
    },
    {
      pattern: /Out of Memory Error/,
      type: 'RESULT_TOO_LARGE_ERROR',
      message: 'The query needs more memory than it may use. Ask for fewer rows or groups.',
    },
    {
      pattern: /Cannot open file|No such file|database does not exist|Could not set lock on file/i,
      type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: 'Unable to connect to the database file.',
      extra: ['database'],
    },
    {
      pattern: /not a valid DuckDB database file|Could not read enough bytes|version number/i,
      type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: 'The file is not a database that DuckDB can read.',
      extra: ['database'],
    },
  ],
  deny: duckdbDeny,
}
