import { clockTime, DAY, dateOf, daysInMonth, wallOf } from '../civil.ts'
import { at, atTime, type Clock, halfDayPattern, keepingWeekday, morning, type Reading, type Rule, timeOf, without } from './human-clock.ts'
import { dayTimes, dayWords, monthWords, oneOf, weekdayWords } from './human-words.ts'

type WrittenDate = { start: number; end: number; month?: string; day?: string; year?: string; yearEnd?: number }

const writtenParts: [pattern: RegExp, part: 'month' | 'day' | 'year'][] = [
  [new RegExp(String.raw`(?:^|\s+)(${oneOf(monthWords)})\b`, 'y'), 'month'],
  [/(?:^|\s+)([1-9]|[012]\d|3[01])(?:rd|st|nd|th|)\b(?!\s*(?::|am|pm))/y, 'day'],
  [/,?\s+(\d\d\d\d|\d\d)\b(?!\s*(?::|am|pm))/y, 'year'],
]

const extend = (text: string, found: WrittenDate, count: number): WrittenDate | undefined => {
  if (count < 3) {
    for (const [pattern, part] of writtenParts) {
      pattern.lastIndex = found.end
      const match = pattern.exec(text)
      if (!match) continue
      const end = found.end + match[0].length
      const longer = extend(text, { ...found, end, [part]: match[1], ...(part === 'year' && { yearEnd: end }) }, count + 1)
      if (longer) return longer
    }
  }
  return found.month === undefined ? undefined : found
}

/** `May 23rd, 2005`, `14 march`: up to three parts of which one is a month's name. */
const findWrittenDate = (text: string): WrittenDate | undefined => {
  for (let start = 0; start < text.length; start++) {
    const found = extend(text, { start, end: start }, 0)
    if (found) return found
  }
  return undefined
}

const shortYear = (year: number) => (year < 50 ? year + 2000 : year < 100 ? year + 1900 : year)

/** A date that does not exist leaves the phrase at the present. */
const onDate = (clock: Clock, { now, said }: Reading, date: { year: number; month: number; day: number }): Clock => {
  const last = date.year >= 1 ? daysInMonth(date.year, date.month) : undefined
  if (last === undefined || date.day < 1 || date.day > last) return at(now)
  said.date = true
  return keepingWeekday(clock, wallOf(date.year, date.month, date.day, timeOf(clock.wall)))
}

export const writtenDate: Rule = (text, clock, reading) => {
  const found = findWrittenDate(text)
  if (!found) return undefined
  let { end } = found
  if (found.start > 0 || end < text.length) {
    // two digits after the month may be the hour that follows
    const time = found.year === undefined ? undefined : halfDayPattern.exec(text)
    const hours = time?.indices?.groups?.hours?.[0]
    if (hours !== undefined && found.yearEnd !== undefined && hours < found.yearEnd) end = hours
  }
  const own = findWrittenDate(text.slice(found.start, end).trim())
  if (!own?.month) return undefined
  const today = dateOf(clock.wall)
  const month = monthWords[own.month] ?? 1
  const day = own.day === undefined ? 1 : Number(own.day)
  const passed = month < today.month || (month === today.month && day < today.day)
  const year = own.year === undefined ? today.year + (passed ? 1 : 0) : shortYear(Number(own.year))
  return { rest: without(text, found.start, end), clock: onDate(clock, reading, { year, month, day }) }
}

const numericDatePattern = /(?:[\s(["'-]|^)(?<date>\d\d?[/.-]\d\d?(?:[/.-]\d\d(?:\d\d)?)?|\d{4}[/.-]\d\d?[/.-]\d\d?)\b/d

/** `05/28/2006`, `04.21`, `2006-05-28`; without a year the next such day. */
export const numericDate: Rule = (text, clock, reading) => {
  const found = numericDatePattern.exec(text)
  const span = found?.indices?.groups?.date
  if (!found?.groups?.date || !span) return undefined
  const [a = 0, b = 0, c] = found.groups.date.split(/[/.-]/).map(Number)
  const today = dateOf(clock.wall)
  let date = { year: c ?? today.year, month: a, day: b }
  if (a > 31) date = { year: a, month: b, day: c ?? today.day }
  if (c === undefined && (today.month > date.month || (today.month === date.month && today.day > date.day))) date.year++
  return { rest: without(text, span[0], span[1]), clock: onDate(clock, reading, { ...date, year: shortYear(date.year) }) }
}

export const dayWord: Rule = (text, clock, { said }) => {
  const found = dayPattern.exec(text)
  if (!found) return undefined
  said.date = true
  const target = atTime(clock.wall, morning) + (dayWords[found[0]] ?? 0) * DAY
  return { rest: without(text, found.index, found.index + found[0].length), clock: at(target) }
}
const dayPattern = new RegExp(String.raw`\b(?:${oneOf(dayWords)})\b`)

/** The next such day, never today. */
export const weekday: Rule = (text, clock, { said }) => {
  const found = weekdayPattern.exec(text)
  if (!found || text in dayWords) return undefined
  const rest = without(text, found.index, found.index + found[0].length)
  if (said.date) return { rest, clock }
  said.date = true
  const days = (weekdayWords[found[0]] ?? 0) - clock.weekday
  return { rest, clock: at(clock.wall + (days > 0 ? days : days + 7) * DAY) }
}
const weekdayPattern = new RegExp(String.raw`\b(?:${oneOf(weekdayWords)})\b`)

export const dayTime: Rule = (text, clock, { said }) => {
  if (text === 'now' || text === 'right now') {
    said.time = true
    return { rest: '', clock }
  }
  const found = dayTimePattern.exec(text)
  if (!found) return undefined
  said.time = true
  const hour = dayTimes[found[0]] ?? 0
  return {
    rest: without(text, found.index, found.index + found[0].length),
    clock: keepingWeekday(clock, atTime(clock.wall, clockTime(hour))),
  }
}
const dayTimePattern = new RegExp(String.raw`\b(?:${oneOf(dayTimes)})\b`)
