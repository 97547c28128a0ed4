import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { literals } from '../shared/literals.ts'
import { networkErrors } from '../shared/network-errors.ts'
import { dateText, doubleQuoted, escapedString, instantText, timestampText } from '../shared/sql-text.ts'
import { snowflakeDeny } from './deny.ts'

type Grain = (column: string, type?: ColumnType) => string

const clock = (column: string, type?: ColumnType) => (type === 'date' ? `CAST(${column} AS TIMESTAMP_NTZ)` : column)

const trunc =
  (unit: string): Grain =>
  (column, type) =>
    `DATE_TRUNC('${unit}', ${clock(column, type)})`

const step =
  (outer: string, part: string, count: number): Grain =>
  (column, type) =>
    `DATEADD('${part}', FLOOR(DATE_PART('${part}', ${clock(column, type)}) / ${count}) * ${count}, ${trunc(outer)(column, type)})`

const add = (days: number, time: string) => `DATEADD('day', ${days}, ${time})`

/** Weeks begin on the day that a setting of the session says, which the driver sets to Monday. */
const monday = trunc('week')
const sunday: Grain = (column, type) => add(-1, monday(add(1, clock(column, type))))
const minutes = (count: number) => step('hour', 'minute', count)

const grains: Dialect['grains'] = {
  PT1S: trunc('second'),
  PT5S: step('minute', 'second', 5),
  PT30S: step('minute', 'second', 30),
  PT1M: trunc('minute'),
  PT5M: minutes(5),
  PT10M: minutes(10),
  PT15M: minutes(15),
  PT30M: minutes(30),
  'PT0.5H': minutes(30),
  PT1H: trunc('hour'),
  PT6H: step('day', 'hour', 6),
  P1D: trunc('day'),
  P1W: monday,
  P1M: trunc('month'),
  P3M: trunc('quarter'),
  'P0.25Y': trunc('quarter'),
  P1Y: trunc('year'),
  '1969-12-28T00:00:00Z/P1W': sunday,
  '1969-12-29T00:00:00Z/P1W': monday,
  'P1W/1970-01-03T00:00:00Z': (column, type) => add(6, sunday(column, type)),
  'P1W/1970-01-04T00:00:00Z': (column, type) => add(6, monday(column, type)),
}

const columnTypes: [RegExp, ColumnType][] = [
  [/^(number|decimal|numeric|fixed)(\(\d+,\s*0\))?$/, 'integer'],
  [/^(number|decimal|numeric|fixed)\b/, 'decimal'],
  [/^(tiny|small|big|byte)?int(eger)?\b/, 'integer'],
  [/^(float|double|real)/, 'float'],
  [/^bool/, 'boolean'],
  [/^date$/, 'date'],
  [/^timestamp_?(tz|ltz)|^timestamp with/, 'instant'],
  [/^(timestamp|datetime)/, 'timestamp'],
  [/^(variant|object|array|map|vector|geography|geometry)\b/, 'json'],
]

export const snowflakeDialect: Dialect = {
  id: 'snowflake',
  parser: 'snowflake',
  capabilities: {
    ilike: true,
    nullsOrder: true,
    nullsSortFirst: false,
    expressionTypes: true,
    strictTypes: true,
    strictGroups: true,
    instants: true,
    orderByAlias: true,
    catalogs: true,
    schemas: true,
    limitNeedsOrder: false,
  },
  maxIdentifier: 255,
  quote: doubleQuoted,
  literal: literals({
    string: escapedString,
    date: (value) => `CAST('${dateText(value)}' AS DATE)`,
    timestamp: (value) => `CAST('${timestampText(value)}' AS TIMESTAMP_NTZ)`,
    instant: (value) => `CAST('${instantText(value)}' AS TIMESTAMP_TZ)`,
  }),
  grains,
  epochToTime: (column, unit) => `TO_TIMESTAMP_NTZ(${column}, ${unit === 's' ? 0 : 3})`,
  castToText: (expression) => `CAST(${expression} AS VARCHAR)`,
  castToTime: (expression) => `CAST(${expression} AS TIMESTAMP_NTZ)`,
  isTruth: (expression, truth) => `${expression} IS NOT DISTINCT FROM ${truth ? 'TRUE' : 'FALSE'}`,
  limit: (limit, offset) => `LIMIT ${limit ?? 'NULL'}${offset ? ` OFFSET ${offset}` : ''}`,
  columnType: (native) => columnTypes.find(([pattern]) => pattern.test(native.trim().toLowerCase()))?.[1] ?? 'string',
  errors: [
    {
      pattern: /invalid identifier '(.+?)'/,
      type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      message: `We can't seem to resolve the column "$1".`,
    },
    {
      pattern: /Object '(.+?)' does not exist or not authorized/,
      type: 'OBJECT_DOES_NOT_EXIST_ERROR',
      message: '$1 does not exist in this database.',
    },
    {
      pattern: /syntax error line (\d+) at position \d+ unexpected '(.+?)'/,
      type: 'SYNTAX_ERROR',
      message: 'Please check your query for syntax errors at or near "$2". Then, try running your query again.',
    },
    {
      pattern: /Incorrect username or password/,
      type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'Either the username or the password is incorrect.',
      extra: ['username', 'password'],
    },
    {
      pattern: /Statement reached its statement or warehouse timeout/,
      type: 'BACKEND_TIMEOUT_ERROR',
      message: 'The query ran longer than it may and was stopped.',
    },
    ...networkErrors,
  ],
  deny: snowflakeDeny,
}
