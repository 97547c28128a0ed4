import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { buildGrains, type Grain, type SteppedUnit, type Unit } from '../shared/grains/build-grains.ts'
import { literals } from '../shared/literals.ts'
import { dateText, doubleQuoted, timestampText, truthText } from '../shared/sql-text.ts'
import { timeOfText } from '../shared/time-of-text.ts'
import { sqliteDeny } from './deny.ts'

/** Times are texts and compare as texts; instants are UTC without a suffix. */
const utcText = (value: string): string => timestampText(new Date(timeOfText(value)).toISOString().replace('.000Z', 'Z'))

const literal = literals({
  date: (value) => `'${dateText(value)}'`,
  timestamp: (value) => `'${timestampText(value)}'`,
  instant: (value) => `'${utcText(value)}'`,
})

/** Whole seconds of a time's text: the engine would round 59.9999 up. */
const seconds = (column: string) => `SUBSTR(${column}, 1, 19)`

const format =
  (pattern: string): Grain =>
  (column) =>
    `STRFTIME('${pattern}', ${seconds(column)})`

/** A date stays a date, so that it equals the literals of dates. */
const wholeDays =
  (...modifiers: string[]): Grain =>
  (column, type) =>
    `${type === 'date' ? 'DATE' : 'DATETIME'}(${[seconds(column), ...modifiers].join(', ')})`

const moved = (...modifiers: string[]): Grain => wholeDays(...modifiers.map((modifier) => `'${modifier}'`))

const units: Record<Unit, Grain> = {
  second: format('%Y-%m-%d %H:%M:%S'),
  minute: format('%Y-%m-%d %H:%M:00'),
  hour: format('%Y-%m-%d %H:00:00'),
  day: moved('start of day'),
  week: moved('start of day', 'weekday 0', '-6 days'),
  month: moved('start of month'),
  quarter: (column, type) =>
    wholeDays("'start of month'", `PRINTF('-%d month', (STRFTIME('%m', ${seconds(column)}) - 1) % 3)`)(column, type),
  year: moved('start of year'),
}

/** Of a text: what stands before a unit, the unit, and what follows. */
const around: Record<SteppedUnit, [before: string, part: string, after: string]> = {
  second: ['%Y-%m-%d %H:%M:', '%S', ''],
  minute: ['%Y-%m-%d %H:', '%M', ':00'],
  hour: ['%Y-%m-%d ', '%H', ':00:00'],
}

const grains = buildGrains({
  trunc: (unit) => units[unit],
  step: (unit, count) => (column) => {
    const [before, part, after] = around[unit]
    const time = seconds(column)
    return `STRFTIME('${before}', ${time}) || PRINTF('%02d${after}', STRFTIME('${part}', ${time}) / ${count} * ${count})`
  },
  sunday: moved('start of day', 'weekday 6', '-6 days'),
  saturday: moved('start of day', 'weekday 6'),
  lastSunday: moved('start of day', 'weekday 0'),
})

const partWidth: Record<string, number> = { Y: 4, m: 2, d: 2, H: 2, M: 2, S: 2, f: 6 }

/** Rearranges a fixed-width text into SQLite's format; other formats are not changed. */
const textToTime = (column: string, python: string): string => {
  const places: Record<string, string> = {}
  let at = 1
  for (const [, letter, plain = ''] of python.matchAll(/%(.)|([^%]+)/g)) {
    if (!letter) {
      at += plain.length
      continue
    }
    const width = partWidth[letter]
    if (!width) return column
    places[letter] = `SUBSTR(${column}, ${at}, ${width})`
    at += width
  }
  const { Y, m = "'01'", d = "'01'", H = "'00'", M = "'00'", S = "'00'" } = places
  return Y ? `(${Y} || '-' || ${m} || '-' || ${d} || ' ' || ${H} || ':' || ${M} || ':' || ${S})` : column
}

/** The engine's own rules of affinity, after the names that say more. */
const columnTypes: [RegExp, ColumnType][] = [
  [/^BOOL/, 'boolean'],
  [/^(TIMESTAMPTZ|TIMESTAMP WITH TIME ZONE|DATETIMETZ)/, 'instant'],
  [/^(TIMESTAMP|DATETIME)/, 'timestamp'],
  [/^DATE/, 'date'],
  [/^JSON/, 'json'],
  [/INT|^BIT\b/, 'integer'],
  [/CHAR|CLOB|TEXT/, 'string'],
  [/REAL|FLOA|DOUB/, 'float'],
  [/NUMERIC|DECIMAL|NUMBER/, 'decimal'],
]

export const sqliteDialect: Dialect = {
  id: 'sqlite',
  parser: 'sqlite',
  capabilities: {
    ilike: false,
    nullsOrder: true,
    nullsSortFirst: true,
    expressionTypes: false,
    strictTypes: false,
    strictGroups: false,
    instants: true,
    numericTruths: false,
    orderByAlias: true,
    catalogs: false,
    schemas: true,
    limitNeedsOrder: false,
  },
  maxIdentifier: 1024,
  holdsAnyType: true,
  quote: doubleQuoted,
  literal,
  grains,
  epochToTime: (column, unit) =>
    unit === 's' ? `DATETIME(${column}, 'unixepoch')` : `STRFTIME('%Y-%m-%d %H:%M:%f', ${column} / 1000.0, 'unixepoch')`,
  textToTime,
  castToText: (expression, type) => (type === 'boolean' ? truthText(expression) : `CAST(${expression} AS TEXT)`),
  masks: { lastFour: (value) => `'****' || SUBSTR(${value}, -4)` },
  castToTime: (expression) => `DATETIME(${expression})`,
  ilike: (left, right) => `LOWER(${left}) LIKE LOWER(${right})`,
  limit: (limit, offset) => {
    if (limit === null && !offset) return ''
    return offset ? `LIMIT ${limit ?? -1} OFFSET ${offset}` : `LIMIT ${limit}`
  },
  columnType: (native) => columnTypes.find(([pattern]) => pattern.test(native.trim().toUpperCase()))?.[1] ?? 'string',
  errors: [
    {
      pattern: /no such column: "?(.+?)"?(?: - .*)?$/m,
      type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      message: `We can't seem to resolve the column "$1".`,
    },
    {
      pattern: /no such table: (.+)/,
      type: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: 'The table "$1" does not exist. A valid table must be used to run this query.',
    },
    {
      pattern: /near "(.+?)": syntax error/,
      type: 'SYNTAX_ERROR',
      message: 'Please check your query for syntax errors at or near "$1". Then, try running your query again.',
    },
    {
      pattern: /incomplete input/,
      type: 'SYNTAX_ERROR',
      message: 'Please check your query for syntax errors at its end. Then, try running your query again.',
    },
    {
      pattern: /not authorized|attempt to write a readonly database/,
      type: 'DML_NOT_ALLOWED_ERROR',
      message: 'Only SELECT statements may be run.',
    },
    {
      pattern: /out of memory/i,
      type: 'RESULT_TOO_LARGE_ERROR',
      message: 'The query needs more memory than it may use. Ask for fewer rows or groups.',
    },
    {
      pattern: /unable to open database file/,
      type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: 'Unable to connect to the database file.',
      extra: ['database'],
    },
    {
      pattern: /file is not a database|database disk image is malformed/,
      type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: 'The file is not a database that SQLite can read.',
      extra: ['database'],
    },
  ],
  deny: sqliteDeny,
}
