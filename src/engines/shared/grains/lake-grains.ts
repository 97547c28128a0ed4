import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../../dialect.ts'
import { buildGrains, unitAround, type Grain, type Unit } from './build-grains.ts'

const clock = (column: string, type?: ColumnType) => (type === 'date' ? `CAST(${column} AS DATETIME)` : column)

/** Grains of engines that have the intervals of MySQL and a `date_trunc` with Monday weeks. */
export const lakeGrains = (truncate: (unit: Unit, time: string) => string): Dialect['grains'] => {
  const sunday: Grain = (column, type) => `${truncate('week', `${clock(column, type)} + INTERVAL 1 DAY`)} - INTERVAL 1 DAY`
  return buildGrains({
    trunc: (unit) => (column, type) => truncate(unit, clock(column, type)),
    step: (unit, count) => (column, type) => {
      const time = clock(column, type)
      const part = unit.toUpperCase()
      return `${truncate(unitAround[unit], time)} + INTERVAL FLOOR(${part}(${time}) / ${count}) * ${count} ${part}`
    },
    sunday,
    saturday: (column, type) => `${sunday(column, type)} + INTERVAL 6 DAY`,
    lastSunday: (column, type) => `${truncate('week', clock(column, type))} + INTERVAL 6 DAY`,
  })
}
