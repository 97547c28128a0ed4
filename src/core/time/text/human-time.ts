import { DAY, dateOf, SECOND } from '../civil.ts'
import { readGeneralDate } from './general-date.ts'
import { readHumanDate } from './human-date.ts'
import { midnight, type Moment } from '../moment.ts'
import { ambiguousTime, cannotParse } from '../time-error.ts'

const onlyPeriod = /^\s*[0-9]+\s+(second|minute|hour|day|week|month|quarter|year)s?\s*$/i

/**
 * A date or time in words: a written date (`2020-01-01`, `14 March 2020`, `12:30`), else a phrase (`yesterday`, `2 years ago`).
 * A phrase without a time of day means midnight. `now` is naive epoch ms.
 * @throws TimeError
 */
export const readTime = (text: string, now: number): Moment => {
  if (onlyPeriod.test(text)) throw ambiguousTime(text)
  const written = readGeneralDate(text, dateOf(now).year)
  if (written) return written
  const { wall, hasDate, hasTime } = readHumanDate(text, now)
  if (!hasDate && !hasTime) throw cannotParse(text)
  return { wall: hasTime ? wall : midnight(wall) }
}

/**
 * The time that a delta in words (`1 day`, `-2 weeks`, `1 month ago`) leads to from `from`, calendar-aware and clipped at month ends.
 * What cannot be understood moves nothing, and quarters are not. Fractions of a second stay as they are.
 */
export const moveByText = (text: string, from: number): number => {
  const whole = Math.floor(from / SECOND) * SECOND
  return readHumanDate(text, whole).wall + (from - whole)
}

/** The same in the past; a delta may already say so (`1 week`, `-1 week`, `1 week ago` all go a week back). */
export const moveBackByText = (text: string, from: number): number => moveByText(text.startsWith('-') ? text : `-${text}`, from)

/** Milliseconds from `anchor` to where the delta leads. */
export const humanDelta = (text: string, anchor: number): number => moveByText(text, anchor) - anchor

/** Milliseconds that the delta goes into the past, counted positive. */
export const pastDelta = (text: string, anchor: number): number => anchor - moveBackByText(text, anchor)

/** Whole days from one time to another, rounded down. */
export const daysBetween = (from: number, to: number): number => Math.floor((to - from) / DAY)
