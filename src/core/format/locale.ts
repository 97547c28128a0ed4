import { formatLocale } from 'd3-format'
import type { FormatLocaleDefinition, FormatLocaleObject } from 'd3-format'
import { timeFormat, timeFormatLocale, utcFormat } from 'd3-time-format'
import type { TimeLocaleDefinition, TimeLocaleObject } from 'd3-time-format'
import germanTimes from 'd3-time-format/locale/de-DE' with { type: 'json' }
import type { Locale } from '../i18n/locales.ts'

/** How one language writes numbers and times. */
export type FormatLocale = {
  tag: string
  /** d3's formats with the separators of this language. */
  numbers: FormatLocaleObject
  decimal: string
  thousands: string
  /** Between a number and its unit. */
  gap: string
  /** Suffixes of smart numbers instead of SI letters. */
  short: Record<string, string>
  times: Pick<TimeLocaleObject, 'format' | 'utcFormat'>
  /** Our own patterns of times in the order of this language; a format that a user typed stays as it is. */
  patterns: Record<string, string>
}

/** Separators default to those of English. A dollar stays a dollar in every language: only its position depends on the language. */
export const numbersOf = (definition: Partial<FormatLocaleDefinition> = {}): FormatLocaleObject =>
  formatLocale({ decimal: '.', thousands: ',', grouping: [3], currency: ['$', ''], minus: '-', ...definition })

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

const german: FormatLocale = {
  tag: 'de',
  numbers: numbersOf({ decimal: ',', thousands: '.', currency: ['', '\u00a0$'], percent: '\u00a0%' }),
  decimal: ',',
  thousands: '.',
  gap: '\u00a0',
  short: { M: '\u00a0Mio.', G: '\u00a0Mrd.', T: '\u00a0Bio.' },
  // d3 has the old Mrz.
  times: timeFormatLocale({ ...germanTimes, shortMonths: germanTimes.shortMonths.with(2, 'Mär') } as TimeLocaleDefinition),
  patterns: {
    '%I:%M': '%H:%M',
    '%I %p': '%H Uhr',
    '%a %d': '%a, %-d.',
    '%b %d': '%-d. %b',
    '%-d %b': '%-d. %b',
    '%-d %b %Y': '%-d. %b %Y',
    '%a %b %-e': '%a, %-d. %b',
    '%a, %-d %b %Y': '%a, %-d. %b %Y',
    '%a %b %d, %I %p': '%a, %-d. %b, %H Uhr',
    '%a %b %d, %I:%M %p': '%a, %-d. %b, %H:%M',
    '%a %b %d, %I:%M:%S %p': '%a, %-d. %b, %H:%M:%S',
    '%Y Q%q': 'Q%q %Y',
    '%Y-%m-%d': '%d.%m.%Y',
    '%Y-%m-%d %H:00': '%d.%m.%Y %H:00',
    '%Y-%m-%d %H:%M': '%d.%m.%Y %H:%M',
    '%Y-%m-%d %H:%M:%S': '%d.%m.%Y %H:%M:%S',
    '%Y-%m-%d %H:%M:%S.%L': '%d.%m.%Y %H:%M:%S,%L',
  },
}

const known: Record<Locale, FormatLocale> = { en: english, de: german }

/** How a language writes numbers and times; English for an unsupported one. */
export const formatLocaleOf = (tag: string): FormatLocale => known[tag as Locale] ?? english
