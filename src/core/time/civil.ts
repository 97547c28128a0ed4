/**
 * Calendar arithmetic on naive date-times: a wall clock without zone, held as epoch milliseconds as if the clock were UTC
 * (fractions are microseconds). Proleptic Gregorian, years 1 to 9999, weeks start on Monday. Nothing here reads the process's zone.
 */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY

export type DateParts = { year: number; month: number; day: number; hour: number; minute: number; second: number; microsecond: number }

export const calendarUnits = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
export type CalendarUnit = (typeof calendarUnits)[number]

export const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Undefined when the month is not 1 to 12. */
export const daysInMonth = (year: number, month: number): number | undefined => (month === 2 && isLeap(year) ? 29 : monthLengths[month - 1])

/** Days since 1970-01-01. Years are counted from March so that the leap day comes last. */
const daysFromCivil = (year: number, month: number, day: number): number => {
  const y = month > 2 ? year : year - 1
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** Month and day must be in range; `time` is milliseconds since midnight. */
export const wallOf = (year: number, month = 1, day = 1, time = 0): number => daysFromCivil(year, month, day) * DAY + time

/** Milliseconds since midnight. */
export const clockTime = (hour: number, minute = 0, second = 0): number => hour * HOUR + minute * MINUTE + second * SECOND

export const MIN_WALL = wallOf(1)
export const MAX_WALL = wallOf(10_000) - 1e-3

export const inRange = (wall: number) => wall >= MIN_WALL && wall <= MAX_WALL

export type CivilDate = { year: number; month: number; day: number }

export const dateOf = (wall: number): CivilDate => {
  const z = Math.floor(wall / DAY) + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1 }
}

export const partsOf = (wall: number): DateParts => {
  const micros = Math.round((wall - Math.floor(wall / SECOND) * SECOND) * 1000)
  const clock = Math.floor(wall / SECOND) - Math.floor(wall / DAY) * (DAY / SECOND)
  return {
    ...dateOf(wall),
    hour: Math.floor(clock / 3600),
    minute: Math.floor(clock / 60) % 60,
    second: clock % 60,
    microsecond: Math.min(micros, 999_999),
  }
}

/** Monday is 0. */
export const weekdayOf = (wall: number): number => {
  const day = Math.floor(wall / DAY)
  return (((day + 3) % 7) + 7) % 7
}

const timeOfDay = (wall: number) => wall - Math.floor(wall / DAY) * DAY

/** Adds calendar months; the day is clipped to the month's end (31 January + 1 month = 28 or 29 February). */
export const addMonths = (wall: number, months: number): number => {
  const { year, month, day } = dateOf(wall)
  const index = year * 12 + month - 1 + months
  const [y, m] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1]
  return wallOf(y, m, Math.min(day, daysInMonth(y, m) ?? 31)) + timeOfDay(wall)
}

/** Length of the units that are the same number of milliseconds everywhere on a naive clock. */
export const fixedUnits: Partial<Record<CalendarUnit, number>> = { week: WEEK, day: DAY, hour: HOUR, minute: MINUTE, second: SECOND }
const monthsPerUnit: Partial<Record<CalendarUnit, number>> = { year: 12, quarter: 3, month: 1 }

/** Calendar-aware for year, quarter and month; the result may leave the years 1 to 9999 (see `inRange`). */
export const addUnits = (wall: number, amount: number, unit: CalendarUnit): number => {
  const months = monthsPerUnit[unit]
  return months ? addMonths(wall, amount * months) : wall + amount * (fixedUnits[unit] ?? 0)
}

/** Start of the unit that holds `wall`. */
export const startOf = (wall: number, unit: CalendarUnit): number => {
  const months = monthsPerUnit[unit]
  if (months) {
    const { year, month } = dateOf(wall)
    return wallOf(year, month - ((month - 1) % months))
  }
  if (unit === 'week') return (Math.floor(wall / DAY) - weekdayOf(wall)) * DAY
  const length = fixedUnits[unit] ?? 1
  return Math.floor(wall / length) * length
}

const pad = (value: number, width = 2) => String(value).padStart(width, '0')

/** `2016-11-07T09:30:10`, with six digits of a fraction where there is one. */
export const isoText = (wall: number): string => {
  const p = partsOf(wall)
  const fraction = p.microsecond ? `.${pad(p.microsecond, 6)}` : ''
  return `${pad(p.year, 4)}-${pad(p.month)}-${pad(p.day)}T${pad(p.hour)}:${pad(p.minute)}:${pad(p.second)}${fraction}`
}
