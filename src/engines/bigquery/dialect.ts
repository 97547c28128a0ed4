import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { literals } from '../shared/literals.ts'
import { networkErrors } from '../shared/network-errors.ts'
import { dateText, instantText, timestampText, withoutNul } from '../shared/sql-text.ts'
import { bigqueryDeny } from './deny.ts'

const escaped = (value: string) => withoutNul(value).replaceAll('\\', '\\\\')
const quote = (identifier: string): string => `\`${escaped(identifier).replaceAll('`', '\\`')}\``

/** A quote is escaped, never doubled; a literal ends at a line break. */
const text = (value: string): string => `'${escaped(value).replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`

type Grain = (column: string, type?: ColumnType) => string

/** Functions are named after the type; a date has no clock that could be cut. */
const family = (type?: ColumnType) => (type === 'instant' ? 'TIMESTAMP' : 'DATETIME')
const clock = (column: string, type?: ColumnType) => (type === 'date' ? `CAST(${column} AS DATETIME)` : column)

const trunc =
  (unit: string): Grain =>
  (column, type) =>
    `${family(type)}_TRUNC(${clock(column, type)}, ${unit})`

const step =
  (outer: string, part: string, count: number): Grain =>
  (column, type) =>
    `${family(type)}_ADD(${trunc(outer)(column, type)}, INTERVAL DIV(EXTRACT(${part} FROM ${clock(column, type)}), ${count}) * ${count} ${part})`

/** In hours: TIMESTAMP_ADD knows no days longer than that. */
const saturday =
  (unit: string): Grain =>
  (column, type) =>
    `${family(type)}_ADD(${trunc(unit)(column, type)}, INTERVAL 144 HOUR)`

const minutes = (count: number) => step('HOUR', 'MINUTE', count)

const grains: Dialect['grains'] = {
  PT1S: trunc('SECOND'),
  PT5S: step('MINUTE', 'SECOND', 5),
  PT30S: step('MINUTE', 'SECOND', 30),
  PT1M: trunc('MINUTE'),
  PT5M: minutes(5),
  PT10M: minutes(10),
  PT15M: minutes(15),
  PT30M: minutes(30),
  'PT0.5H': minutes(30),
  PT1H: trunc('HOUR'),
  PT6H: step('DAY', 'HOUR', 6),
  P1D: trunc('DAY'),
  P1W: trunc('WEEK(MONDAY)'),
  P1M: trunc('MONTH'),
  P3M: trunc('QUARTER'),
  'P0.25Y': trunc('QUARTER'),
  P1Y: trunc('YEAR'),
  '1969-12-28T00:00:00Z/P1W': trunc('WEEK(SUNDAY)'),
  '1969-12-29T00:00:00Z/P1W': trunc('WEEK(MONDAY)'),
  'P1W/1970-01-03T00:00:00Z': saturday('WEEK(SUNDAY)'),
  'P1W/1970-01-04T00:00:00Z': saturday('WEEK(MONDAY)'),
}

const columnTypes: [RegExp, ColumnType][] = [
  [/^(struct|record|array|json|range)\b/, 'json'],
  [/^(integer|int64|int|bigint)\b/, 'integer'],
  [/^(numeric|bignumeric|decimal|bigdecimal)\b/, 'decimal'],
  [/^(float|double)/, 'float'],
  [/^bool/, 'boolean'],
  [/^date$/, 'date'],
  [/^timestamp/, 'instant'],
  [/^datetime/, 'timestamp'],
]

export const bigqueryDialect: Dialect = {
  id: 'bigquery',
  parser: 'bigquery',
  capabilities: {
    ilike: false,
    nullsOrder: true,
    nullsSortFirst: true,
    expressionTypes: true,
    strictTypes: true,
    strictGroups: true,
    instants: true,
    orderByAlias: true,
    catalogs: true,
    schemas: true,
    limitNeedsOrder: false,
  },
  maxIdentifier: 128,
  quote,
  holdsName: (label) => /^[A-Za-z_]\w*$/.test(label),
  literal: literals({
    string: text,
    timestamp: (value) => `DATETIME '${timestampText(value, 6)}'`,
    date: (value) => `DATE '${dateText(value)}'`,
    instant: (value) => `TIMESTAMP '${instantText(value)}'`,
  }),
  grains,
  epochToTime: (column, unit) => `DATETIME(${unit === 's' ? 'TIMESTAMP_SECONDS' : 'TIMESTAMP_MILLIS'}(${column}))`,
  textToTime: (column, format) => `PARSE_DATETIME(${text(format)}, ${column})`,
  castToText: (expression) => `CAST(${expression} AS STRING)`,
  castToTime: (expression) => `CAST(${expression} AS DATETIME)`,
  ilike: (left, right) => `LOWER(${left}) LIKE LOWER(${right})`,
  limit: (limit, offset) => `LIMIT ${limit ?? '9223372036854775807'}${offset ? ` OFFSET ${offset}` : ''}`,
  columnType: (native) => columnTypes.find(([pattern]) => pattern.test(native.trim().toLowerCase()))?.[1] ?? 'string',
  errors: [
    {
      pattern: /Unrecognized name: (.+?) at \[(\d+):/,
      type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      message: `We can't seem to resolve the column "$1" at line $2.`,
    },
    {
      pattern: /Not found: Table (\S+)/,
      type: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: 'The table "$1" does not exist. A valid table must be used to run this query.',
    },
    {
      pattern: /Not found: Dataset (\S+)/,
      type: 'SCHEMA_DOES_NOT_EXIST_ERROR',
      message: 'The schema "$1" does not exist. A valid schema must be used to run this query.',
    },
    {
      pattern: /Syntax error: .*?"(.+?)".* at \[(\d+):/,
      type: 'SYNTAX_ERROR',
      message: 'Please check your query for syntax errors at or near "$1". Then, try running your query again.',
    },
    {
      pattern: /Access Denied: .*|does not have bigquery\.jobs\.create permission/,
      type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
      message: 'The account may not use this project. It needs the roles BigQuery Data Viewer and BigQuery User.',
    },
    ...networkErrors,
  ],
  deny: bigqueryDeny,
}
