import { addMonths, clockTime, DAY, dateOf, daysInMonth, HOUR, inRange, MINUTE, SECOND, wallOf, WEEK } from '../civil.ts'
import { dayTime, dayWord, numericDate, weekday, writtenDate } from './human-calendar.ts'
import {
  at,
  atTime,
  type Clock,
  halfDayPattern,
  keepingWeekday,
  morning,
  type Reading,
  type Rule,
  type Said,
  type Step,
  timeOf,
  without,
} from './human-clock.ts'
import { dayTimes, modifiers, monthWords, numberWords, oneOf, type PhraseUnit, unitWords, weekdayWords } from './human-words.ts'

const amountOf = (text: string): number => {
  const words = text.trim()
  if (words === '') return 1
  const value = Number(words.replace(',', '.'))
  return Number.isNaN(value) ? (numberWords[words] ?? 0) : value
}

const unitLength: Partial<Record<PhraseUnit, number>> = { week: WEEK, day: DAY, hour: HOUR, minute: MINUTE, second: SECOND }

/** Fractions of a month are of the length of the month reached; undefined beyond the years 1 to 9999. */
const moved = (wall: number, amount: number, unit: PhraseUnit): number | undefined => {
  const length = unitLength[unit]
  if (length) {
    const target = Math.floor(wall / SECOND + Math.round(amount * length * 1000) / 1e6) * SECOND
    return inRange(target) ? target : undefined
  }
  const months = unit === 'year' ? amount * 12 : amount
  const whole = Math.trunc(months)
  const target = whole === 0 ? wall : addMonths(wall, whole)
  if (!inRange(target)) return undefined
  const { year, month } = dateOf(target)
  const rest = months - whole
  return rest === 0 ? target : Math.floor((target + rest * (daysInMonth(year, month) ?? 0) * DAY) / SECOND) * SECOND
}

const sayUnit = (said: Said, unit: PhraseUnit) => {
  if (unit === 'hour' || unit === 'minute' || unit === 'second') said.time = true
  else said.date = true
}

const units: Rule = (text, clock, { said }) => {
  const found = unitPattern.exec(text)
  if (!found?.groups) return undefined
  const { unit = '', amount = '' } = found.groups
  let before = text.slice(0, found.index).trim()
  const back = before.endsWith('-')
  if (back) before = before.slice(0, -1)
  const kind = unitWords[unit] ?? 'day'
  const target = moved(clock.wall, amountOf(amount) * (back ? -1 : 1), kind)
  if (target !== undefined) sayUnit(said, kind)
  return { rest: `${before} ${text.slice(found.index + found[0].length).trim()}`, clock: target === undefined ? clock : at(target) }
}
const unitPattern = new RegExp(String.raw`\b(?<amount>-?(?:\d+(?:\.\d+)?|(?:${oneOf(numberWords)})\b)\s*)(?<unit>${oneOf(unitWords)})\b`)

const withTime = (clock: Clock, said: Said, [hour, minute, second]: [number, number, number]): Clock => {
  const h = hour === 24 ? 0 : hour
  if (h > 23 || minute > 59 || second > 59) return clock
  said.time = true
  return keepingWeekday(clock, atTime(clock.wall, clockTime(h, minute, second)))
}

const whole = (text: string | undefined) => (text === undefined ? 0 : Math.trunc(Number(text.replace(',', '.'))))

/** `3pm`, `10:30 a`. */
const halfDayTime: Rule = (text, clock, { said }) => {
  const found = halfDayPattern.exec(text)
  if (!found?.groups) return undefined
  const { hours, minutes, seconds, half } = found.groups
  let hour = Number(hours) === 24 ? 0 : Number(hours)
  if (half?.startsWith('a') && hour === 12) hour = 0
  if (half?.startsWith('p') && hour < 12) hour += 12
  const rest = without(text, found.index, found.index + found[0].length)
  return { rest, clock: withTime(clock, said, [hour, whole(minutes), whole(seconds)]) }
}

