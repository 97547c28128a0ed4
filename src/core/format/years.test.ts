import { expect, test } from 'vitest'
import { metricFormatter } from './currency.ts'
import { extentFormatter, holdsYears } from './years.ts'

test.each<[string, [number, number], string]>([
  ['Year', [1960, 2010], '1960–2010'],
  ['release_year', [1215, 2010], '1215–2010'],
  ['founded', [1875, 2019], '1875–2019'],
  ['year', [0, 2010], '0–2.01k'],
  ['Distance', [21, 4962], '21–4.96k'],
  ['rating', [1.4, 9.2], '1.4–9.2'],
])('%s %s is %s', (name, extent, text) => {
  expect(extent.map(extentFormatter(name, extent, 'en')).join('–')).toBe(text)
})

test.each<[string, boolean]>([
  ['year', true],
  ['MAX(Year)', true],
  ['Erscheinungs-Jahr', true],
  ['Decade', true],
  ['decades', false],
  ['yearly', false],
  ['Sales', false],
])('%s holds years: %s', (name, expected) => expect(holdsYears(name, [1990, 2020])).toBe(expected))

test.each([
  ['MAX(year)', '1995'],
  ['MIN(release_year)', '1995'],
  ['SUM(year)', '2k'],
  ['sales per year', '2k'],
])('a metric %s', (label, text) => expect(metricFormatter(label, {})(1995)).toBe(text))
