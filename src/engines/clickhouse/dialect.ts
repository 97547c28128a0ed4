import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { buildGrains, type Grain, type SteppedUnit, type Unit } from '../shared/grains/build-grains.ts'
import { literals } from '../shared/literals.ts'
import { networkErrors } from '../shared/network-errors.ts'
import { dateText, escapedString, timestampText, utcText, withoutNul } from '../shared/sql-text.ts'
import { clickhouseDeny } from './deny.ts'

const literal = literals({
  string: escapedString,
  boolean: (value) => (value ? 'true' : 'false'),
  date: (value) => `toDate32('${dateText(value)}')`,
  timestamp: (value) => `toDateTime64('${timestampText(value, 6)}', 6)`,
  instant: (value) => `toDateTime64('${utcText(value)}', 6, 'UTC')`,
})

/** A date has no clock that could be cut. */
const clock = (column: string, type?: ColumnType) => (type === 'date' ? `toDateTime64(${column}, 3)` : column)

const step =
  (unit: SteppedUnit, count: number): Grain =>
  (column, type) =>
    `toStartOfInterval(${clock(column, type)}, INTERVAL ${count} ${unit.toUpperCase()})`

const call =
  (name: string): Grain =>
  (column) =>
    `${name}(${column})`

/** Modes of toStartOfWeek: 0 begins on Sunday, 1 on Monday. */
const week =
  (mode: 0 | 1, days = 0): Grain =>
  (column) =>
    `toStartOfWeek(${column}, ${mode})${days ? ` + INTERVAL ${days} DAY` : ''}`

const units: Record<Unit, Grain> = {
  second: step('second', 1),
  minute: step('minute', 1),
  hour: step('hour', 1),
  day: call('toStartOfDay'),
  week: week(1),
  month: call('toStartOfMonth'),
  quarter: call('toStartOfQuarter'),
  year: call('toStartOfYear'),
}

const grains = buildGrains({ trunc: (unit) => units[unit], step, sunday: week(0), saturday: week(0, 6), lastSunday: week(1, 6) })

/** Letters that differ between python's strftime and parseDateTime. */
const formatLetters: Record<string, string> = { M: 'i', S: 's', I: 'h', B: 'M' }

const bare = /^(?:Nullable|LowCardinality)\((.*)\)$/
const unwrapped = (native: string): string => {
  const inner = bare.exec(native.trim())?.[1]
  return inner === undefined ? native.trim() : unwrapped(inner)
}

const columnTypes: [RegExp, ColumnType][] = [
  [/^(Array|Tuple|Map|Nested|JSON|Object|Variant|Dynamic)\b/i, 'json'],
  [/^(U?Int\d+|bigint|integer|int|smallint|tinyint)\b/i, 'integer'],
  [/^Decimal/i, 'decimal'],
  [/^(Float|Double|BFloat|real)/i, 'float'],
  [/^Bool/i, 'boolean'],
  [/^DateTime(64\(\d+, |\()'(UTC|Etc\/UTC|GMT)'/i, 'instant'],
  [/^(DateTime|timestamp)/i, 'timestamp'],
  [/^Date/i, 'date'],
]

export const clickhouseDialect: Dialect = {
  id: 'clickhousedb',
  parser: 'clickhouse',
  capabilities: {
    ilike: true,
    nullsOrder: true,
    nullsSortFirst: false,
    expressionTypes: false,
    strictTypes: true,
    strictGroups: true,
    instants: true,
    numericTruths: false,
    orderByAlias: false,
    catalogs: false,
    schemas: true,
    limitNeedsOrder: false,
  },
  maxIdentifier: 1024,
  quote: (identifier) => `\`${withoutNul(identifier).replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
  literal,
  grains,
  epochToTime: (column, unit) => `fromUnixTimestamp64Milli(toInt64(${column}${unit === 's' ? ' * 1000' : ''}))`,
  textToTime: (column, format) =>
    `parseDateTime(${column}, ${escapedString(format.replaceAll(/%(.)/g, (_, letter: string) => `%${formatLetters[letter] ?? letter}`))})`,
  castToText: (expression) => `toString(${expression})`,
  masks: { hash: (value) => `lower(hex(MD5(${value})))`, lastFour: (value) => `concat('****', right(${value}, 4))` },
  castToTime: (expression) => `CAST(${expression} AS Nullable(DateTime64(6)))`,
  limit: (limit, offset) => {
    if (limit === null && !offset) return ''
    return offset ? `LIMIT ${limit ?? '18446744073709551615'} OFFSET ${offset}` : `LIMIT ${limit}`
  },
  columnType: (native) => columnTypes.find(([pattern]) => pattern.test(unwrapped(native)))?.[1] ?? 'string',
  errors: [
    {
      pattern: /(?:Unknown (?:expression (?:or function )?)?identifier:? [`']?|Missing columns: ')(.+?)[`',\s]/,
      type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      message: `We can't seem to resolve the column "$1".`,
    },
    {
      pattern: /Unknown table expression identifier '(.+?)'|Table (\S+?) doesn't exist/,
      type: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: 'The table "$1$2" does not exist. A valid table must be used to run this query.',
    },
    {
      pattern: /Syntax error: failed at position \d+ \(?(.+?)\)?(?: \(line|:)/,
      type: 'SYNTAX_ERROR',
      message: 'Please check your query for syntax errors at or near "$1". Then, try running your query again.',
    },
    { pattern: /in readonly mode|READONLY/, type: 'DML_NOT_ALLOWED_ERROR', message: 'Only SELECT statements may be run.' },
    {
      pattern: /TIMEOUT_EXCEEDED|Timeout exceeded/,
      type: 'BACKEND_TIMEOUT_ERROR',
      message: 'The query ran longer than it may and was stopped.',
    },
    {
      pattern: /Memory limit .*exceeded|MEMORY_LIMIT_EXCEEDED/,
      type: 'RESULT_TOO_LARGE_ERROR',
      message: 'The query needs more memory than it may use. Ask for fewer rows or groups.',
    },
    {
      pattern: /Authentication failed|Wrong password|Unknown user|REQUIRED_PASSWORD/,
      type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'Either the username or the password is incorrect.',
      extra: ['username', 'password'],
    },
    {
      pattern: /Database (\S+?) (?:doesn't|does not) exist/,
      type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: 'Unable to connect to database "$1".',
      extra: ['database'],
    },
    ...networkErrors,
  ],
  deny: clickhouseDeny,
}
