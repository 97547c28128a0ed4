import { addMonths, DAY, dateOf, daysInMonth, HOUR, MINUTE, SECOND, wallOf, weekdayOf } from '../../time/civil.ts'
import { TransformError } from '../operation.ts'

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

const monthStart = (wall: number): number => wallOf(dateOf(wall).year, dateOf(wall).month)

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

/** `business` moves a label that falls on a weekend into the period. */
type Calendar = { months: number; atEnd: boolean; business?: boolean }
const plainCalendars: Record<string, Calendar> = {
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
const calendars: Record<string, Calendar> = {
  ...plainCalendars,
  ...Object.fromEntries(Object.entries(plainCalendars).map(([name, calendar]) => [`B${name}`, { ...calendar, business: true }])),
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

const fixedLength = (digits: string, unit: string): number => {
  const count = digits === '' ? 1 : Number(digits)
  const name = unit === 'ms' ? 'L' : unit.toUpperCase()
  return Object.hasOwn(fixed, name) && Number.isSafeInteger(count) ? count * (fixed[name] ?? 0) : 0
}

/** `6H`, and lengths that add up: `1D12H`; 0 for what is no fixed length. */
const fixedSum = (text: string): number => {
  if (!/^\s*(\d*\s*[A-Za-z]+\s*)(\d+\s*[A-Za-z]+\s*)*$/.test(text)) return 0
  const lengths = Array.from(text.matchAll(/(\d*)\s*([A-Za-z]+)/g), ([, digits = '', unit = '']) => fixedLength(digits, unit))
  return lengths.includes(0) ? 0 : lengths.reduce((sum, length) => sum + length, 0)
}

/** No rule takes more letters. */
const maxRuleLength = 100

/**
 * A rule such as `1D`, `6H`, `1D12H`, `B`, `1W`, `1W-MON`, `1M`, `2MS`, `1QS`, `BM`, `SM`, `1Y`, counted from the first time of the data.
 * Weeks, `M`, `Q` and `Y` are labelled by their last day, all others by their beginning.
 * @throws TransformError
 */
export const resampleRule = (text: string, first: number): ResampleRule => {
  if (text.length > maxRuleLength) throw new TransformError(`Invalid frequency: ${text.slice(0, 40)}…`)
  const length = fixedSum(text)
  if (length) return fixedRule(first, length)
  const [, digits = '', unit = '', anchor] = /^\s*(\d*)\s*([A-Za-z]+?)(?:-([A-Za-z]{3}))?\s*$/.exec(text) ?? []
  const count = digits === '' ? 1 : Number(digits)
  const name = unit.toUpperCase()
  if (count < 1 || !Number.isSafeInteger(count)) throw new TransformError(`Invalid frequency: ${text}`)
  if (name === 'W') return weekly(first, count, anchor ? weekdays.indexOf(anchor.toUpperCase()) : 6, text)
  const calendar = Object.hasOwn(calendars, name) ? calendars[name] : undefined
  if (calendar) return calendarRule(first, count, calendar, monthOf(anchor, calendar, text))
  const days = anchor || !Object.hasOwn(dayRules, name) ? undefined : dayRules[name]
  if (!days) throw new TransformError(`Invalid frequency: ${text}`)
  return fromStart(days.upTo(day(first)), (label) => {
    let next = label
    for (let i = 0; i < count; i++) next = days.after(next)
    return next
  })
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

const isWeekend = (wall: number) => weekdayOf(wall) > 4
const businessDayAfter = (wall: number): number => (isWeekend(wall + DAY) ? businessDayAfter(wall + DAY) : wall + DAY)
const businessDayUpTo = (wall: number): number => (isWeekend(wall) ? businessDayUpTo(wall - DAY) : wall)
const businessDayFrom = (wall: number): number => (isWeekend(wall) ? businessDayAfter(wall) : wall)

/** Two days of each month, the earlier one first. */
const twiceMonthly = (days: (start: number) => [number, number]) => {
  const around = (wall: number): number[] => [-1, 0, 1].flatMap((months) => days(addMonths(monthStart(wall), months)))
  return {
    upTo: (wall: number) => around(wall).findLast((date) => date <= wall) ?? wall,
    after: (wall: number) => around(wall).find((date) => date > wall) ?? wall,
  }
}

/** Rules of single days, by the last one up to a day and the first one after it. */
const dayRules: Record<string, { upTo: (wall: number) => number; after: (wall: number) => number }> = {
  B: { upTo: businessDayUpTo, after: businessDayAfter },
  SM: twiceMonthly((start) => [start + 14 * DAY, monthEnd(start)]),
  SMS: twiceMonthly((start) => [start, start + 14 * DAY]),
}

/** The day of a month that labels a period: its first or last one, or such a business day. */
const labelIn = (wall: number, { atEnd, business }: Calendar): number => {
  if (atEnd) return business ? businessDayUpTo(monthEnd(wall)) : monthEnd(wall)
  return business ? businessDayFrom(monthStart(wall)) : monthStart(wall)
}

/** The first bucket is one period, whatever the count, when periods are labelled by their end: it ends with the first time's period. */
const calendarRule = (first: number, count: number, calendar: Calendar, anchor: number): ResampleRule => {
  const { months, atEnd } = calendar
  const begin = periodStart(first, months, atEnd ? (anchor % 12) + 1 : anchor)
  const label = labelIn(atEnd ? addMonths(begin, months - 1) : begin, calendar)
  const moved = (from: number, by: number) => labelIn(addMonths(monthStart(from), by), calendar)
  const next = (from: number) => moved(from, count * months)
  if (atEnd) return byLastDay(label < day(first) ? moved(label, months) : label, next)
  return fromStart(label > first ? moved(label, -months) : label, next)
}
