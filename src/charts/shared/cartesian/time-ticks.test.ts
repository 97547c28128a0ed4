import { describe, expect, test } from 'vitest'
import { tickText, timeTicks } from './time-ticks.ts'

const at = (text: string) => Date.parse(`${text}${text.includes('T') ? 'Z' : 'T00:00:00Z'}`)
const texts = (from: string, to: string, most: number, least = 0) => {
  const ticks = timeTicks(at(from), at(to), { most, least })
  return ticks.map(tickText(null, 'en', ticks))
}

describe('ticks say what changes', () => {
  test.each<[string, string, number, string[]]>([
    ['2000-01-01', '2010-03-01', 6, ['2000', '2002', '2004', '2006', '2008', '2010']],
    ['2020-03-15', '2021-08-01', 6, ['Apr', 'Jul', 'Oct', '2021', 'Apr', 'Jul']],
    ['2020-11-10', '2021-02-20', 5, ['Dec', '2021', 'Feb']],
    ['2024-12-20', '2025-01-18', 5, ['23 Dec', '30 Dec', '6 Jan 2025', '13 Jan']],
    ['2024-02-27T05:00', '2024-03-01T04:00', 6, ['12:00', '28 Feb', '12:00', '29 Feb', '12:00', '1 Mar']],
    ['2024-02-27T05:10', '2024-02-27T05:55', 4, ['05:15', '05:30', '05:45']],
    ['1800-01-01', '2020-01-01', 5, ['1800', '1850', '1900', '1950', '2000']],
  ])('%s to %s, %i at most', (from, to, most, expected) => expect(texts(from, to, most)).toEqual(expected))
})

test('no ticks between the steps of the data', () => {
  expect(texts('2019-01-01', '2022-01-01', 12, 365 * 86_400_000)).toEqual(['2019', '2020', '2021', '2022'])
})

test('a format of the form takes precedence', () => {
  expect(tickText('%Y-%m-%d', 'en')(at('2024-02-27'))).toBe('2024-02-27')
})
