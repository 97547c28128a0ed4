import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { buildGrains, unitAround, type Grain, type Unit } from '../shared/grains/build-grains.ts'
import { literals } from '../shared/literals.ts'
import { networkErrors } from '../shared/network-errors.ts'
import { dateText, instantText, standardString, timestampText, truthText, withoutNul } from '../shared/sql-text.ts'
import { mssqlDeny } from './deny.ts'

const quote = (identifier: string): string => `[${withoutNul(identifier).replaceAll(']', ']]')}]`

/** ISO text has as many letters as its parts; cut there it is the beginning of a unit. A date has no clock before it is a time. */
const cut =
  (letters: number, rest: string): Grain =>
  (column) =>
    `CONVERT(DATETIME2, CONVERT(CHAR(${letters}), CAST(${column} AS DATETIME2), 120)${rest && ` + '${rest}'`}, 120)`

const day: Grain = (column) => `CAST(CAST(${column} AS DATE) AS DATETIME2)`

/** The first day of year 1 was a Monday; DATEPART of weekdays depends on a setting. */
const week =
  (shift: number, ending = 0): Grain =>
  (column) =>
    `DATEADD(DAY, ${ending} - (DATEDIFF(DAY, CAST('0001-01-01' AS DATE), ${column}) + ${shift}) % 7, ${day(column)})`

const first =
  (month: (column: string) => string): Grain =>
  (column) =>
    `CAST(DATEFROMPARTS(YEAR(${column}), ${month(column)}, 1) AS DATETIME2)`

const units: Record<Unit, Grain> = {
  second: cut(19, ''),
  minute: cut(16, ':00'),
  hour: cut(13, ':00:00'),
  day,
  week: week(0),
  month: first((column) => `MONTH(${column})`),
  quarter: first((column) => `DATEPART(QUARTER, ${column}) * 3 - 2`),
  year: first(() => '1'),
}

const grains = buildGrains({
  trunc: (unit) => units[unit],
  step: (unit, count) => (column) => {
    const part = unit.toUpperCase()
    const steps = `DATEPART(${part}, CAST(${column} AS DATETIME2)) / ${count}`
    return `DATEADD(${part}, ${steps} * ${count}, ${units[unitAround[unit]](column)})`
  },
  sunday: week(1),
  saturday: week(1, 6),
  lastSunday: week(0, 6),
})

/** The driver's names have an N where a column may be null. */
const columnTypes: [RegExp, ColumnType][] = [
  [/^bitn?\b/, 'boolean'],
  [/^(tiny|small|big)?intn?\b/, 'integer'],
  [/^(decimal|numeric|money|smallmoney)n?\b/, 'decimal'],
  [/^(float|real)n?\b|^double/, 'float'],
  [/^daten?$/, 'date'],
  [/^datetimeoffset/, 'instant'],
  [/^(smalldatetime|datetime)/, 'timestamp'],
]

export const mssqlDialect: Dialect = {
  id: 'mssql',
  parser: 'tsql',
  capabilities: {
    ilike: false,
    nullsOrder: false,
    nullsSortFirst: true,
    expressionTypes: false,
    strictTypes: true,
    strictGroups: true,
    instants: true,
    numericTruths: false,
    orderByAlias: true,
    catalogs: false,
    schemas: true,
    limitNeedsOrder: true,
  },
  maxIdentifier: 128,
  quote,
  literal: literals({
    string: (value) => `N${standardString(value)}`,
    boolean: (value) => (value ? '1' : '0'),
    date: (value) => `CAST('${dateText(value)}' AS DATE)`,
    timestamp: (value) => `CAST('${timestampText(value, 7)}' AS DATETIME2)`,
    instant: (value) => `CAST('${instantText(value)}' AS DATETIMEOFFSET)`,
  }),
  grains,
  epochToTime: (column, unit) =>
    unit === 's'
      ? `DATEADD(SECOND, ${column} % 86400, DATEADD(DAY, ${column} / 86400, CAST('1970-01-01' AS DATETIME2)))`
      : `DATEADD(MILLISECOND, ${column} % 86400000, DATEADD(DAY, ${column} / 86400000, CAST('1970-01-01' AS DATETIME2)))`,
  castToText: (expression, type) => (type === 'boolean' ? truthText(`${expression} = 1`) : `CAST(${expression} AS NVARCHAR(4000))`),
  castToTime: (expression) => `CAST(${expression} AS DATETIME2)`,
  isTruth: (expression, truth) => `${expression} = ${truth ? 1 : 0}`,
  nullRank: (expression) => `CASE WHEN ${expression} IS NULL THEN 1 ELSE 0 END`,
  ilike: (left, right) => `LOWER(${left}) LIKE LOWER(${right})`,
  limit: (limit, offset) => `OFFSET ${offset} ROWS${limit === null ? '' : ` FETCH NEXT ${limit} ROWS ONLY`}`,
  columnType: (native) => columnTypes.find(([pattern]) => pattern.test(native.trim().toLowerCase()))?.[1] ?? 'string',
  errors: [
    { pattern: /Invalid column name '(.+?)'/, type: 'COLUMN_DOES_NOT_EXIST_ERROR', message: `We can't seem to resolve the column "$1".` },
    {
      pattern: /Invalid object name '(.+?)'/,
      type: 'TABLE_DOES_NOT_EXIST_ERROR',
      message: 'The table "$1" does not exist. A valid table must be used to run this query.',
    },
    {
      pattern: /Incorrect syntax near (?:the keyword )?'(.+?)'/,
      type: 'SYNTAX_ERROR',
      message: 'Please check your query for syntax errors near "$1". Then, try running your query again.',
    },
    {
      pattern: /Login failed for user '(.*?)'/,
      type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: 'Either the username "$1" or the password is incorrect.',
      extra: ['username', 'password'],
    },
    {
      pattern: /Cannot open database "(.*?)"/,
      type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: 'Unable to connect to database "$1".',
      extra: ['database'],
    },
    {
      pattern: /Request failed to complete in/,
      type: 'BACKEND_TIMEOUT_ERROR',
      message: 'The query ran longer than it may and was stopped.',
    },
    ...networkErrors,
  ],
  deny: mssqlDeny,
}
