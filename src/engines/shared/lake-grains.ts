import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../dialect.ts'

type Truncate = (unit: string, time: string) => string

const sixDays = (time: string) => `${time} + INTERVAL 6 DAY`

/** Grains of engines that have the intervals of MySQL and a `date_trunc` with Monday weeks. */
export const lakeGrains = (truncate: Truncate): Dialect['grains'] => {
  const clock = (column: string, type?: ColumnType) => (type === 'date' ? `CAST(${column} AS DATETIME)` : column)
  const trunc = (unit: string) => (column: string, type?: ColumnType) => truncate(unit, clock(column, type))
  const step = (outer: string, unit: 'SECOND' | 'MINUTE' | 'HOUR', count: number) => (column: string, type?: ColumnType) => {
    const time = clock(column, type)
    return `${truncate(outer, time)} + INTERVAL FLOOR(${unit}(${time}) / ${count}) * ${count} ${unit}`
  }
  const minutes = (count: number) => step('hour', 'MINUTE', count)
  const sundays = (column: string, type?: ColumnType) => `${truncate('week', `${clock(column, type)} + INTERVAL 1 DAY`)} - INTERVAL 1 DAY`
  const mondays = trunc('week')
  return {
    PT1S: trunc('second'),
    PT5S: step('minute', 'SECOND', 5),
    PT30S: step('minute', 'SECOND', 30),
    PT1M: trunc('minute'),
    PT5M: minutes(5),
    PT10M: minutes(10),
    PT15M: minutes(15),
    PT30M: minutes(30),
    'PT0.5H': minutes(30),
    PT1H: trunc('hour'),
    PT6H: step('day', 'HOUR', 6),
    P1D: trunc('day'),
    P1W: mondays,
    P1M: trunc('month'),
    P3M: trunc('quarter'),
    'P0.25Y': trunc('quarter'),
    P1Y: trunc('year'),
    '1969-12-28T00:00:00Z/P1W': sundays,
    '1969-12-29T00:00:00Z/P1W': mondays,
    'P1W/1970-01-03T00:00:00Z': (column, type) => sixDays(sundays(column, type)),
    'P1W/1970-01-04T00:00:00Z': (column, type) => sixDays(mondays(column, type)),
  }
}
