import { expect, test } from 'vitest'
import { holidayRules } from './holiday-rules.ts'
import { holidaysOf } from './holidays.ts'

test.each([
  ['US', 2023, 'Thanksgiving Day', '11-23'],
  ['US', 2024, 'Juneteenth National Independence Day', '6-19'],
  ['gb', 2024, 'Good Friday', '3-29'],
  ['GR', 2024, 'Easter Monday', '5-6'],
  ['SE', 2024, 'Midsummer Day', '6-22'],
  ['JP', 2025, 'Vernal Equinox Day', '3-20'],
  ['SA', 2024, 'Eid al-Fitr Holiday', '4-10'],
  ['SG', 2024, 'Chinese New Year', '2-10'],
  ['GB', 2020, 'May Day', '5-8'],
  ['GB', 2022, 'Platinum Jubilee of Elizabeth II', '6-3'],
  ['IT', 2024, 'Republic Day', '6-2'],
  ['JP', 2020, 'Marine Day', '7-23'],
  ['JP', 2025, 'Respect for the Aged Day', '9-15'],
  ['MX', 2024, 'Revolution Day', '11-18'],
  ['NZ', 2025, 'Matariki', '6-20'],
])('%s %i: %s is on %s', (country, year, name, date) => {
  expect((holidaysOf(country, year) ?? []).filter((h) => h.name === name).map((h) => `${h.month}-${h.day}`)).toContain(date)
})

test('a holiday that is moved for one year is not listed twice', () => {
  const days = (year: number) => (holidaysOf('GB', year) ?? []).filter(({ name }) => name === 'May Day').map(({ day }) => day)
  expect([2019, 2020, 2021].map(days)).toEqual([[6], [8], [3]])
})

test('a holiday exists only in the years of its law', () => {
  const names = (year: number) => (holidaysOf('US', year) ?? []).map((h) => h.name)
  expect(names(2020)).not.toContain('Juneteenth National Independence Day')
  expect(names(2021)).toContain('Juneteenth National Independence Day')
})

test('unknown countries have none', () => {
  expect(holidaysOf('XX', 2020)).toBeUndefined()
  expect(holidaysOf('.*', 2020)).toBeUndefined()
})

test('every rule of every country gives real days', () => {
  const countries = holidayRules
    .trim()
    .split('\n')
    .map((line) => line.slice(0, 2))
  expect(countries.length).toBeGreaterThan(50)
  for (const country of countries) {
    for (const { name, month, day } of holidaysOf(country, 2027) ?? []) expect(name.length * month * day, country).toBeGreaterThan(0)
  }
})
