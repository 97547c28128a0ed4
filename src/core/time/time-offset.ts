import { addUnits, type CalendarUnit, inRange, startOf } from './civil.ts'
import { daysBetween, moveByText, readTime } from './text/human-time.ts'
import { ambiguousDelta, outOfCalendar } from './time-error.ts'

/** Signed counts by plural unit, as `{weeks: -1}`. */
export type TimeDelta = Record<string, number>

/**
 * `1 week ago` → `{weeks: -1}`, `2 years later` → `{years: 2}`. The unit stays as it is written, and only `ago` itself leads back.
 * @throws TimeError when the text is anything else
 */
export const normalizeTimeDelta = (text: string): TimeDelta => {
  const found = offsetPattern.exec(text)
  if (!found) throw ambiguousDelta(text)
  const [, count, unit = '', direction] = found
  return { [`${unit}s`]: Number(count) * (direction === 'ago' ? -1 : 1) }
}

const offsetPattern = /^\s*([0-9]+)\s+(second|minute|hour|day|week|month|quarter|year)s?\s+(ago|later)*$/i

/** Moves naive epoch ms by a delta in units of lower case, by the calendar and clipped at month ends. */
export const moveByDelta = (wall: number, delta: TimeDelta): number => {
  let moved = wall
  for (const [unit, amount] of Object.entries(delta)) moved = addUnits(moved, amount, unit.slice(0, -1) as CalendarUnit)
  return inRange(moved) ? moved : wall
}

/** Both in naive epoch ms. */
export type ClosedRange = { since: number; until: number }

const customDate = /^\d{4}-\d{2}-\d{2}$/

/** Whether a query's `time_offsets` may hold this text. */
export const isTimeOffset = (offset: string): boolean => offset === 'inherit' || customDate.test(offset) || offsetPattern.test(offset)

/** `inherit` and a custom date as a number of days; any other offset stays as it is. */
export const offsetInWords = (offset: string, { since, until }: ClosedRange): string => {
  if (offset === 'inherit') return `${daysBetween(since, until)} days ago`
  if (!customDate.test(offset)) return offset
  const days = daysBetween(readTime(offset, since).wall, startOf(since, 'day'))
  return days < 0 ? `${-days} days later` : `${days} days ago`
}

/** A count of nothing moves nothing, nor does one of quarters, as the Superset. */
const isStill = (offset: string): boolean => !/[1-9]/.test(offset) || /quarter/i.test(offset)

/**
 * The range that a time offset compares with: both ends moved, `1 year ago` by the calendar, `inherit` by the range's whole days,
 * a date (`2015-06-01`) so that the range starts on it. A text that is no offset moves nothing: check it with `isTimeOffset`.
 * @throws TimeError for an offset that leads out of the years 1 to 9999
 */
export const offsetRange = (offset: string, range: ClosedRange): ClosedRange & { offsetUsed: string } => {
  const offsetUsed = offsetInWords(offset, range)
  const moved = { since: moveByText(offsetUsed, range.since), until: moveByText(offsetUsed, range.until) }
  const isStuck = moved.since === range.since || moved.until === range.until
  if (isStuck && offsetPattern.test(offsetUsed) && !isStill(offsetUsed)) throw outOfCalendar(offset)
  return { offsetUsed, ...moved }
}
