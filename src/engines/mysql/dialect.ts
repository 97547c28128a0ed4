import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { buildGrains, unitAround, type Grain, type Unit } from '../shared/grains/build-grains.ts'
import { literals } from '../shared/literals.ts'
import { networkErrors } from '../shared/network-errors.ts'
import { backquoted, escapedString, timestampText, truthText, utcText } from '../shared/sql-text.ts'
import { mysqlDeny } from './deny.ts'

const literal = literals({
  string: escapedString,
  timestamp: (value) => `TIMESTAMP '${timestampText(value, 6)}'`,
  instant: (value) => `CONVERT_TZ(TIMESTAMP '${utcText(value)}', '+00:00', @@session.time_zone)`,
})

const cut =
  (format: string): Grain =>
  (column) =>
    `CAST(DATE_FORMAT(${column}, '${format}') AS DATETIME)`

const day: Grain = (column) => `CAST(DATE(${column}) AS DATETIME)`
const year: Grain = (column) => `CAST(MAKEDATE(YEAR(${column}), 1) AS DATETIME)`

const units: Record<Unit, Grain> = {
  second: cut('%Y-%m-%d %H:%i:%s'),
  minute: cut('%Y-%m-%d %H:%i:00'),
  hour: cut('%Y-%m-%d %H:00:00'),
  day,
  week: (column) => `${day(column)} - INTERVAL WEEKDAY(${column}) DAY`,
  month: (column) => `${day(column)} - INTERVAL DAYOFMONTH(${column}) - 1 DAY`,
  quarter: (column) => `${year(column)} + INTERVAL QUARTER(${column}) - 1 QUARTER`,
  year,
}

const grains = buildGrains({
  trunc: (unit) => units[unit],
  step: (unit, count) => (column) => {
    const part = unit.toUpperCase()
    return `${units[unitAround[unit]](column)} + INTERVAL ${part}(${column}) DIV ${count} * ${count} ${part}`
  },
  sunday: (column) => `${day(column)} - INTERVAL DAYOFWEEK(${column}) - 1 DAY`,
  saturday: (column) => `${day(column)} + INTERVAL 7 - DAYOFWEEK(${column}) DAY`,
  lastSunday: (column) => `${day(column)} + INTERVAL 6 - WEEKDAY(${column}) DAY`,
})

/** Letters that differ between python's strftime and STR_TO_DATE. */
const formatLetters: Record<string, string> = { M: 'i', S: 's', I: 'h', B: 'M' }

/** MySQL's TIMESTAMP follows the session's zone on its way in and out: as text it has none. */
const columnTypes: [RegExp, ColumnType][] = [
  [/^(bool|tinyint\(1\)|bit\(1\)|bit$)/, 'boolean'],
  [/^(tinyint|smallint|mediumint|int|integer|bigint|year|bit|serial)\b/, 'integer'],
  [/^(decimal|numeric|dec|fixed)\b/, 'decimal'],
  [/^(float|double|real)/, 'float'],
  [/^date\b(?!time)/, 'date'],
  [/^(datetime|timestamp)/, 'timestamp'],
  [/^json/, 'json'],
]

export const mysqlDialect: Dialect = {
  id: 'mysql',
  parser: 'mysql',
  capabilities: {
    ilike: false,
    nullsOrder: false,
    nullsSortFirst: true,
    expressionTypes: false,
    strictTypes: false,
    strictGroups: false,
    instants: false,
    numericTruths: true,
    orderByAlias: true,
    catalogs: false,
    schemas: true,
    limitNeedsOrder: false,
  },
  maxIdentifier: 64,
  quote: backquoted,
  // The driver refuses names that objects have of themselves.
  holdsName: (label) => label === label.trim() && !/^__(proto|(define|lookup)[GS]etter)__$/.test(label),
  literal,
  grains,
  epochToTime: (column, unit) =>
    unit === 's'
      ? `TIMESTAMP '1970-01-01 00:00:00' + INTERVAL ${column} SECOND`
      : `TIMESTAMP '1970-01-01 00:00:00' + INTERVAL ${column} * 1000 MICROSECOND`,
  textToTime: (column, format) =>
    `STR_TO_DATE(${column}, ${escapedString(format.replaceAll(/%(.)/g, (_, letter: string) => `%${formatLetters[letter] ?? letter}`))})`,
  castToText: (expression, type) => (type === 'boolean' ? truthText(expression) : `CAST(${expression} AS CHAR)`),
  masks: { hash: (value) => `MD5(${value})`, lastFour: (value) => `CONCAT('****', RIGHT(${value}, 4))` },
  castToTime: (expression) => `CAST(${expression} AS DATETIME(6))`,
  ilike: (left, right) => `LOWER(${left}) LIKE LOWER(${right})`,
  limit: (limit, offset) => {
    if (limit === null && !offset) return ''
    return offset ? `LIMIT ${limit ?? '18446744073709551615'} OFFSET ${offset}` : `LIMIT ${limit}`
  },
  columnType: (native) => columnTypes.find(([pattern]) => pattern.test(native.trim().toLowerCase()))?.[1] ?? 'string',
  errors: [
    { pattern: /Unknown column '(.+?)' in/, type: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "$1".` },
    {
      pattern: /Table '(.+?)' doesn't exist/,
      type: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: 'The table "$1" does not exist. A valid table must be used to run this query.',
    },
    {
      pattern: /right syntax to use near '([\s\S]*?)' at line/,
      type: 'SYNTAX_ERROR',
      message: 'Please check your query for syntax errors near "$1". Then, try running your query again.',
    },
    {
      pattern: /max_statement_time exceeded|maximum statement execution time exceeded/,
      type: 'BACKEND_TIMEOUT_ERROR',
      message: 'The query ran longer than it may and was stopped.',
    },
    { pattern: /READ ONLY transaction|read-only/i, type: 'DML_NOT_ALLOWED_ERROR', message: 'Only SELECT statements may be run.' },
    {
      pattern: /Access denied for user '(.*?)'@'.*?' to database '(.*?)'/,
      type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
      message: 'The user "$1" may not use the database "$2".',
      extra: ['username', 'database'],
    },
    {
      pattern: /Access denied for user '(.*?)'@'.*?'/,
      type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'Either the username "$1" or the password is incorrect.',
      extra: ['username', 'password'],
    },
    {
      pattern: /Unknown database '(.*?)'/,
      type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: 'Unable to connect to database "$1".',
      extra: ['database'],
    },
    {
      pattern: /is not allowed to connect to this/,
      type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'The server does not let this user connect from here.',
      extra: ['host'],
    },
    ...networkErrors,
  ],
  deny: mysqlDeny,
}
