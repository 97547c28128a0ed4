import type { ColumnType } from '#core/table.ts'
import type { Dialect } from '../../dialect.ts'

/** A time column → an expression. Some engines need to know that it is a date, or an instant. */
export type Grain = (column: string, type?: ColumnType) => string

export type SteppedUnit = 'second' | 'minute' | 'hour'
export type Unit = SteppedUnit | 'day' | 'week' | 'month' | 'quarter' | 'year'

/** Steps are counted from the beginning of this unit. */
export const unitAround = { second: 'minute', minute: 'hour', hour: 'day' } as const satisfies Record<SteppedUnit, Unit>

type Parts = {
  /** The beginning of a unit. Weeks begin on Monday. */
  trunc: (unit: Unit) => Grain
  /** The beginning of a step of several units. */
  step: (unit: SteppedUnit, count: number) => Grain
  /** The first day of a week from Sunday to Saturday. */
  sunday: Grain
  /** The last day of such a week. */
  saturday: Grain
  /** The last day of a week from Monday to Sunday. */
  lastSunday: Grain
}

/** The grains that every engine has, of what it says of units and weeks. */
export const buildGrains = ({ trunc, step, sunday, saturday, lastSunday }: Parts): Dialect['grains'] => ({
  PT1S: trunc('second'),
  PT5S: step('second', 5),
  PT30S: step('second', 30),
  PT1M: trunc('minute'),
  PT5M: step('minute', 5),
  PT10M: step('minute', 10),
  PT15M: step('minute', 15),
  PT30M: step('minute', 30),
  'PT0.5H': step('minute', 30),
  PT1H: trunc('hour'),
  PT6H: step('hour', 6),
  P1D: trunc('day'),
  P1W: trunc('week'),
  P1M: trunc('month'),
  P3M: trunc('quarter'),
  'P0.25Y': trunc('quarter'),
  P1Y: trunc('year'),
  '1969-12-28T00:00:00Z/P1W': sunday,
  '1969-12-29T00:00:00Z/P1W': trunc('week'),
  'P1W/1970-01-03T00:00:00Z': saturday,
  'P1W/1970-01-04T00:00:00Z': lastSunday,
})
