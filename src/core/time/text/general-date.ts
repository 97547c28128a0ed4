import { addUnits, clockTime, DAY, daysInMonth, inRange, MINUTE, wallOf, weekdayOf } from '../civil.ts'
import { DateNumbers, UnreadableDate, wholeNumber } from './date-order.ts'
import { dateTokens } from './date-tokens.ts'
import type { Moment } from '../moment.ts'

const indexed = (lists: string[]): Map<string, number> =>
  new Map(lists.flatMap((words, i) => words.split(' ').map((word) => [word, i] as const)))

const weekdays = indexed(['mon monday', 'tue tuesday', 'wed wednesday', 'thu thursday', 'fri friday', 'sat saturday', 'sun sunday'])
const months = indexed([
  'jan january',
  'feb february',
  'mar march',
  'apr april',
  'may',
  'jun june',
  'jul july',
  'aug august',
  'sep sept september',
  'oct october',
  'nov november',
  'dec december',
])
const clockUnits = indexed(['h hour hours', 'm minute minutes', 's second seconds'])
const halves = indexed(['am a', 'pm p'])
const skipped = new Set([' ', '.', ',', ';', '-', '/', "'", 'at', 'on', 'and', 'ad', 'm', 't', 'of', 'st', 'nd', 'rd', 'th'])
const utcNames = new Set(['utc', 'gmt', 'z'])

const find = (words: Map<string, number>, token: string | undefined) => (token === undefined ? undefined : words.get(token.toLowerCase()))
const skips = (token: string | undefined) => token !== undefined && skipped.has(token.toLowerCase())
const toHalf = (hour: number, half: number) => (hour < 12 && half === 1 ? hour + 12 : hour === 12 && half === 0 ? 0 : hour)

type Clock = { weekday?: number; hour?: number; minute?: number; second?: number; microsecond?: number; zone?: string; offset?: number }

/** `30.5` minutes are 30 minutes and 30 seconds. */
const minutesAndSeconds = (text: string): Clock => {
  if (!/^\d+(\.\d*)?$/.test(text)) throw new UnreadableDate()
  const rest = Number(text) % 1
  return { minute: Math.trunc(Number(text)), second: rest ? Math.floor(60 * rest + 1e-9) : undefined }
}

const secondsOf = (text: string): Clock => {
  const [whole = '', fraction] = text.split('.')
  return { second: wholeNumber(whole), microsecond: fraction === undefined ? 0 : wholeNumber(fraction.padEnd(6, '0').slice(0, 6)) }
}

/** Reads one text; `tokens` may be rewritten on the way (`GMT+3` turns its sign). */
class DateReader {
  readonly tokens: string[]
  readonly date = new DateNumbers()
  readonly clock: Clock = {}
  private readonly thisYear: number

  constructor(text: string, thisYear: number) {
    this.thisYear = thisYear
    this.tokens = dateTokens(text)
    for (let at = 0; at < this.tokens.length; at++) at = this.read(at)
  }

  private must(at: number): string {
    const token = this.tokens[at]
    if (token === undefined) throw new UnreadableDate()
    return token
  }

  /** Index of the last token used. */
  private read(at: number): number {
    const token = this.must(at)
    if (/^\d/.test(token)) return this.number(at, token)
    const weekday = find(weekdays, token)
    if (weekday !== undefined) {
      this.clock.weekday = weekday
      return at
    }
    const month = find(months, token)
    if (month !== undefined) return this.month(at, month + 1)
    const half = find(halves, token)
    if (half !== undefined) {
      if (this.clock.hour === undefined || this.clock.hour > 12) throw new UnreadableDate()
      this.clock.hour = toHalf(this.clock.hour, half)
      return at
    }
    if (this.canBeZone(token)) return this.zone(at, token)
    if (this.clock.hour !== undefined && (token === '+' || token === '-')) return this.offset(at, token)
    if (!skips(token)) throw new UnreadableDate()
    return at
  }

