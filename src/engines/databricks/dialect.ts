import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { literals } from '../shared/literals.ts'
import { networkErrors } from '../shared/network-errors.ts'
import { backquoted, dateText, instantText, timestampText, withoutNul } from '../shared/sql-text.ts'
import { databricksDeny } from './deny.ts'

/** Literals side by side are one: a quote is escaped, never doubled. */
const text = (value: string): string => `'${withoutNul(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

type Grain = (column: string, type?: ColumnType) => string

const trunc =
  (unit: string): Grain =>
  (column) =>
    `DATE_TRUNC('${unit}', ${column})`

const step =
  (outer: string, part: 'SECOND' | 'MINUTE' | 'HOUR', count: number): Grain =>
  (column) =>
    `DATEADD(${part}, CAST(FLOOR(${part}(${column}) / ${count}) AS INT) * ${count}, ${trunc(outer)(column)})`

const add = (days: number, time: string) => `DATEADD(DAY, ${days}, ${time})`
const sunday: Grain = (column) => add(-1, trunc('WEEK')(add(1, column)))
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
  P1W: trunc('WEEK'),
  P1M: trunc('MONTH'),
  P3M: trunc('QUARTER'),
  'P0.25Y': trunc('QUARTER'),
  P1Y: trunc('YEAR'),
  '1969-12-28T00:00:00Z/P1W': sunday,
  '1969-12-29T00:00:00Z/P1W': trunc('WEEK'),
  'P1W/1970-01-03T00:00:00Z': (column) => add(6, sunday(column)),
  'P1W/1970-01-04T00:00:00Z': (column) => add(6, trunc('WEEK')(column)),
}

const columnTypes: [RegExp, ColumnType][] = [
  [/^(array|map|struct|variant)\b/, 'json'],
  [/^(tinyint|smallint|int|integer|bigint|byte|short|long)\b/, 'integer'],
  [/^(decimal|numeric|dec)\b/, 'decimal'],
  [/^(float|double|real)/, 'float'],
  [/^bool/, 'boolean'],
  [/^date\b/, 'date'],
  [/^timestamp_ntz/, 'timestamp'],
  [/^timestamp/, 'instant'],
]

export const databricksDialect: Dialect = {
  id: 'databricks',
  parser: 'databricks',
  capabilities: {
    ilike: true,
    nullsOrder: true,
    nullsSortFirst: true,
    expressionTypes: true,
    strictTypes: false,
    strictGroups: true,
    instants: true,
    orderByAlias: true,
    catalogs: true,
    schemas: true,
    limitNeedsOrder: false,
  },
  maxIdentifier: 255,
  quote: backquoted,
  literal: literals({
    string: text,
    date: (value) => `DATE '${dateText(value)}'`,
    timestamp: (value) => `CAST('${timestampText(value, 6)}' AS TIMESTAMP_NTZ)`,
    instant: (value) => `TIMESTAMP '${instantText(value)}'`,
  }),
  grains,
  epochToTime: (column, unit) => `CAST(${unit === 's' ? 'TIMESTAMP_SECONDS' : 'TIMESTAMP_MILLIS'}(${column}) AS TIMESTAMP_NTZ)`,
  castToText: (expression) => `CAST(${expression} AS STRING)`,
  castToTime: (expression) => `CAST(${expression} AS TIMESTAMP_NTZ)`,
  limit: (limit, offset) => [limit === null ? '' : `LIMIT ${limit}`, offset ? `OFFSET ${offset}` : ''].filter(Boolean).join(' '),
  columnType: (native) => columnTypes.find(([pattern]) => pattern.test(native.trim().toLowerCase()))?.[1] ?? 'string',
  errors: [
    {
      pattern: /UNRESOLVED_COLUMN[\s\S]*?with name `(.+?)` cannot be resolved/,
      type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      message: `We can't seem to resolve the column "$1".`,
    },
    {
      pattern: /TABLE_OR_VIEW_NOT_FOUND\] The table or view (\S+) cannot be found/,
      type: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: 'The table "$1" does not exist. A valid table must be used to run this query.',
    },
    {
      pattern: /PARSE_SYNTAX_ERROR\] Syntax error at or near '(.+?)'/,
      type: 'SYNTAX_ERROR',
      message: 'Please check your query for syntax errors at or near "$1". Then, try running your query again.',
    },
    {
      pattern: /Invalid access token|HTTP Response code: 40[13]|status code 40[13]/i,
      type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'The access token is not accepted.',
      extra: ['password'],
    },
    ...networkErrors,
  ],
  deny: databricksDeny,
}
