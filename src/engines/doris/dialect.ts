import { namesOf, relationsOf } from '#core/sql/deny.ts'
import type { Dialect } from '../dialect.ts'
import { mysqlDialect } from '../mysql/dialect.ts'
import { lakeGrains } from '../shared/grains/lake-grains.ts'
import { literals } from '../shared/literals.ts'
import { dateText, escapedString, timestampText, utcText } from '../shared/sql-text.ts'

const time = (value: string) => `CAST('${value}' AS DATETIME)`

/** Sessions, statements and settings of others. */
const ownRelations = relationsOf({ schemas: namesOf({ names: '__internal_schema' }) })

/** MySQL's words, with other functions on times. */
export const dorisDialect: Dialect = {
  ...mysqlDialect,
  id: 'doris',
  parser: 'doris',
  capabilities: { ...mysqlDialect.capabilities, nullsOrder: true, strictGroups: true },
  literal: literals({
    string: escapedString,
    date: (value) => `CAST('${dateText(value)}' AS DATE)`,
    timestamp: (value) => time(timestampText(value, 6)),
    instant: (value) => `CONVERT_TZ(${time(utcText(value))}, '+00:00', @@session.time_zone)`,
  }),
  grains: lakeGrains((unit, column) => `DATE_TRUNC(${column}, '${unit}')`),
  epochToTime: (column, unit) =>
    `CAST('1970-01-01 00:00:00' AS DATETIME) + INTERVAL ${unit === 's' ? column : `FLOOR(${column} / 1000)`} SECOND`,
  castToText: (expression, type) =>
    type === 'boolean' ? `CASE WHEN ${expression} THEN 'true' WHEN NOT ${expression} THEN 'false' END` : `CAST(${expression} AS STRING)`,
  castToTime: (expression) => `CAST(${expression} AS DATETIME)`,
  deny: {
    ...mysqlDialect.deny,
    relations: (relation) => (mysqlDialect.deny.relations?.(relation) ?? false) || ownRelations(relation),
    tableFunctions: namesOf({ names: 'numbers' }),
  },
}