  private month(at: number, month: number): number {
    this.date.add(month, 'month')
    const separator = this.tokens[at + 1]
    if (separator === '-' || separator === '/') {
      this.date.add(this.must(at + 2))
      if (this.tokens[at + 3] !== separator) return at + 2
      this.date.add(this.must(at + 4))
      return at + 4
    }
    const year = this.tokens[at + 4]
    if (separator === ' ' && this.tokens[at + 3] === ' ' && this.tokens[at + 2]?.toLowerCase() === 'of' && year !== undefined) {
      if (/^\d+$/.test(year)) this.date.add(year.length <= 2 ? String(fullYear(Number(year), this.thisYear)) : year, 'year')
      return at + 4
    }
    return at
  }

  private canBeZone(token: string): boolean {
    const { hour, zone, offset } = this.clock
    if (hour === undefined || zone !== undefined || offset !== undefined || token.length > 5) return false
    return /^[A-Z]+$/.test(token) || token === 'z'
  }

  private zone(at: number, token: string): number {
    const sign = this.tokens[at + 1]
    const utc = utcNames.has(token.toLowerCase())
    if (sign !== '+' && sign !== '-') {
      this.clock.zone = token
      if (utc) this.clock.offset = 0
      return at
    }
    // `GMT+3` says that GMT is three hours ahead of here
    this.tokens[at + 1] = sign === '+' ? '-' : '+'
    if (!utc) this.clock.zone = token
    return at
  }

  private offset(at: number, sign: string): number {
    const digits = this.must(at + 1)
    let [hours, minutes, last] = [digits.slice(0, 2), '0', at + 1]
    if (digits.length === 4) minutes = digits.slice(2)
    else if (this.tokens[at + 2] === ':') [hours, minutes, last] = [digits, this.must(at + 3), at + 3]
    else if (digits.length > 2) throw new UnreadableDate()
    this.clock.offset = (wholeNumber(hours) * 60 + wholeNumber(minutes)) * (sign === '+' ? 1 : -1)
    const name = this.tokens[last + 3]
    if (skips(this.tokens[last + 1]) && this.tokens[last + 2] === '(' && this.tokens[last + 4] === ')' && name && /^[A-Z]{3,5}$/.test(name))
      return last + 4
    return last
  }

  private number(at: number, token: string): number {
    const { date, clock, tokens } = this
    const next = tokens[at + 1]
    const value = Number(token)
    if (
      date.values.length === 3 &&
      (token.length === 2 || token.length === 4) &&
      clock.hour === undefined &&
      next !== ':' &&
      find(clockUnits, next) === undefined
    ) {
      clock.hour = wholeNumber(token.slice(0, 2))
      if (token.length === 4) clock.minute = wholeNumber(token.slice(2))
      return at
    }
    if (token.length === 6 || (token.length > 6 && token.indexOf('.') === 6)) return this.sixDigits(at, token)
    if ([8, 12, 14].includes(token.length)) {
      date.add(token.slice(0, 4), 'year')
      date.add(token.slice(4, 6))
      date.add(token.slice(6, 8))
      if (token.length > 8) Object.assign(clock, { hour: wholeNumber(token.slice(8, 10)), minute: wholeNumber(token.slice(10, 12)) })
      if (token.length > 12) clock.second = wholeNumber(token.slice(12))
      return at
    }
    const unit = this.unitAt(at)
    if (unit !== undefined) return this.withUnit(at, token, unit)
    if (next === ':' && tokens[at + 2] !== undefined) {
      clock.hour = Math.trunc(value)
      Object.assign(clock, minutesAndSeconds(this.must(at + 2)))
      if (tokens[at + 3] !== ':' || tokens[at + 4] === undefined) return at + 2
      Object.assign(clock, secondsOf(this.must(at + 4)))
      return at + 4
    }
    if (next === '-' || next === '/' || next === '.') return this.separated(at, token, next)
    if (next === undefined || skips(next)) {
      const half = find(halves, tokens[at + 2])
      if (half === undefined) date.add(value)
      else clock.hour = toHalf(Math.trunc(value), half)
      return half === undefined ? at + 1 : at + 2
    }
    const half = find(halves, next)
    if (half !== undefined && value < 24) {
      clock.hour = toHalf(Math.trunc(value), half)
      return at + 1
    }
    if (!date.canBeDay(value)) throw new UnreadableDate()
    date.add(value)
    return at
  }

