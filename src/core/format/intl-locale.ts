import { timeFormatLocale, type TimeLocaleDefinition, type TimeLocaleObject } from 'd3-time-format'
import { numbersOf, type FormatLocale } from './format-locale.ts'

/** Any day and time whose parts are told apart: Tuesday, 5 March 2024, 14:07:09.120 UTC. */
const sample = new Date(Date.UTC(2024, 2, 5, 14, 7, 9, 120))

const partsOf = (tag: string, options: Intl.DateTimeFormatOptions, at = sample) =>
  new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).formatToParts(at)

type Part = Intl.DateTimeFormatPart

const partOf = (tag: string, type: Part['type'], options: Intl.DateTimeFormatOptions, at?: Date): string =>
  partsOf(tag, options, at).find((part) => part.type === type)?.value ?? ''

const isNumeric = (text: string) => /^\d+$/.test(text)

type Seen = { value: string; isLong: boolean; hasPeriod: boolean }

const directives: Partial<Record<Part['type'], (seen: Seen) => string>> = {
  year: () => '%Y',
  month: ({ value, isLong }) => {
    if (isNumeric(value)) return value.startsWith('0') ? '%m' : '%-m'
    return isLong ? '%B' : '%b'
  },
  day: ({ value }) => (value.startsWith('0') ? '%d' : '%-d'),
  weekday: () => '%a',
  dayPeriod: () => '%p',
  hour: ({ hasPeriod }) => (hasPeriod ? '%I' : '%H'),
  minute: () => '%M',
  second: () => '%S',
  fractionalSecond: () => '%L',
}

/** A pattern of d3 that writes the same parts in the order of the language. */
const patternOf = (tag: string, options: Intl.DateTimeFormatOptions): string => {
  const parts = partsOf(tag, options)
  const hasPeriod = parts.some(({ type }) => type === 'dayPeriod')
  const isLong = options.month === 'long'
  return parts.map(({ type, value }) => directives[type]?.({ value, isLong, hasPeriod }) ?? value.replaceAll('%', '%%')).join('')
}

const day = { month: 'short', day: 'numeric' } as const
const year = { year: 'numeric' } as const
const weekday = { weekday: 'short' } as const
const hour = { hour: '2-digit' } as const
const minutes = { hour: '2-digit', minute: '2-digit' } as const
const seconds = { ...minutes, second: '2-digit' } as const
const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** What each of our own patterns of times shows. */
const shownBy: Record<string, Intl.DateTimeFormatOptions> = {
  '%I:%M': minutes,
  '%I %p': hour,
  '%a %d': { ...weekday, day: 'numeric' },
  '%b %d': day,
  '%-d %b': day,
  '%b %Y': { month: 'short', ...year },
  '%B %Y': { month: 'long', ...year },
  '%-d %b %Y': { ...day, ...year },
  '%a %b %-e': { ...weekday, ...day },
  '%a, %-d %b %Y': { ...weekday, ...day, ...year },
  '%a %b %d, %I %p': { ...weekday, ...day, ...hour },
  '%a %b %d, %I:%M %p': { ...weekday, ...day, ...minutes },
  '%a %b %d, %I:%M:%S %p': { ...weekday, ...day, ...seconds },
  '%Y-%m-%d': digits,
  '%Y-%m-%d %H:%M': { ...digits, ...minutes },
  '%Y-%m-%d %H:%M:%S': { ...digits, ...seconds },
  '%Y-%m-%d %H:%M:%S.%L': { ...digits, ...seconds, fractionalSecondDigits: 3 },
}

/** With minutes where an hour alone is only a number. */
const hourPatternOf = (tag: string, options: Intl.DateTimeFormatOptions): string => {
  const pattern = patternOf(tag, options)
  const isPlainHour = patternOf(tag, hour) === '%H'
  return isPlainHour ? pattern.replace(/%H$/, '%H:%M') : pattern
}

