import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'
import { postgresDialect } from '../postgres/dialect.ts'
import { literals } from '../shared/literals.ts'
import { escapedString } from '../shared/sql-text.ts'

type Unit = 'second' | 'minute' | 'hour'

const add = (unit: string, count: string, time: string) => `DATEADD(${unit}, ${count}, ${time})`
const trunc = (unit: string, time: string) => `DATE_TRUNC('${unit}', ${time})`

/** Intervals cannot be multiplied. */
const step =
  (outer: 'minute' | 'hour' | 'day', unit: Unit, count: number) =>
  (column: string, type?: ColumnType): string => {
    const time = type === 'date' ? `CAST(${column} AS TIMESTAMP)` : column
    return add(unit, `${count} * (CAST(EXTRACT(${unit.toUpperCase()} FROM ${time}) AS INTEGER) / ${count})`, trunc(outer, time))
  }

const minutes = (count: number) => step('hour', 'minute', count)
const sundays = (column: string) => trunc('week', add('day', '1', column))

const grains: Dialect['grains'] = {
  ...postgresDialect.grains,
  PT5S: step('minute', 'second', 5),
  PT30S: step('minute', 'second', 30),
  PT5M: minutes(5),
  PT10M: minutes(10),
  PT15M: minutes(15),
  PT30M: minutes(30),
  'PT0.5H': minutes(30),
  PT6H: step('day', 'hour', 6),
  '1969-12-28T00:00:00Z/P1W': (column) => add('day', '-1', sundays(column)),
  'P1W/1970-01-03T00:00:00Z': (column) => add('day', '5', sundays(column)),
  'P1W/1970-01-04T00:00:00Z': (column) => add('day', '6', trunc('week', column)),
}

const literal = literals({ string: escapedString })

export const redshiftDialect: Dialect = {
  ...postgresDialect,
  id: 'redshift',
  parser: 'redshift',
  capabilities: { ...postgresDialect.capabilities, catalogs: false },
  maxIdentifier: 127,
  literal,
  grains,
  epochToTime: (column, unit) => add(unit === 's' ? 'second' : 'millisecond', column, `TIMESTAMP 'epoch'`),
  castToText: (expression, type) =>
    type === 'boolean' ? `CASE WHEN ${expression} THEN 'true' WHEN NOT ${expression} THEN 'false' END` : `CAST(${expression} AS VARCHAR)`,
}
