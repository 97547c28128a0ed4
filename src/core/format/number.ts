import prettyMs from 'pretty-ms'
import type { Options as DurationOptions } from 'pretty-ms'
import type { FormatLocale } from './format-locale.ts'
import { formatLocaleOf } from './locale.ts'

/** Shows one value; null, undefined and NaN show as these words, infinities as ∞ and -∞. */
export type ValueFormatter = ((value: unknown) => string) & {
  /** Of the adaptive format: all digits, for values whose texts would be alike. */
  exact?: ValueFormatter
}

type Show = (value: number) => string

export const smartNumber = 'SMART_NUMBER'

/** At most 2 decimals from 1, 4 from 0.001, from 1000 three digits with a short word or an SI letter. */
const smart = ({ numbers, short }: FormatLocale, signed = false): Show => {
  const si = numbers.format('.3~s')
  const twoDecimals = numbers.format('.2~f')
  const fourDecimals = numbers.format('.4~f')
  const show = (value: number) => {
    const size = Math.abs(value)
    if (size >= 1000) return si(value).replace(/[A-Z]$/, (letter) => short[letter] ?? letter)
    if (size >= 1) return twoDecimals(value)
    if (size >= 0.001) return fourDecimals(value)
    if (size > 0.000001) return `${si(value * 1_000_000)}µ`
    return si(value)
  }
  return (value) => (value === 0 ? '0' : `${signed && value > 0 ? '+' : ''}${show(value)}`)
}

const longUnit = /([\d.]+) ([a-z]+?)s?\b/g

/** The language's words for units that are written out. */
const inWords = (text: string, tag: string): string =>
  text.replaceAll(longUnit, (_, count: string, unit: string) =>
    new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(Number(count)),
  )

const duration =
  (options: DurationOptions = {}, unit = 1) =>
  ({ tag, decimal }: FormatLocale): Show =>
  (value) => {
    const text = prettyMs(Number(value) * unit, options)
    return options.verbose && tag !== 'en' ? inWords(text, tag) : text.replaceAll('.', decimal)
  }

const decimalUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB', 'RB', 'QB']
const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB']

const bytes =
  (units: string[], base: number, decimals = 2) =>
  ({ decimal, gap }: FormatLocale): Show =>
  (value) => {
    const size = Math.abs(value)
    const power = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(size) / Math.log(base)))
    const figure = String(Number.parseFloat((value / base ** power).toFixed(decimals))).replace('.', decimal)
    return `${figure}${gap}${units[power] ?? ''}`
  }

/** At most this many digits with an SI letter; no padding without a letter. */
const siAtMost =
  (digits: number) =>
  ({ numbers }: FormatLocale): Show => {
    const [padded, bare] = [numbers.format(`.${digits}s`), numbers.format(`.${digits}~s`)]
    return (value) => (/\d$/.test(padded(value)) ? bare(value) : padded(value))
  }

const named: Record<string, (locale: FormatLocale) => Show> = {
  SMART_NUMBER: (locale) => smart(locale),
  SMART_NUMBER_SIGNED: (locale) => smart(locale, true),
  DURATION: duration(),
  DURATION_SUB: duration({ formatSubMilliseconds: true }),
  DURATION_COL: duration({ colonNotation: true }),
  DURATION_VERBOSE: duration({ verbose: true }),
  DURATION_COMPACT: duration({ compact: true }),
  DURATION_SECONDS: duration({}, 1000),
  MEMORY_DECIMAL: bytes(decimalUnits, 1000),
  MEMORY_DECIMAL_0: bytes(decimalUnits, 1000, 0),
  MEMORY_BINARY: bytes(binaryUnits, 1024),
  MEMORY_TRANSFER_RATE_DECIMAL: bytes(decimalUnits, 1000),
  MEMORY_TRANSFER_RATE_BINARY: bytes(binaryUnits, 1024),
  SI_AT_MOST_1: siAtMost(1),
  SI_AT_MOST_3: siAtMost(3),
}

/** Zero is written without a sign: `+0.0` of `+.1f` becomes `0.0`. */
const signOfZero = /^[+−-](?=0(?:[.,]0*)?\D*$)/

const invalid =
  (format: string): ValueFormatter =>
  (value) =>
    `${value} (Invalid format: ${format})`

/** The d3 format of all digits but the dust that binary fractions leave. */
export const allDigits = ',.12~r'

/** Two decimals write smaller numbers as zero. */
export const leastOfTwoDecimals = 0.005

/** The d3 format of numbers that two decimals would write as zero. */
export const tinyDigits = '.3~g'

/** An uncached formatter; `numberFormatter` caches those of the supported languages. */
export const formatterIn = (locale: FormatLocale, format: string): ValueFormatter => {
  let show: ValueFormatter
  try {
    show = (named[format]?.(locale) ?? locale.numbers.format(format)) as ValueFormatter
  } catch {
    show = invalid(format)
  }
  const written: ValueFormatter = (value) => {
    if (value === null || value === undefined || Number.isNaN(value)) return String(value)
    if (value === Infinity) return '∞'
    return value === -Infinity ? '-∞' : show(value).replace(signOfZero, '')
  }
  if (format === smartNumber) written.exact = formatterIn(locale, allDigits)
  return written
}

const made = new Map<string, ValueFormatter>()

/**
 * A formatter for a d3 format or a name as `SMART_NUMBER` (the default, also for the empty format), `DURATION`, `MEMORY_DECIMAL`,
 * with the separators and words of a language.
 */
export const numberFormatter = (format?: string | null, locale = 'en'): ValueFormatter => {
  const wanted = format?.trim() || smartNumber
  const { tag } = formatLocaleOf(locale)
  const key = `${tag} ${wanted}`
  const known = made.get(key) ?? formatterIn(formatLocaleOf(locale), wanted)
  made.set(key, known)
  return known
}

/** Digits of a number that does not fit a double, unchanged, with the separators of a language. */
export const exactDigits = (digits: string, locale: string): string => {
  const [whole = '', part] = digits.split('.')
  const { decimal, thousands } = formatLocaleOf(locale)
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, thousands)}${part ? decimal + part : ''}`
}
