import { ownValue } from '#core/encoding/own-keys.ts'
import { BodyError } from '#core/errors.ts'
import { DAY, HOUR, MINUTE, SECOND, startOf, weekdayOf } from '#core/time/civil.ts'

type Rollback = (wall: number) => number

const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

const toStart =
  (unit: 'year' | 'quarter' | 'month'): Rollback =>
  (wall) =>
    startOf(wall, unit)

/** The last day of the unit: the day itself, or that of the unit before. */
const toEnd =
  (unit: 'year' | 'quarter' | 'month'): Rollback =>
  (wall) => {
    const day = startOf(wall, 'day')
    return startOf(day + DAY, unit) - DAY
  }

const toWeekday =
  (weekday: number): Rollback =>
  (wall) => {
    const day = startOf(wall, 'day')
    return day - ((weekdayOf(day) - weekday + 7) % 7) * DAY
  }

/** Frequencies whose periods begin anywhere: each time is one of its own. */
const ticks: Record<string, number> = { D: DAY, H: HOUR, T: MINUTE, MIN: MINUTE, S: SECOND }

const byName: Record<string, Rollback> = {
  AS: toStart('year'),
  YS: toStart('year'),
  QS: toStart('quarter'),
  MS: toStart('month'),
  A: toEnd('year'),
  Y: toEnd('year'),
  YE: toEnd('year'),
  Q: toEnd('quarter'),
  QE: toEnd('quarter'),
  M: toEnd('month'),
  ME: toEnd('month'),
  W: toWeekday(weekdays.indexOf('SUN')),
}

/** The start of the period that a time is in, for a frequency as `AS`, `W-MON`, `52W-MON`, `MS` or `D`. @throws 400 for an unknown one */
export const rollbackOf = (frequency: string): Rollback => {
  const [, name = '', anchor = ''] = /^\d*([A-Za-z]+)(?:-([A-Za-z]{3}))?$/.exec(frequency.trim()) ?? []
  const found = ownValue(byName, name.toUpperCase())
  if (anchor === '' && found) return found
  const weekday = weekdays.indexOf(anchor.toUpperCase())
  if (name.toUpperCase() === 'W' && weekday >= 0) return toWeekday(weekday)
  if (anchor === '' && Object.hasOwn(ticks, name.toUpperCase())) return (wall) => wall
  throw new BodyError(400, { error: `Invalid frequency: ${frequency}` })
}
