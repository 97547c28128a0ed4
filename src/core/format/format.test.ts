import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { currencyFormatter, metricFormatter } from './currency.ts'
import type { Currency } from './currency.ts'
import { loadFormats } from '../i18n/load-catalogue.ts'
import { isLocale, locales } from '../i18n/locales.ts'
import { numbersOf } from './format-locale.ts'
import { formatLocaleOf } from './locale.ts'
import { exactDigits, formatterIn, numberFormatter } from './number.ts'
import { commonTimeFormatter, denormalizeTimestamp, grainFormatter, normalizeTimestamp, timeFormatter, usualTimeFormatter } from './time.ts'

for (const locale of Object.keys(locales).filter(isLocale)) loadFormats(locale)

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
const printed = (value: unknown): string => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value))

const outcome = (run: () => string): Outcome => {
  try {
    return run()
  } catch (error) {
    return { $error: (error as Error).message }
  }
}

/** Zero has no sign here: the record writes `+0.0` and `-0.0`. */
const withoutSignOfZero = (text: Outcome): Outcome => (typeof text === 'string' ? text.replace(/^[+−-](?=[0.]+[A-Za-zµ%]*$)/, '') : text)

/** The currency sign is next to the number here, as d3 writes `-$1`: the record separates them, as `$ -1`. */
const besideNumber = (text: Outcome): Outcome =>
  typeof text === 'string' ? text.replace(/^(\S*[$€£¥₹₩₫₱₪฿]) ([-+]?)(?=\d)/, '$2$1') : text

/** What differs from the record and is not listed. */
const wrong = (file: string, name: string, rows: { value: unknown; expected: Outcome; got: Outcome }[]) =>
  rows.filter(({ value, expected, got }) => {
    const same = typeof expected === 'string' ? got === expected : typeof got === 'object'
    return !same && !(`${file} ${name} ${printed(value)}` in differences)
  })

describe('numbers', () => {
  const { values, formats } = read<{ values: unknown[]; formats: Formats }>('format/numbers.json')
  test.each(formats)('$format', ({ format, results }) => {
    const show = numberFormatter(format)
    const rows = values.map((value, i) => ({
      value,
      expected: withoutSignOfZero(results[i] as Outcome),
      got: outcome(() => show(special(value))),
    }))
    expect(wrong('numbers.json', format, rows)).toEqual([])
  })

  const { values: few, locales: recorded } = read<{
    values: number[]
    locales: { name: string; locale: Parameters<typeof numbersOf>[0]; formats: Formats }[]
  }>('format/number-locales.json')
  test.each(recorded)('locale $name', ({ locale, formats: local }) => {
    const marks = { ...formatLocaleOf('en'), numbers: numbersOf(locale) }
    for (const { format, results } of local) expect(few.map(formatterIn(marks, format))).toEqual(results)
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
    expect(recorded.values.map((value) => outcome(() => show(value)))).toEqual(results.map(besideNumber))
  })

  test.each(recorded.value_formatter)('$args', ({ args, results }) => {
    const [metrics, currencies, formats, format, currency, key] = args
    expect([1234.5, null, -2].map(metricFormatter(metrics, { currencies, formats, format, currency }, key))).toEqual(
      results.map(besideNumber),
    )
  })
})

test.each([
  ['+.1f', 0, '0.0'],
  ['+.1f', 0.04, '0.0'],
  ['+.1f', -0.04, '0.0'],
  ['+,.0%', 0.001, '0%'],
  ['+.1f', 0.06, '+0.1'],
  ['+.2f', 0.05, '+0.05'],
  ['+,', 10, '+10'],
])('%s of %s is %s', (format, value, text) => {
  expect(numberFormatter(format)(value)).toBe(text)
})

