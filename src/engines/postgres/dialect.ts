import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { dateText, doubleQuoted, escapedString, standardString, timestampText } from '../shared/sql-text.ts'
import { dateTruncGrains } from '../shared/grains/date-trunc.ts'
import { literals } from '../shared/literals.ts'
import { networkErrors } from '../shared/network-errors.ts'
import { postgresDeny } from './deny.ts'

/** `E'…'` if there is a backslash: correct for any `standard_conforming_strings`. */
const text = (value: string): string => (value.includes('\\') ? `E${escapedString(value)}` : standardString(value))

/** Python's strftime directives → those of TO_TIMESTAMP; other text is quoted. */
const formatLetters: Record<string, string> = {
  Y: 'YYYY',
  y: 'YY',
  m: 'MM',
  d: 'DD',
  H: 'HH24',
  I: 'HH12',
  M: 'MI',
  S: 'SS',
  f: 'US',
  p: 'AM',
  b: 'Mon',
  B: 'FMMonth',
  j: 'DDD',
}
const toTimestampFormat = (format: string): string =>
  format.replaceAll(/%(.)|([^%]+)/g, (_, letter?: string, plain?: string) =>
    plain === undefined
      ? (formatLetters[letter ?? ''] ?? letter ?? '')
      : /^[-/:., ]+$/.test(plain)
        ? plain
        : `"${plain.replaceAll('"', '')}"`,
  )

const literal = literals({ string: text })

/** Superset's form, which statements around a template may rely on: `TO_TIMESTAMP` gives a time with a zone, that of the session. */
const templateLiteral: Dialect['literal'] = (value) => {
  if (value.type === 'date') return `TO_DATE(${standardString(dateText(value.value))}, 'YYYY-MM-DD')`
  if (value.type !== 'timestamp') return literal(value)
  const [seconds = '', fraction = ''] = timestampText(value.value, 6).split('.')
  return `TO_TIMESTAMP(${standardString(`${seconds}.${fraction.padEnd(6, '0')}`)}, 'YYYY-MM-DD HH24:MI:SS.US')`
}

const columnTypes: [RegExp, ColumnType][] = [
  [/\[\]$|^(jsonb?|array|hstore)\b/, 'json'],
  [/^(smallint|integer|int\d*|bigint|serial|smallserial|bigserial|oid)\b/, 'integer'],
  [/^(numeric|decimal)\b/, 'decimal'],
  [/^(real|double|float)/, 'float'],
  [/^bool/, 'boolean'],
  [/^date\b/, 'date'],
  [/^(timestamptz|timestamp(\(\d\))? with time zone)/, 'instant'],
  [/^timestamp/, 'timestamp'],
]

export const postgresDialect: Dialect = {
  id: 'postgresql',
  parser: 'postgresql',
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
  maxIdentifier: 63,
  quote: doubleQuoted,
  literal,
  templateLiteral,
  grains: dateTruncGrains,
  epochToTime: (column, unit) => `(TIMESTAMP 'epoch' + ${column} * INTERVAL '1 ${unit === 's' ? 'second' : 'millisecond'}')`,
  textToTime: (column, format) => `CAST(TO_TIMESTAMP(${column}, ${text(toTimestampFormat(format))}) AS TIMESTAMP)`,
  castToText: (expression) => `CAST(${expression} AS TEXT)`,
  masks: { hash: (value) => `md5(${value})`, lastFour: (value) => `'****' || right(${value}, 4)` },
  castToTime: (expression) => `CAST(${expression} AS TIMESTAMP)`,
  limit: (limit, offset) => [limit === null ? '' : `LIMIT ${limit}`, offset ? `OFFSET ${offset}` : ''].filter(Boolean).join(' '),
  columnType: (native) => columnTypes.find(([pattern]) => pattern.test(native.trim().toLowerCase()))?.[1] ?? 'string',
  errors: [
    {
      pattern: /column "?(.+?)"? does not exist\s+LINE (\d+)/,
      type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      message: `We can't seem to resolve the column "$1" at line $2.`,
    },
    {
      pattern: /syntax error at or near "(.+?)"/,
      type: 'SYNTAX_ERROR',
      message: 'Please check your query for syntax errors at or near "$1". Then, try running your query again.',
    },
    {
      pattern: /cannot execute .* in a read-only transaction/,
      type: 'DML_NOT_ALLOWED_ERROR',
      message: 'Only SELECT statements may be run.',
    },
    {
      pattern: /canceling statement due to statement timeout/,
      type: 'BACKEND_TIMEOUT_ERROR',
      message: 'The query ran longer than it may and was stopped.',
    },
    {
      pattern: /role "(.*?)" does not exist/,
      type: 'CONNECTION_INVALID_USERNAME_ERROR',
      message: 'The username "$1" does not exist.',
      extra: ['username'],
    },
    {
      pattern: /password authentication failed for user "(.*?)"/,
      type: 'CONNECTION_INVALID_PASSWORD_ERROR',
      message: 'The password provided for username "$1" is incorrect.',
      extra: ['username', 'password'],
    },
    {
      pattern: /client password must be a string|no password supplied|password must be a non-empty string/,
      type: 'CONNECTION_INVALID_PASSWORD_ERROR',
      message: 'Please re-enter the password.',
      extra: ['password'],
    },
    {
      pattern: /no pg_hba\.conf entry|pg_hba\.conf rejects/,
      type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'The server does not let this user connect from here.',
      extra: ['username', 'host'],
    },
    {
      pattern: /database "(.*?)" does not exist/,
      type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: 'Unable to connect to database "$1".',
      extra: ['database'],
    },
    {
      pattern: /permission denied to set role "(.*)"/,
      type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'The user of the connection may not act for "$1".',
      extra: ['username'],
    },
    {
      pattern: /permission denied for database "(.*?)"/,
      type: 'CONNECTION_DATABASE_PERMISSIONS_ERROR',
      message: 'The user may not connect to database "$1".',
      extra: ['database'],
    },
    ...networkErrors,
  ],
  deny: postgresDeny,
}