  /** YYMMDD, or HHMMSS after a date. */
  private sixDigits(at: number, token: string): number {
    if (this.date.values.length === 0 && !token.includes('.')) {
      for (const start of [0, 2, 4]) this.date.add(token.slice(start, start + 2))
      return at
    }
    Object.assign(this.clock, { hour: wholeNumber(token.slice(0, 2)), minute: wholeNumber(token.slice(2, 4)) }, secondsOf(token.slice(4)))
    return at
  }

  /** Where the unit of the number at `at` is: after it, or else before it (`12h04`). */
  private unitAt(at: number): number | undefined {
    const { tokens } = this
    const isUnit = (i: number) => find(clockUnits, tokens[i]) !== undefined
    if (isUnit(at + 1)) return at + 1
    if (tokens[at + 1] === ' ' && isUnit(at + 2)) return at + 2
    if (isUnit(at - 1)) return at - 1
    if (at > 1 && at === tokens.length - 1 && tokens[at - 1] === ' ' && isUnit(at - 2)) return at - 2
    return undefined
  }

  private withUnit(at: number, token: string, unitAt: number): number {
    const unit = (find(clockUnits, this.tokens[unitAt]) ?? 0) + (unitAt < at ? 1 : 0)
    if (unit === 0) {
      const { minute, second } = minutesAndSeconds(token)
      this.clock.hour = minute
      if (second !== undefined) this.clock.minute = second
    } else if (unit === 1) Object.assign(this.clock, minutesAndSeconds(token))
    else if (unit === 2) Object.assign(this.clock, secondsOf(token))
    return Math.max(at, unitAt)
  }

  /** `01-Jan-99`, `01/01`, `2018-9`. */
  private separated(at: number, token: string, separator: string): number {
    this.date.add(token)
    const second = this.tokens[at + 2]
    if (second === undefined || skips(second)) return at + 1
    this.dateNumber(second)
    if (this.tokens[at + 3] !== separator) return at + 2
    const third = this.must(at + 4)
    const month = find(months, third)
    if (month === undefined) this.date.add(third)
    else this.date.add(month + 1, 'month')
    return at + 4
  }

  private dateNumber(token: string) {
    const month = find(months, token)
    if (month !== undefined) this.date.add(month + 1, 'month')
    else this.date.add(String(wholeNumber(token)).padStart(token.length, '0'))
  }
}

/** Two-digit years lie within fifty years of this one. */
const fullYear = (year: number, thisYear: number): number => {
  const guess = year + Math.floor(thisYear / 100) * 100
  if (guess >= thisYear + 50) return guess - 100
  return guess < thisYear - 50 ? guess + 100 : guess
}

/**
 * A written date or time: ISO 8601 and the usual ways of writing dates, month before day where both could be.
 * What is missing is taken from 1 January of `thisYear`, 00:00. Undefined when the text is something else.
 */
export const readGeneralDate = (text: string, thisYear: number): Moment | undefined => {
  try {
    const reader = new DateReader(text, thisYear)
    const { clock, date } = reader
    const written = date.resolve()
    const nothing = Object.values(written).every((v) => v === undefined) && Object.values(clock).every((v) => v === undefined)
    if (nothing) return undefined
    let year = written.year ?? thisYear
    if (written.year !== undefined && written.year < 100 && !date.fullYear) year = fullYear(written.year, thisYear)
    const { month = 1, day = 1 } = written
    const { hour = 0, minute = 0, second = 0, microsecond = 0 } = clock
    if (year < 1 || year > 9999 || day < 1 || day > (daysInMonth(year, month) ?? 0) || hour > 23 || minute > 59 || second > 59)
      return undefined
    let wall = wallOf(year, month, day, clockTime(hour, minute, second) + microsecond / 1000)
    if (clock.weekday !== undefined && !written.day) wall = addUnits(wall, (clock.weekday - weekdayOf(wall) + 7) % 7, 'day')
    if (!inRange(wall) || Math.abs(clock.offset ?? 0) >= DAY / MINUTE) return undefined
    return clock.offset === undefined ? { wall } : { wall, offset: clock.offset }
  } catch (error) {
    if (error instanceof UnreadableDate) return undefined
    throw error
  }
}
