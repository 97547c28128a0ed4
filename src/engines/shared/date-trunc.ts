import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'

type Grain = (column: string, type?: ColumnType) => string

const trunc =
  (unit: string): Grain =>
  (column) =>
    `DATE_TRUNC('${unit}', ${column})`

/** `DATE_TRUNC('hour', c) + INTERVAL '5 minutes' * FLOOR(EXTRACT(MINUTE FROM c) / 5)`; a date has no minutes to extract. */
const step =
  (outer: string, part: string, count: number): Grain =>
  (column, type) => {
    const time = type === 'date' ? `CAST(${column} AS TIMESTAMP)` : column
    return `DATE_TRUNC('${outer}', ${time}) + INTERVAL '${count} ${part.toLowerCase()}s' * FLOOR(EXTRACT(${part} FROM ${time}) / ${count})`
  }

/** Grains of engines that have `date_trunc` with Monday weeks and intervals that can be multiplied. */
export const dateTruncGrains: Dialect['grains'] = {
  PT1S: trunc('second'),
  PT5S: step('minute', 'SECOND', 5),
  PT30S: step('minute', 'SECOND', 30),
  PT1M: trunc('minute'),
  PT5M: step('hour', 'MINUTE', 5),
  PT10M: step('hour', 'MINUTE', 10),
  PT15M: step('hour', 'MINUTE', 15),
  PT30M: step('hour', 'MINUTE', 30),
  'PT0.5H': step('hour', 'MINUTE', 30),
  PT1H: trunc('hour'),
  PT6H: step('day', 'HOUR', 6),
  P1D: trunc('day'),
  P1W: trunc('week'),
  P1M: trunc('month'),
  P3M: trunc('quarter'),
  'P0.25Y': trunc('quarter'),
  P1Y: trunc('year'),
  '1969-12-28T00:00:00Z/P1W': (column) => `DATE_TRUNC('week', ${column} + INTERVAL '1 day') - INTERVAL '1 day'`,
  '1969-12-29T00:00:00Z/P1W': trunc('week'),
  'P1W/1970-01-03T00:00:00Z': (column) => `DATE_TRUNC('week', ${column} + INTERVAL '1 day') + INTERVAL '5 days'`,
  'P1W/1970-01-04T00:00:00Z': (column) => `DATE_TRUNC('week', ${column}) + INTERVAL '6 days'`,
}