test.each([
  ['USD', 250_000_000_000, '$250B'],
  ['USD', -3, '-$3'],
  ['CHF', 12, 'CHF 12'],
  ['USD', null, '$ null'],
])('%s %s is %s', (symbol, value, text) => {
  expect(currencyFormatter({ symbol, symbolPosition: 'prefix' })(value)).toBe(text)
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
    const show = grain ? grainFormatter(grain) : timeFormatter()
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

describe('in German', () => {
  /** Non-breaking spaces are compared as plain ones, which are easier to read here. */
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')

  test.each([
    [null, 1234.5, '1,23k'],
    [null, -1_234_567, '-1,23 Mio.'],
    [null, 1_234_567_890, '1,23 Mrd.'],
    [null, 0.12345, '0,1235'],
    ['SMART_NUMBER_SIGNED', 2.5e12, '+2,5 Bio.'],
    [',d', 1234567, '1.234.567'],
    [',.2f', 1234567.891, '1.234.567,89'],
    ['.3s', 1234567, '1,23M'],
    [',.1%', 12.345, '1.234,5 %'],
    ['$,.2f', 1234.5, '1.234,50 $'],
    ['SI_AT_MOST_3', 12.5, '12,5'],
    ['SI_AT_MOST_3', 1200, '1,20k'],
    ['MEMORY_DECIMAL', 1024, '1,02 kB'],
    ['MEMORY_BINARY', 1536, '1,5 KiB'],
    ['DURATION', 66_500, '1m 6,5s'],
    ['DURATION_COL', 10_500, '0:10,5'],
    ['DURATION_VERBOSE', 93_661_000, '1 Tag 2 Stunden 1 Minute 1 Sekunde'],
    ['nonsense', 12, '12 (Invalid format: nonsense)'],
  ])('%s of %s is %s', (format, value, expected) => {
    expect(plain(numberFormatter(format, 'de')(value))).toBe(expected)
  })

  test('currency symbols keep their position', () => {
    expect(currencyFormatter({ symbol: 'EUR', symbolPosition: 'suffix' }, ',.2f', 'de')(1234.5)).toBe('1.234,50 €')
    expect(metricFormatter('Sales', { currencies: { Sales: { symbol: 'USD', symbolPosition: 'prefix' } }, locale: 'de' })(1500)).toBe(
      '$1,5k',
    )
  })

  test('digits that do not fit a double', () => {
    expect(exactDigits('12345678901234567890.50', 'de')).toBe('12.345.678.901.234.567.890,50')
    expect(exactDigits('-1234', 'en')).toBe('-1,234')
  })

  const time = Date.UTC(2024, 2, 5, 14, 7)
  test.each([
    ['smart_date', '14:07'],
    ['smart_date_verbose', 'Di, 5. März, 14:07'],
    ['smart_date_detailed', '05.03.2024, 14:07'],
    ['%A, %d %B %Y', 'Dienstag, 05 März 2024'],
    ['%Y-%m-%d', '2024-03-05'],
  ])('%s is %s: what a person typed keeps its order', (format, expected) => {
    expect(timeFormatter(format, 'de')(time)).toBe(expected)
  })

  test.each([
    ['P1D', '05.03.2024'],
    ['P1W', '05.03.2024 — 11.03.2024'],
    ['P1M', 'März 2024'],
    ['P3M', 'Q1 2024'],
    ['PT1H', '05.03.2024, 14:00 — 05.03.2024, 15:00'],
  ])('grain %s is %s', (grain, expected) => {
    expect(grainFormatter(grain, 'de')(time)).toBe(expected)
  })

  test('our own patterns follow the order of the language, English for an unsupported one', () => {
    expect(['de', 'en', 'xx'].map((locale) => usualTimeFormatter('%-d %b', locale)(time))).toEqual(['5. März', '5 Mar', '5 Mar'])
    expect(commonTimeFormatter([time], 'de')(time)).toBe('05.03.2024, 14:07')
  })
})

test.each([
  ['%b %Y', ['Mar 2024', 'März 2024', 'мар. 2024 г.', '2024年3月', '2024년 3월', 'mar. 2024']],
  ['%B %Y', ['March 2024', 'März 2024', 'март 2024 г.', '2024年3月', '2024년 3월', 'marec 2024']],
  ['%Y Q%q', ['2024 Q1', 'Q1 2024', 'Q1 2024', '2024 Q1', '2024 Q1', 'Q1 2024']],
  ['%a %d', ['Tue 05', 'Di, 5.', 'вт, 5', '5日(火)', '5일 (화)', 'tor., 5.']],
])('%s in English, German, Russian, Japanese, Korean, Slovenian', (pattern, expected) => {
  const shown = ['en', 'de', 'ru', 'ja', 'ko', 'sl'].map((locale) => usualTimeFormatter(pattern, locale)(Date.UTC(2024, 2, 5, 14, 7)))
  expect(shown.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(expected)
})

test.each([
  ['en', '1.23M', '1.23B', '1,234.5', '12.5%', '5 Mar 2024', '02 PM', '2024-03-05 14:07'],
  ['es', '1,23 M', '1,23 mil M', '1.234,5', '12,5 %', '5 mar 2024', '14:07', '05/03/2024, 14:07'],
  ['fr', '1,23 M', '1,23 Md', '1 234,5', '12,5 %', '5 mars 2024', '14 h', '05/03/2024 14:07'],
  ['it', '1,23 Mln', '1,23 Mld', '1.234,5', '12,5%', '5 mar 2024', '14:07', '05/03/2024, 14:07'],
  ['nl', '1,23 mln.', '1,23 mld.', '1.234,5', '12,5%', '5 mrt 2024', '14:07', '05-03-2024, 14:07'],
  ['pt-PT', '1,23 M', '1,23 mM', '1 234,5', '12,5%', '5/03/2024', '14:07', '05/03/2024, 14:07'],
  ['pt-BR', '1,23 mi', '1,23 bi', '1.234,5', '12,5%', '5 de mar. de 2024', '14:07', '05/03/2024, 14:07'],
  ['sk', '1,23 mil.', '1,23 mld.', '1 234,5', '12,5 %', '5. 3. 2024', '14:07', '05. 03. 2024 14:07'],
  ['sl', '1,23 mio.', '1,23 mrd.', '1.234,5', '12,5 %', '5. mar. 2024', '14:07', '05. 03. 2024, 14:07'],
  ['ru', '1,23 млн', '1,23 млрд', '1 234,5', '12,5 %', '5 мар. 2024 г.', '14:07', '05.03.2024, 14:07'],
  ['ja', '1.23M', '1.23B', '1,234.5', '12.5%', '2024年3月5日', '14時', '2024/03/05 14:07'],
  ['ko', '1.23M', '1.23B', '1,234.5', '12.5%', '2024년 3월 5일', '오후 02시', '2024. 03. 05. 오후 02:07'],
  ['zh', '1.23M', '1.23B', '1,234.5', '12.5%', '2024年3月5日', '14时', '2024/03/05 14:07'],
])('%s writes numbers and times in its own way', (locale, ...expected) => {
  const number = (format: string | null, value: number) => numberFormatter(format, locale)(value)
  const time = (pattern: string) => usualTimeFormatter(pattern, locale)(Date.UTC(2024, 2, 5, 14, 7))
  const written = [number(null, 1_230_000), number(null, 1_230_000_000), number(',.1f', 1234.5), number(',.1%', 0.125)]
  const times = [time('%-d %b %Y'), time('%I %p'), time('%Y-%m-%d %H:%M')]
  expect([...written, ...times].map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '))).toEqual(expected)
})

test.each([
  [[0, 1_000_001, 1_000_002], null, ['0', '1,000,001', '1,000,002']],
  [[1_000_000.5, 1_000_002, -1_000_003.5], null, ['1,000,000.5', '1,000,002', '-1,000,003.5']],
  [[1.2e12, 1.2001e12], null, ['1,200,000,000,000', '1,200,100,000,000']],
  [[4, 4.002, 3 * 0.1], null, ['4', '4.002', '0.3']],
  [[0.00000012], null, ['0.00000012']],
  [[1_000_001, 1_000_002], 'EUR', ['€1,000,001', '€1,000,002']],
])('the adaptive format can write all digits of %j', (values, symbol, texts) => {
  const { exact } = currencyFormatter({ symbol, symbolPosition: 'prefix' })
  expect(values.map((value) => exact?.(value))).toEqual(texts)
})

test('a format that was chosen writes the digits that it says', () => {
  expect(numberFormatter('.3~s').exact).toBeUndefined()
  expect(currencyFormatter({ symbol: 'EUR', symbolPosition: 'prefix' }, ',.0f').exact).toBeUndefined()
})