const patternsOf = (tag: string): Record<string, string> => {
  const patterns = Object.entries(shownBy).map(([pattern, options]) => [
    pattern,
    options.hour && !options.minute ? hourPatternOf(tag, options) : patternOf(tag, options),
  ])
  const isMonthFirst = patternOf(tag, { month: 'short', ...year }).startsWith('%b')
  return {
    ...Object.fromEntries(patterns),
    '%Y-%m-%d %H:00': patternOf(tag, { ...digits, ...minutes }).replace('%M', '00'),
    ...(isMonthFirst && { '%Y Q%q': 'Q%q %Y' }),
  }
}

const timesOf = (tag: string): TimeLocaleObject => {
  const months = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2024, index, 5)))
  const weekdays = Array.from({ length: 7 }, (_, index) => new Date(Date.UTC(2024, 2, 3 + index)))
  const monthAlone = (at: Date, month: 'short' | 'long') => new Intl.DateTimeFormat(tag, { month, timeZone: 'UTC' }).format(at)
  /** As it is written beside a day; some languages have only its number there. */
  const shortMonth = (at: Date) => {
    const besideDay = partOf(tag, 'month', day, at)
    return isNumeric(besideDay) ? monthAlone(at, 'short') : besideDay
  }
  const period = (hourOfDay: number) =>
    partOf(tag, 'dayPeriod', { hour: 'numeric', hour12: true }, new Date(Date.UTC(2024, 2, 5, hourOfDay)))
  const [date, time] = [patternOf(tag, digits), patternOf(tag, seconds)]
  return timeFormatLocale({
    dateTime: `${date} ${time}`,
    date,
    time,
    periods: [period(9), period(14)],
    days: weekdays.map((at) => partOf(tag, 'weekday', { weekday: 'long' }, at)),
    shortDays: weekdays.map((at) => partOf(tag, 'weekday', weekday, at)),
    months: months.map((at) => monthAlone(at, 'long')),
    shortMonths: months.map(shortMonth),
  } as TimeLocaleDefinition)
}

const magnitudes = { k: 1e3, M: 1e6, G: 1e9, T: 1e12 }

/**
 * The suffixes of thousands, millions and so on, where the language counts in thousands. Languages that count in ten thousands keep the SI
 * letters; so does a magnitude without a short form.
 */
const suffixesOf = (tag: string): Record<string, string> => {
  const compact = new Intl.NumberFormat(tag, { notation: 'compact' })
  const suffixes: Record<string, string> = {}
  for (const [letter, size] of Object.entries(magnitudes)) {
    const [first, ...rest] = compact.formatToParts(size)
    const suffix = rest.map(({ value }) => value).join('')
    if (first?.value === '1' && suffix) suffixes[letter] = suffix
    // Spanish: a thousand millions.
    else if (letter === 'G' && suffix === suffixes['M'] && suffixes['k']) suffixes['G'] = suffixes['k'] + suffix
  }
  return suffixes['M'] ? suffixes : { G: 'B' }
}

/** How a language writes numbers and times, from the language data of the runtime. */
export const formatLocaleFromIntl = (tag: string): FormatLocale => {
  const numberParts = new Intl.NumberFormat(tag).formatToParts(1_234_567.8)
  const separator = (type: 'decimal' | 'group') => numberParts.find((part) => part.type === type)?.value ?? ''
  const [decimal, thousands] = [separator('decimal'), separator('group')]
  const [, percent = '%'] = new Intl.NumberFormat(tag, { style: 'percent' }).format(0.01).split('1')
  const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 } as const
  const [before = '', after = ''] = new Intl.NumberFormat(tag, dollars).format(1).split('1')
  return {
    tag,
    numbers: numbersOf({ decimal, thousands, percent, currency: [before, after] }),
    decimal,
    thousands,
    gap: percent.replace('%', ''),
    short: suffixesOf(tag),
    times: timesOf(tag),
    patterns: patternsOf(tag),
  }
}
