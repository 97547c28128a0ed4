import { formatLocale } from 'd3-format'
import type { FormatLocaleDefinition } from 'd3-format'
import prettyMs from 'pretty-ms'
import type { Options as DurationOptions } from 'pretty-ms'

/** Shows one value; null, undefined and NaN show as these words, infinities as ∞ and -∞. */
export type ValueFormatter = (value: unknown) => string

type Show = (value: number) => string

/** Decimal mark, thousands mark, grouping and currency affixes (the site's D3_FORMAT). */
export type NumberLocale = FormatLocaleDefinition

export const smartNumber = 'SMART_NUMBER'

const usLocale: NumberLocale = { decimal: '.', thousands: ',', grouping: [3], currency: ['$', ''], minus: '-' }

/** At most 2 decimals from 1, 4 from 0.001, three digits and an SI letter beyond; B for billions. */
const smart = (locale: ReturnType<typeof formatLocale>, signed = false): Show => {
  const si = locale.format('.3~s')
  const twoDecimals = locale.format('.2~f')
  const fourDecimals = locale.format('.4~f')
  const show = (value: number) => {
    const size = Math.abs(value)
    if (size >= 1000) return si(value).replace('G', 'B')
    if (size >= 1) return twoDecimals(value)
    if (size >= 0.001) return fourDecimals(value)
    if (size > 0.000001) return `${si(value * 1_000_000)}µ`
    return si(value)
  }
  return (value) => (value === 0 ? '0' : `${signed && value > 0 ? '+' : ''}${show(value)}`)
}

const duration =
  (options: DurationOptions = {}, unit = 1): Show =>
  (value) =>
    prettyMs(Number(value) * unit, options)

const decimalUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB', 'RB', 'QB']
const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB']

const bytes =
  (units: string[], base: number, decimals = 2): Show =>
  (value) => {
    const size = Math.abs(value)
    const power = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(size) / Math.log(base)))
    return `${Number.parseFloat((value / base ** power).toFixed(decimals))}${units[power] ?? ''}`
  }

/** At most so many digits with an SI letter; no padding where there is no letter. */
const siAtMost =
  (digits: number): ((locale: ReturnType<typeof formatLocale>) => Show) =>
  (locale) => {
    const si = locale.format(`.${digits}s`)
    return (value) => (Number.isNaN(Number(si(value))) ? si(value) : String(Number(si(value))))
  }

const named: Record<string, (locale: ReturnType<typeof formatLocale>) => Show> = {
  SMART_NUMBER: (locale) => smart(locale),
  SMART_NUMBER_SIGNED: (locale) => smart(locale, true),
  DURATION: () => duration(),
  DURATION_SUB: () => duration({ formatSubMilliseconds: true }),
  DURATION_COL: () => duration({ colonNotation: true }),
  DURATION_VERBOSE: () => duration({ verbose: true }),
  DURATION_COMPACT: () => duration({ compact: true }),
  DURATION_SECONDS: () => duration({}, 1000),
  MEMORY_DECIMAL: () => bytes(decimalUnits, 1000),
  MEMORY_DECIMAL_0: () => bytes(decimalUnits, 1000, 0),
  MEMORY_BINARY: () => bytes(binaryUnits, 1024),
  MEMORY_TRANSFER_RATE_DECIMAL: () => bytes(decimalUnits, 1000),
  MEMORY_TRANSFER_RATE_BINARY: () => bytes(binaryUnits, 1024),
  SI_AT_MOST_1: siAtMost(1),
  SI_AT_MOST_3: siAtMost(3),
}

const invalid =
  (format: string): ValueFormatter =>
  (value) =>
    `${value} (Invalid format: ${format})`

const make = (format: string, definition: NumberLocale): ValueFormatter => {
  const locale = formatLocale({ ...usLocale, ...definition })
  let show: ValueFormatter
  try {
    show = (named[format]?.(locale) ?? locale.format(format)) as ValueFormatter
  } catch {
    show = invalid(format)
  }
  return (value) => {
    if (value === null || value === undefined || Number.isNaN(value)) return String(value)
    if (value === Infinity) return '∞'
    return value === -Infinity ? '-∞' : show(value)
  }
}

const made = new Map<string, ValueFormatter>()

/** A formatter for a d3 format or a name as `SMART_NUMBER` (the default, also for the empty format), `DURATION`, `MEMORY_DECIMAL`. */
export const numberFormatter = (format?: string | null, locale: NumberLocale = usLocale): ValueFormatter => {
  const wanted = format?.trim() || smartNumber
  if (locale !== usLocale) return make(wanted, locale)
  const known = made.get(wanted) ?? make(wanted, locale)
  made.set(wanted, known)
  return known
}
