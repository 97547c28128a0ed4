import { ownValue } from '../encoding/own-keys.ts'
import { allDigits, numberFormatter, smartNumber } from './number.ts'
import type { ValueFormatter } from './number.ts'
import { formatOfYearMetric } from './years.ts'

export type Currency = { symbol?: string | null; symbolPosition?: string | null }

const findSymbol = (code: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).formatToParts(1).find((part) => part.type === 'currency')?.value ??
  code

const symbols = new Map<string, string>()

/** `€` for EUR; a code without a sign is returned as it is. Throws on an invalid code. */
export const currencySymbol = (code: string): string => {
  const symbol = symbols.get(code) ?? findSymbol(code)
  symbols.set(code, symbol)
  return symbol
}

const isCode = (symbol: string): boolean => /\p{L}$/u.test(symbol)

/** `$250B` and `-$3`, as `$,.0f` writes them too; a code is followed by a space, as in `CHF 12`. */
const prefixed = (symbol: string, number: string): string =>
  isCode(symbol) || !/\d/.test(number) ? `${symbol} ${number}` : number.replace(/^([-−+]?)/, (sign) => sign + symbol)

/** The number without $ and %, with the symbol; anything but `prefix` is a suffix, separated by a space. */
export const currencyFormatter = (currency: Currency | null | undefined, format?: string | null, locale = 'en'): ValueFormatter => {
  const show = numberFormatter((format || smartNumber).replaceAll(/[$%]/g, ''), locale)
  const code = currency?.symbol
  if (!code) return show
  const written: ValueFormatter = (value) => {
    const symbol = currencySymbol(code)
    return currency.symbolPosition === 'prefix' ? prefixed(symbol, show(value)) : `${show(value)} ${symbol}`
  }
  if (show.exact) written.exact = currencyFormatter(currency, allDigits, locale)
  return written
}

type SavedMetric = string | object

export type MetricFormats = {
  /** Saved metric → currency. */
  currencies?: Record<string, Currency> | undefined
  /** Saved metric → d3 format. */
  formats?: Record<string, string> | undefined
  /** The chart's own setting; it wins. */
  format?: string | null | undefined
  currency?: Currency | null | undefined
  /** Language whose separators are used. */
  locale?: string | undefined
}

/**
 * One formatter per metric everywhere: the chart's currency, else the saved metric's currency or format, else the chart's format.
 * An ad-hoc metric inherits nothing from its column. With several metrics `key` names the one.
 */
export const metricFormatter = (
  metrics: SavedMetric | SavedMetric[],
  { currencies = {}, formats = {}, format, currency, locale }: MetricFormats,
  key?: string | null,
): ValueFormatter => {
  if (currency?.symbol) return currencyFormatter(currency, format, locale)
  const list = Array.isArray(metrics) ? metrics : [metrics]
  const saved = key ? list.find((metric) => metric === key) : list.length === 1 ? list[0] : undefined
  if (typeof saved !== 'string') return numberFormatter(format, locale)
  const own = ownValue(currencies, saved)
  const text = format || ownValue(formats, saved) || formatOfYearMetric(saved)
  return own ? currencyFormatter(own, text, locale) : numberFormatter(text, locale)
}
