import type { Dialect } from '../dialect.ts'
import { postgresDialect } from '../postgres/dialect.ts'
import { buildGrains, unitAround, type Unit } from '../shared/grains/build-grains.ts'
import { literals } from '../shared/literals.ts'
import { escapedString } from '../shared/sql-text.ts'

const add = (unit: string, count: string, time: string) => `DATEADD(${unit}, ${count}, ${time})`
const trunc = (unit: Unit, time: string) => `DATE_TRUNC('${unit}', ${time})`
/** The Monday of the week that the next day is in. */
const nextMonday = (column: string) => trunc('week', add('day', '1', column))

const grains = buildGrains({
  trunc: (unit) => (column) => trunc(unit, column),
  // Intervals cannot be multiplied.
  step: (unit, count) => (column, type) => {
    const time = type === 'date' ? `CAST(${column} AS TIMESTAMP)` : column
    const steps = `(CAST(EXTRACT(${unit.toUpperCase()} FROM ${time}) AS INTEGER) / ${count})`
    return add(unit, `${count} * ${steps}`, trunc(unitAround[unit], time))
  },
  sunday: (column) => add('day', '-1', nextMonday(column)),
  saturday: (column) => add('day', '5', nextMonday(column)),
  lastSunday: (column) => add('day', '6', trunc('week', column)),
})

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
