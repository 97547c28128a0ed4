import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { buildGrains, unitAround, type Grain, type Unit } from '../shared/grains/build-grains.ts'
import { literals } from '../shared/literals.ts'
import { networkErrors } from '../shared/network-errors.ts'
import { dateText, doubleQuoted, escapedString, instantText, timestampText } from '../shared/sql-text.ts'
import { snowflakeDeny } from './deny.ts'

const clock = (column: string, type?: ColumnType) => (type === 'date' ? `CAST(${column} AS TIMESTAMP_NTZ)` : column)

const trunc =
  (unit: Unit): Grain =>
  (column, type) =>
    `DATE_TRUNC('${unit}', ${clock(column, type)})`

const add = (days: number, time: string) => `DATEADD('day', ${days}, ${time})`

/** Weeks begin on the day that a setting of the session says, which the driver sets to Monday. */
const monday = trunc('week')
const sunday: Grain = (column, type) => add(-1, monday(add(1, clock(column, type))))

const grains = buildGrains({
  trunc,
  step: (unit, count) => (column, type) => {
    const steps = `FLOOR(DATE_PART('${unit}', ${clock(column, type)}) / ${count})`
    return `DATEADD('${unit}', ${steps} * ${count}, ${trunc(unitAround[unit])(column, type)})`
  },
  sunday,
  saturday: (column, type) => add(6, sunday(column, type)),
  lastSunday: (column, type) => add(6, monday(column, type)),
})

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
    numericTruths: false,
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