const clockPattern = /(?:[\s(["'-]|^)(?<hours>\d\d?)(?<sep>:|)(?<minutes>\d\d)(?:\k<sep>(?<seconds>\d\d(?:[.,]\d+)?))?\b/d

/** `10:30`, and also `1030`. */
const clockTimeRule: Rule = (text, clock, { said }) => {
  const found = clockPattern.exec(text)
  const span = found?.indices?.groups
  if (!found?.groups || !span?.hours) return undefined
  const { hours, minutes, seconds } = found.groups
  const rest = without(text, span.hours[0], (span.seconds ?? span.minutes ?? span.hours)[1])
  return { rest, clock: withTime(clock, said, [Number(hours), whole(minutes), whole(seconds)]) }
}

const modifierPattern = new RegExp(String.raw`\b(?:${oneOf(modifiers)})\b`)
const weekdayStart = new RegExp(String.raw`^(?:${oneOf(weekdayWords)})\b`)
const dayTimeStart = new RegExp(String.raw`^(?:${oneOf(dayTimes)})\b`)
const numberPattern = new RegExp(String.raw`\b(?:${oneOf(numberWords)})\b|\d+(?:\.\d+)?`, 'g')

/** `this month` is its last day, `last month` the first of it; days and weeks keep nine o'clock. */
const byUnit: Record<PhraseUnit, (clock: Clock, step: number) => Clock> = {
  second: (clock) => clock,
  minute: (clock) => clock,
  hour: (clock, step) => at(Math.floor(clock.wall / HOUR) * HOUR + step * HOUR),
  day: (clock, step) =>
    step === 0 ? keepingWeekday(clock, atTime(clock.wall, clockTime(17))) : at(atTime(clock.wall, morning) + step * DAY),
  week: (clock, step) =>
    at(step === 0 ? atTime(clock.wall, clockTime(17)) + (4 - clock.weekday) * DAY : atTime(clock.wall, morning) + step * WEEK),
  month: (clock, step) => {
    const { year, month } = dateOf(clock.wall)
    if (step === 0) return keepingWeekday(clock, wallOf(year, month, daysInMonth(year, month), morning))
    return at(addMonths(wallOf(year, month, 1, morning), step))
  },
  year: (clock, step) => {
    const { year } = dateOf(clock.wall)
    return keepingWeekday(clock, step === 0 ? wallOf(year, 12, 31, timeOf(clock.wall)) : wallOf(year + step, 1, 1, morning))
  },
}

/** Reads what is before a modifier: its last number takes the modifier's direction, and a decimal's shape so that it is no clock time. */
const readBefore = (before: string, step: number, clock: Clock, reading: Reading): Clock => {
  const last = [...before.matchAll(numberPattern)].at(-1)
  const amount = last ? amountOf(last[0]) * step : 0
  const decimal = Number.isInteger(amount) ? amount.toFixed(1) : String(amount)
  const signed = last ? before.slice(0, last.index) + decimal + before.slice(last.index + last[0].length) : before
  const sub = readInto(signed, clock, reading)
  return sub.said.date || sub.said.time ? sub.clock : clock
}

const modifier: Rule = (text, clock, reading) => {
  const found = modifierPattern.exec(text)
  if (!found) return undefined
  const [word] = found
  const step = modifiers[word] ?? 0
  const { said } = reading
  const before = text.slice(0, found.index).trim()
  const [, target = '', after = ''] = /^(\S*)(?:\s([^]*))?$/.exec(text.slice(found.index + word.length).trim()) ?? []
  const rest = `${before} ${after}`

  const unit = unitWords[target]
  if (unit && unit !== 'minute' && unit !== 'second') {
    sayUnit(said, unit)
    if (unit === 'day' && step === 0) said.time = true
    return { rest, clock: byUnit[unit](clock, step) }
  }
  if (word === 'eom' || word === 'eoy') {
    said.date = true
    const { year, month } = dateOf(clock.wall)
    const end = word === 'eom' ? month : 12
    return { rest, clock: keepingWeekday(clock, wallOf(year, end, daysInMonth(year, end), morning)) }
  }
  const day = weekdayStart.exec(target)?.[0]
  if (day) return aroundWeekday({ word, step, day, before, after }, clock, reading)
  if (before === '' && after === '' && dayTimeStart.test(target)) {
    const sub = readInto(target, at(reading.now), reading)
    return { rest, clock: at(sub.clock.wall + step * DAY) }
  }
  let [result, left] = [clock, after]
  if (target) {
    const sub = readInto(`${target} ${after}`, clock, reading)
    if (sub.said.date || sub.said.time) {
      result = sub.said.date && target in monthWords ? at(addMonths(sub.clock.wall, 12 * step)) : sub.clock
      left = ''
    }
  }
  if (before) result = readBefore(before, step, result, reading)
  if (word === 'eod') {
    said.time = true
    result = keepingWeekday(result, atTime(result.wall, clockTime(17)))
  }
  return { rest: ` ${left}`, clock: result }
}

type Around = { word: string; step: number; day: string; before: string; after: string }

/** `next friday`, `eod monday`, `2 days before thursday`. */
const aroundWeekday = ({ word, step, day, before, after }: Around, clock: Clock, reading: Reading): Step => {
  const { said } = reading
  said.date = true
  if (word === 'eod') {
    said.time = true
    const sub = readInto(day, clock, reading)
    return { rest: `${before} ${after}`, clock: keepingWeekday(sub.clock, atTime(sub.clock.wall, clockTime(17))) }
  }
  const relative = !['this', 'next', 'last', 'prior', 'previous'].includes(word)
  let days = (weekdayWords[day] ?? 0) - clock.weekday + 7 * (relative ? 0 : step)
  if (days < -7) days += 7
  let wall = atTime(clock.wall, morning) + days * DAY
  let left = before
  if (before !== '' && relative) {
    const sub = readInto(before, clock, reading)
    if (sub.said.date || sub.said.time) {
      wall += (sub.clock.wall - clock.wall) * step
      left = ''
    }
  }
  return { rest: `${left} ${after}`, clock: at(wall) }
}

const rules: Rule[] = [modifier, units, writtenDate, numericDate, dayWord, weekday, dayTime, halfDayTime, clockTimeRule]

type Result = { clock: Clock; said: Said }

/** Phrases within phrases may multiply: no honest one takes more steps or letters than this. */
const maxPhraseLength = 200
const maxSteps = 100

const read = (text: string, start: Clock, { now, budget }: Pick<Reading, 'now' | 'budget'>): Result => {
  const reading: Reading = { now, budget, said: { date: false, time: false } }
  let clock = start
  let rest = text
    .replaceAll(/(\w)\.(\s)/g, '$1$2')
    .replaceAll(/(\w)['"](\s|$)/g, '$1 $2')
    .replaceAll(/(\s|^)['"](\w)/g, '$1 $2')
    .toLowerCase()
    .trim()
  while (rest) {
    if (budget.steps-- <= 0) break
    let step: Step | undefined
    for (const rule of rules) if ((step = rule(rest, clock, reading))) break
    if (!step) break
    clock = step.clock
    rest = step.rest.trim()
  }
  return { clock, said: reading.said }
}

/** Reads a part of a phrase; what it says counts for the whole. */
const readInto = (text: string, clock: Clock, reading: Reading): Result => {
  const { said } = reading
  const result = read(text, clock, reading)
  said.date ||= result.said.date
  said.time ||= result.said.time
  return result
}

export type HumanDate = { wall: number; hasDate: boolean; hasTime: boolean }

/**
 * A human phrase relative to `base` (naive epoch ms; fractions of a second are cut): everything that can be understood is applied from left to right,
 * the rest is passed over. When nothing was understood `hasDate` and `hasTime` are false and `wall` is the base.
 */
export const readHumanDate = (text: string, base: number, now: number = base): HumanDate => {
  const seconds = (wall: number) => Math.floor(wall / SECOND) * SECOND
  const { clock, said } = read(text.slice(0, maxPhraseLength), at(seconds(base)), { now: seconds(now), budget: { steps: maxSteps } })
  return { wall: clock.wall, hasDate: said.date, hasTime: said.time }
}
