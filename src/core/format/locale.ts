import { timeFormat, utcFormat } from 'd3-time-format'
import { numbersOf, type FormatLocale } from './format-locale.ts'

const english: FormatLocale = {
  tag: 'en',
  numbers: numbersOf(),
  decimal: '.',
  thousands: ',',
  gap: '',
  short: { G: 'B' },
  times: { format: timeFormat, utcFormat },
  patterns: {},
}

const known = new Map([[english.tag, english]])

/** Makes known how a language writes numbers and times. Loading its catalogue does so; English is known from the start. */
export const addFormatLocale = (locale: FormatLocale): void => void known.set(locale.tag, locale)

/** How a language writes numbers and times; English for one that is not loaded. */
export const formatLocaleOf = (tag: string): FormatLocale => known.get(tag) ?? english
