import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { buildGrains, unitAround } from '../shared/grains/build-grains.ts'
import { literals } from '../shared/literals.ts'
import { networkErrors } from '../shared/network-errors.ts'
import { doubleQuoted, numberText, standardString, timeParts, timestampText } from '../shared/sql-text.ts'
import { trinoDeny } from './deny.ts'

const largest = 2n ** 63n

/** Whole numbers are 64 bits wide unless they say that they are decimals, which have 38 digits at most. */
const numberLiteral = (value: string): string => {
  const text = numberText(value)
  if (!/^[+-]?\d+$/.test(text)) return text
  const whole = BigInt(text.replace(/^\+/, ''))
  if (whole < largest && whole >= -largest) return text
  return text.length > 38 ? `${text}e0` : `DECIMAL '${text}'`
}

const literal = literals({
  number: numberLiteral,
  instant: (value) => `TIMESTAMP '${timestampText(value)} ${timeParts(value).zone || '+00:00'}'`,
})

/** A date has no clock that could be cut. */
const clock = (column: string, type?: ColumnType) => (type === 'date' ? `CAST(${column} AS TIMESTAMP)` : column)

const grains = buildGrains({
  trunc: (unit) => (column, type) => `date_trunc('${unit}', ${unit in unitAround ? clock(column, type) : column})`,
  step: (unit, count) => (column, type) => {
    const [time, part] = [clock(column, type), unit.toUpperCase()]
    return `date_trunc('${unitAround[unit]}', ${time}) + INTERVAL '${count}' ${part} * (EXTRACT(${part} FROM ${time}) / ${count})`
  },
  sunday: (column) => `date_trunc('week', ${column} + INTERVAL '1' DAY) - INTERVAL '1' DAY`,
  saturday: (column) => `date_trunc('week', ${column} + INTERVAL '1' DAY) + INTERVAL '5' DAY`,
  lastSunday: (column) => `date_trunc('week', ${column}) + INTERVAL '6' DAY`,
})

/** Letters that differ between python's strftime and date_parse. */
const formatLetters: Record<string, string> = { M: 'i', S: 's', I: 'h', B: 'M' }

const columnTypes: [RegExp, ColumnType][] = [
  [/^(array|map|row|json)\b/, 'json'],
  [/^(tinyint|smallint|integer|int|bigint)\b/, 'integer'],
  [/^(decimal|numeric)\b/, 'decimal'],
  [/^(real|double)/, 'float'],
  [/^boolean/, 'boolean'],
  [/^date\b/, 'date'],
  [/^timestamp(\(\d+\))? with time zone/, 'instant'],
  [/^timestamp/, 'timestamp'],
]

export const trinoDialect: Dialect = {
  id: 'trino',
  parser: 'trino',
  capabilities: {
    ilike: false,
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
  maxIdentifier: 1024,
  quote: doubleQuoted,
  literal,
  grains,
  epochToTime: (column, unit) =>
    `CAST(from_unixtime(CAST(${column} AS DOUBLE)${unit === 's' ? '' : ' / 1000'}) AT TIME ZONE 'UTC' AS TIMESTAMP(3))`,
  textToTime: (column, format) =>
    `date_parse(${column}, ${standardString(format.replaceAll(/%(.)/g, (_, letter: string) => `%${formatLetters[letter] ?? letter}`))})`,
  castToText: (expression) => `CAST(${expression} AS VARCHAR)`,
  masks: { hash: (value) => `lower(to_hex(md5(to_utf8(${value}))))`, lastFour: (value) => `'****' || substr(${value}, -4)` },
  castToTime: (expression) => `CAST(${expression} AS TIMESTAMP(6))`,
  isTruth: (expression, truth) => `${expression} IS NOT DISTINCT FROM ${truth ? 'TRUE' : 'FALSE'}`,
  ilike: (left, right) => `LOWER(${left}) LIKE LOWER(${right})`,
  limit: (limit, offset) => [offset ? `OFFSET ${offset}` : '', limit === null ? '' : `LIMIT ${limit}`].filter(Boolean).join(' '),
  columnType: (native) => columnTypes.find(([pattern]) => pattern.test(native.trim().toLowerCase()))?.[1] ?? 'string',
  errors: [
    {
      pattern: /line (\d+):\d+: .*?Column '(.+?)' cannot be resolved/,
      type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      message: `We can't seem to resolve the column "$2" at line $1.`,
    },
    {
      pattern: /Table '(.+?)' does not exist/,
      type: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: 'The table "$1" does not exist. A valid table must be used to run this query.',
    },
    {
      pattern: /Schema '(.+?)' does not exist/,
      type: 'SCHEMA_DOES_NOT_EXIST_ERROR',
      message: 'The schema "$1" does not exist. A valid schema must be used to run this query.',
    },
    {
      pattern: /mismatched input '(.+?)'/,
      type: 'SYNTAX_ERROR',
      message: 'Please check your query for syntax errors at or near "$1". Then, try running your query again.',
    },
    {
      pattern: /EXCEEDED_TIME_LIMIT|exceeded the maximum (?:execution|run) time/i,
      type: 'BACKEND_TIMEOUT_ERROR',
      message: 'The query ran longer than it may and was stopped.',
    },
    {
      pattern: /Query exceeded .*memory limit/i,
      type: 'RESULT_TOO_LARGE_ERROR',
      message: 'The query needs more memory than it may use. Ask for fewer rows or groups.',
    },
    {
      pattern: /Access Denied|Authentication failed|HTTP 401/i,
      type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'Either the username or the password is incorrect.',
      extra: ['username', 'password'],
    },
    {
      pattern: /Catalog '(.+?)' (?:does not exist|not found)/,
      type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: 'Unable to connect to catalog "$1".',
      extra: ['database'],
    },
    ...networkErrors,
  ],
  deny: trinoDeny,
}
