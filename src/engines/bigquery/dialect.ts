import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { buildGrains, unitAround, type Grain } from '../shared/grains/build-grains.ts'
import { literals } from '../shared/literals.ts'
import { networkErrors } from '../shared/network-errors.ts'
import { dateText, instantText, timestampText, withoutNul } from '../shared/sql-text.ts'
import { bigqueryDeny } from './deny.ts'

const escaped = (value: string) => withoutNul(value).replaceAll('\\', '\\\\')
const quote = (identifier: string): string => `\`${escaped(identifier).replaceAll('`', '\\`')}\``

/** A quote is escaped, never doubled; a literal ends at a line break. */
const text = (value: string): string => `'${escaped(value).replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`

/** Functions are named after the type; a date has no clock that could be cut. */
const family = (type?: ColumnType) => (type === 'instant' ? 'TIMESTAMP' : 'DATETIME')
const clock = (column: string, type?: ColumnType) => (type === 'date' ? `CAST(${column} AS DATETIME)` : column)

const trunc =
  (unit: string): Grain =>
  (column, type) =>
    `${family(type)}_TRUNC(${clock(column, type)}, ${unit})`

const monday = trunc('WEEK(MONDAY)')
const sunday = trunc('WEEK(SUNDAY)')

/** In hours: TIMESTAMP_ADD knows no days longer than that. */
const sixDaysAfter =
  (first: Grain): Grain =>
  (column, type) =>
    `${family(type)}_ADD(${first(column, type)}, INTERVAL 144 HOUR)`

const grains = buildGrains({
  trunc: (unit) => (unit === 'week' ? monday : trunc(unit.toUpperCase())),
  step: (unit, count) => (column, type) => {
    const part = unit.toUpperCase()
    const start = trunc(unitAround[unit].toUpperCase())(column, type)
    return `${family(type)}_ADD(${start}, INTERVAL DIV(EXTRACT(${part} FROM ${clock(column, type)}), ${count}) * ${count} ${part})`
  },
  sunday,
  saturday: sixDaysAfter(sunday),
  lastSunday: sixDaysAfter(monday),
})

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
    numericTruths: false,
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
