import { addMonths, DAY, dateOf, daysInMonth, HOUR, MINUTE, SECOND, wallOf, weekdayOf } from '../time/civil.ts'
import { TransformError } from './operation.ts'

/** How a rule cuts time, in naive epoch ms: the label of the first bucket, the label after another, and whether a bucket is over at a time. */
export type ResampleRule = { first: number; next: (label: number) => number; isOver: (label: number, wall: number) => boolean }

const fixed: Record<string, number> = {
  L: 1,
  S: SECOND,
  T: MINUTE,
  MIN: MINUTE,
  H: HOUR,
  D: DAY,
}
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

const day = (wall: number) => Math.floor(wall / DAY) * DAY

const monthEnd = (wall: number): number => {
  const { year, month } = dateOf(wall)
  return wallOf(year, month, daysInMonth(year, month))
}

/** First day of the period of `months` months, counted so that one begins in month `anchor` (1 to 12). */
const periodStart = (wall: number, months: number, anchor: number): number => {
  const { year, month } = dateOf(wall)
  const into = (((month - anchor) % months) + months) % months
  return addMonths(wallOf(year, month), -into)
}

type Calendar = { months: number; atEnd: boolean }
const calendars: Record<string, Calendar> = {
  M: { months: 1, atEnd: true },
  ME: { months: 1, atEnd: true },
  MS: { months: 1, atEnd: false },
  Q: { months: 3, atEnd: true },
  QE: { months: 3, atEnd: true },
  QS: { months: 3, atEnd: false },
  A: { months: 12, atEnd: true },
  Y: { months: 12, atEnd: true },
  YE: { months: 12, atEnd: true },
  AE: { months: 12, atEnd: true },
  AS: { months: 12, atEnd: false },
  YS: { months: 12, atEnd: false },
}

/** Labelled by the beginning: over when the next bucket begins. */
const fromStart = (first: number, next: (label: number) => number): ResampleRule => ({
  first,
  next,
  isOver: (label, wall) => wall >= next(label),
})

/** Labelled by the last day: over when that day is. */
const byLastDay = (first: number, next: (label: number) => number): ResampleRule => ({
  first,
  next,
  isOver: (label, wall) => day(wall) > label,
})

/**
 * A rule such as `1D`, `6H`, `1W`, `1W-MON`, `1M`, `2MS`, `1QS`, `1Y`, counted from the first time of the data.
 * Weeks, `M`, `Q` and `Y` are labelled by their last day, all others by their beginning.
 * @throws TransformError
 */
export const resampleRule = (text: string, first: number): ResampleRule => {
  const [, digits = '', unit = '', anchor] = /^\s*(\d*)\s*([A-Za-z]+?)(?:-([A-Za-z]{3}))?\s*$/.exec(text) ?? []
  const count = digits === '' ? 1 : Number(digits)
  const name = unit.toUpperCase()
  const calendar = unit === name || unit.length > 1 ? calendars[name] : undefined
  if (count < 1 || !Number.isSafeInteger(count)) throw new TransformError(`Invalid frequency: ${text}`)
  if (name === 'W') return weekly(first, count, anchor ? weekdays.indexOf(anchor.toUpperCase()) : 6, text)
  if (unit === 'ms') return fixedRule(first, count)
  if (calendar) return calendarRule(first, count, calendar, monthOf(anchor, calendar, text))
  const length = Object.hasOwn(fixed, name) ? fixed[name] : undefined
  if (!length || anchor) throw new TransformError(`Invalid frequency: ${text}`)
  return fixedRule(first, count * length)
}

/** Buckets are counted from midnight of the first day. */
const fixedRule = (first: number, length: number): ResampleRule => {
  const origin = day(first)
  return fromStart(origin + Math.floor((first - origin) / length) * length, (label) => label + length)
}

const weekly = (first: number, count: number, lastDay: number, text: string): ResampleRule => {
  if (lastDay < 0) throw new TransformError(`Invalid frequency: ${text}`)
  return byLastDay(day(first) + ((lastDay - weekdayOf(first) + 7) % 7) * DAY, (label) => label + count * 7 * DAY)
}

/** Month in which a period ends or begins, 1 to 12. */
const monthOf = (name: string | undefined, { atEnd }: Calendar, text: string): number => {
  const month = name === undefined ? (atEnd ? 12 : 1) : monthNames.indexOf(name.toUpperCase()) + 1
  if (month === 0) throw new TransformError(`Invalid frequency: ${text}`)
  return month
}

/** The first bucket is one period, whatever the count, when periods are labelled by their end: it ends with the first time's period. */
const calendarRule = (first: number, count: number, { months, atEnd }: Calendar, anchor: number): ResampleRule => {
  const begin = periodStart(first, months, atEnd ? (anchor % 12) + 1 : anchor)
  if (!atEnd) return fromStart(begin, (label) => addMonths(label, count * months))
  return byLastDay(monthEnd(addMonths(begin, months - 1)), (label) => monthEnd(addMonths(label, count * months)))
}
