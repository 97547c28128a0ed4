import { formatLocale, type FormatLocaleDefinition, type FormatLocaleObject } from 'd3-format'
import type { TimeLocaleObject } from 'd3-time-format'

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
