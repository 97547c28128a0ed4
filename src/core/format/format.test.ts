import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { currencyFormatter, metricFormatter } from './currency.ts'
import type { Currency } from './currency.ts'
import { numberFormatter } from './number.ts'
import type { NumberLocale } from './number.ts'
import { commonTimeFormatter, denormalizeTimestamp, normalizeTimestamp, timeFormatter } from './time.ts'

type Outcome = string | { $error: string }
type Formats = { format: string; results: Outcome[]; other_results?: string[] }[]

const read = <T>(name: string) => JSON.parse(readFileSync(new URL(`../../../test/conformance/${name}`, import.meta.url), 'utf8')) as T

const differences = read<Record<string, Record<string, string>>>('differences.json')['format'] ?? {}

/** JSON cannot hold NaN, infinities, −0 and undefined. */
const special = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if ('$num' in value) return Number(value.$num)
  return '$undefined' in value ? undefined : value
}
const told = (value: unknown): string => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value))

const outcome = (run: () => string): Outcome => {
  try {
    return run()
  } catch (error) {
    return { $error: (error as Error).message }
  }
}

/** What differs from the record and is not listed. */
const wrong = (file: string, name: string, rows: { value: unknown; expected: Outcome; got: Outcome }[]) =>
  rows.filter(({ value, expected, got }) => {
    const same = typeof expected === 'string' ? got === expected : typeof got === 'object'
    return !same && !(`${file} ${name} ${told(value)}` in differences)
  })

describe('numbers', () => {
  const { values, formats } = read<{ values: unknown[]; formats: Formats }>('format/numbers.json')
  test.each(formats)('$format', ({ format, results }) => {
    const show = numberFormatter(format)
    const rows = values.map((value, i) => ({ value, expected: results[i] as Outcome, got: outcome(() => show(special(value))) }))
    expect(wrong('numbers.json', format, rows)).toEqual([])
  })

  const { values: few, locales } = read<{ values: number[]; locales: { name: string; locale: NumberLocale; formats: Formats }[] }>(
    'format/number-locales.json',
  )
  test.each(locales)('locale $name', ({ locale, formats: local }) => {
    for (const { format, results } of local) expect(few.map(numberFormatter(format, locale))).toEqual(results)
  })
})

describe('currencies', () => {
  type Config = { currency: Currency | null; d3Format?: string }
  type Args = [string | object, Record<string, Currency>, Record<string, string>, string | null, Currency | null, string?]
  const recorded = read<{
    values: number[]
    currency: { config: Config; results: Outcome[] }[]
    value_formatter: { args: Args; results: string[] }[]
  }>('format/currency.json')

  test.each(recorded.currency)('$config', ({ config, results }) => {
    const show = currencyFormatter(config.currency, config.d3Format)
    expect(recorded.values.map((value) => outcome(() => show(value)))).toEqual(results)
  })

  test.each(recorded.value_formatter)('$args', ({ args, results }) => {
    const [metrics, currencies, formats, format, currency, key] = args
    expect([1234.5, null, -2].map(metricFormatter(metrics, { currencies, formats, format, currency }, key))).toEqual(results)
  })
})

describe('times', () => {
  const recorded = read<{
    values: number[]
    other_values: unknown[]
    formats: Formats
    by_grain: { grain: string | null; results: string[] }[]
    finest_grain: { values: number[]; results: string[] }[]
    normalize: { input: string; normalized: string; denormalized: string }[]
  }>('format/times.json')
  const zone = process.env['TZ']
  afterAll(() => {
    process.env['TZ'] = zone
  })

  test.each(recorded.formats)('$format', ({ format, results, other_results }) => {
    process.env['TZ'] = format.startsWith('local!') ? 'UTC' : zone
    const show = timeFormatter(format)
    const rows = recorded.values.map((value, i) => ({ value, expected: results[i] as Outcome, got: outcome(() => show(value)) }))
    expect(wrong('times.json', format, rows)).toEqual([])
    expect(recorded.other_values.map((value) => show(special(value)))).toEqual(other_results)
  })

  test.each(recorded.by_grain)('grain $grain', ({ grain, results }) => {
    const show = timeFormatter(null, grain)
    const rows = recorded.values.map((value, i) => ({ value, expected: results[i] as Outcome, got: outcome(() => show(value)) }))
    expect(wrong('times.json', `grain ${grain}`, rows)).toEqual([])
  })

  test.each(recorded.finest_grain)('common format of $values', ({ values, results }) => {
    expect(values.map(commonTimeFormatter(values))).toEqual(results)
  })

  test.each(recorded.normalize)('$input', ({ input, normalized, denormalized }) => {
    expect(normalizeTimestamp(input)).toBe(normalized)
    expect(denormalizeTimestamp(input)).toBe(denormalized)
  })
})
