import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { buildGrains, unitAround, type Unit } from '../shared/grains/build-grains.ts'
import { literals } from '../shared/literals.ts'
import { networkErrors } from '../shared/network-errors.ts'
import { backquoted, dateText, instantText, timestampText, withoutNul } from '../shared/sql-text.ts'
import { databricksDeny } from './deny.ts'

/** Literals side by side are one: a quote is escaped, never doubled. */
const text = (value: string): string => `'${withoutNul(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const trunc = (unit: Unit, time: string) => `DATE_TRUNC('${unit.toUpperCase()}', ${time})`
const add = (days: number, time: string) => `DATEADD(DAY, ${days}, ${time})`
const sunday = (column: string) => add(-1, trunc('week', add(1, column)))

const grains = buildGrains({
  trunc: (unit) => (column) => trunc(unit, column),
  step: (unit, count) => (column) => {
    const part = unit.toUpperCase()
    return `DATEADD(${part}, CAST(FLOOR(${part}(${column}) / ${count}) AS INT) * ${count}, ${trunc(unitAround[unit], column)})`
  },
  sunday,
  saturday: (column) => add(6, sunday(column)),
  lastSunday: (column) => add(6, trunc('week', column)),
})

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
    numericTruths: false,
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
