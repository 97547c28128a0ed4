import { addUnits, dateOf, isoText, startOf, wallOf } from '#core/time/civil.ts'
import type { CalendarUnit } from '#core/time/civil.ts'
import { separator, noFilter } from '#core/time/range/frame.ts'
import { wallOfIso } from '#core/time/range/words.ts'

/** A stretch of the calendar that a person named: `Aug 2004`, `2011`, `Q1 2020`, `5 March 2020`. End is excluded. */
type Stretch = { start: number; unit: CalendarUnit }

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const monthNumber = (word: string): number | null => {
  const lower = word.toLowerCase().replace(/\.$/, '')
  if (lower.length < 3) return null
  const index = monthNames.findIndex((name) => name.startsWith(lower))
  return index < 0 ? null : index + 1
}

const stretch = (unit: CalendarUnit, year: number, month = 1, day = 1): Stretch | null =>
  month >= 1 && month <= 12 && dateOf(wallOf(year, month, day)).month === month && day >= 1
    ? { start: wallOf(year, month, day), unit }
    : null

type Reading = [pattern: RegExp, read: (parts: string[], today: number) => Stretch | null]

const readings: Reading[] = [
  [/^(\d{4})$/, ([year]) => stretch('year', Number(year))],
  [/^q([1-4])[ /-]?(\d{4})$/i, ([quarter, year]) => stretch('quarter', Number(year), Number(quarter) * 3 - 2)],
  [/^(\d{4})[ /-]?q([1-4])$/i, ([year, quarter]) => stretch('quarter', Number(year), Number(quarter) * 3 - 2)],
  [/^(\d{4})-(\d{1,2})$/, ([year, month]) => stretch('month', Number(year), Number(month))],
  [/^(\d{4})-(\d{1,2})-(\d{1,2})$/, ([year, month, day]) => stretch('day', Number(year), Number(month), Number(day))],
  [/^([a-z]+)\.? (\d{4})$/i, ([word = '', year]) => named('month', word, Number(year))],
  [/^(\d{1,2}) ([a-z]+)\.? (\d{4})$/i, ([day, word = '', year]) => named('day', word, Number(year), Number(day))],
  [/^([a-z]+)\.? (\d{1,2}),? (\d{4})$/i, ([word = '', day, year]) => named('day', word, Number(year), Number(day))],
  [/^([a-z]+)\.?$/i, ([word = ''], today) => named('month', word, dateOf(today).year)],
  [/^today$/i, (_, today) => ({ start: startOf(today, 'day'), unit: 'day' })],
  [/^yesterday$/i, (_, today) => ({ start: addUnits(startOf(today, 'day'), -1, 'day'), unit: 'day' })],
]

const named = (unit: CalendarUnit, word: string, year: number, day = 1): Stretch | null => {
  const month = monthNumber(word)
  return month === null ? null : stretch(unit, year, month, day)
}

const readStretch = (text: string, today: number): Stretch | null => {
  for (const [pattern, read] of readings) {
    const match = pattern.exec(text)
    const found = match && read(match.slice(1), today)
    if (found) return found
  }
  return null
}

const endOf = ({ start, unit }: Stretch) => addUnits(start, 1, unit)

const units = '(second|minute|hour|day|week|month|quarter|year)s?'
const plural = (word: string, count: string, unit: string) => `${word} ${count} ${unit}${count === '1' ? '' : 's'}`

/** Short words for the ranges that move with today. */
const phrases: [RegExp, (parts: string[]) => string][] = [
  [/^(no filter|all|all time|everything|any time)$/i, () => noFilter],
  [new RegExp(`^(?:the )?(?:last|past) ${units}$`, 'i'), ([unit = '']) => `Last ${unit.toLowerCase()}`],
  [
    new RegExp(`^(?:the )?(?:last|past) ([1-9]\\d*) ${units}$`, 'i'),
    ([count = '', unit = '']) => plural('Last', count, unit.toLowerCase()),
  ],
  [new RegExp(`^(?:the )?next ${units}$`, 'i'), ([unit = '']) => `Next ${unit.toLowerCase()}`],
  [new RegExp(`^(?:the )?next ([1-9]\\d*) ${units}$`, 'i'), ([count = '', unit = '']) => plural('Next', count, unit.toLowerCase())],
  [/^(?:this|current) (day|week|month|quarter|year)$/i, ([unit = '']) => `Current ${unit.toLowerCase()}`],
  [/^previous (?:calendar )?(week|month|quarter|year)$/i, ([unit = '']) => `previous calendar ${unit.toLowerCase()}`],
]

const between = /^(?:from |between )?(.+?)(?: to | and | until | till |\s?[–—]\s?| - )(.+)$/i
const oneSided = /^(?:(since|from|after)|(before|until)) (.+)$/i

const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'

/** Moments that move with today, which the server counts whenever a query runs. */
const moving = [
  /^(?:now|today|yesterday|tomorrow)$/,
  new RegExp(`^(?:last |this |next )?${weekday}$`),
  new RegExp(`^(?:(?:start|beginning|end) of )?(?:this|last|next) ${units}$`),
  new RegExp(`^[1-9]\\d* ${units} (?:ago|from now)$`),
]

/** A moving moment in the words of the server; null when the text is none. */
const readMoving = (text: string): string | null => {
  const lower = text.toLowerCase().replace(/^the /, '')
  if (!moving.some((pattern) => pattern.test(lower))) return null
  return new RegExp(`^${weekday}$`).test(lower) ? `last ${lower}` : lower
}

/** The ends of one half of a range: the start of what it names, and its end. */
const readSide = (text: string, today: number): { start: string; end: string } | null => {
  const moment = readMoving(text)
  if (moment) return { start: moment, end: moment }
  const found = readStretch(text, today)
  return found && { start: isoText(found.start), end: isoText(endOf(found)) }
}

/** `1,000` is a number, too: so the words of a range are written. */
const withoutDigitGroups = (text: string): string => text.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')

export type TypedRange = { range: string } | { refusal: 'unknown' | 'reversed' }

/**
 * The range that a person typed, as the wire writes it, or why it is none. What is a range on the wire already stays as it is.
 * @param now the wall clock of now, epoch milliseconds as if UTC
 */
export const readTyped = (text: string, now: number): TypedRange => {
  const typed = withoutDigitGroups(text.trim().replaceAll(/\s+/g, ' '))
  if (typed === '') return { range: noFilter }
  if (text.includes(separator)) return { range: text.trim() }
  for (const [pattern, write] of phrases) {
    const match = pattern.exec(typed)
    if (match) return { range: write(match.slice(1)) }
  }
  const whole = readStretch(typed, now)
  if (whole) return { range: `${isoText(whole.start)}${separator}${isoText(endOf(whole))}` }
  const open = oneSided.exec(typed)
  const [, , isBefore, openText = ''] = open ?? []
  const side = open && readSide(openText, now)
  if (side) {
    if (isBefore) return { range: `${separator}${side.start}` }
    return { range: `${/^after/i.test(typed) ? side.end : side.start}${separator}` }
  }
  const [, first = '', second = ''] = between.exec(typed) ?? []
  const [start, end] = [readSide(first, now), readSide(second, now)]
  if (!start || !end) return { refusal: 'unknown' }
  const [from, to] = [wallOfIso(start.start), wallOfIso(end.end)]
  return from !== null && to !== null && to <= from ? { refusal: 'reversed' } : { range: `${start.start}${separator}${end.end}` }
}
