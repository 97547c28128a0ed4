import { describe, expect, test } from 'vitest'
import { refuseSeveral } from './single-statement.ts'
import { dateText, instantText, timestampText } from './sql-text.ts'
import { columnReader, digitsBeyondDouble } from './text-columns.ts'
import { timeOfText } from './time-of-text.ts'

describe('times that databases print', () => {
  test.each([
    ['1970-01-01', 0],
    ['2020-02-29 23:59:59.123456', 1583020799123.456],
    ['2020-02-29T23:59:59Z', 1583020799000],
    ['2020-03-01 05:29:59+05:30', 1583020799000],
    ['2020-02-29 20:29:59-03:30', 1583020799000],
    ['2020-02-29 23:59:59+00', 1583020799000],
    ['1899-12-31 12:00:00', -2209032000000],
    ['0044-03-15 BC', Date.UTC(-43, 2, 15)],
    ['-0043-03-15', Date.UTC(-43, 2, 15)],
    ['12020-01-01', Date.UTC(12020, 0, 1)],
    ['2020-01-01 10:30', Date.UTC(2020, 0, 1, 10, 30)],
    ['infinity', Infinity],
    ['-infinity', -Infinity],
    ['0000-00-00', NaN],
    ['yesterday', NaN],
    ['', NaN],
  ])('%s', (text, ms) => {
    expect(timeOfText(text)).toBe(ms)
  })

  test('every day of 400 years', () => {
    for (let day = -200 * 365; day < 200 * 366; day += 13) {
      const iso = new Date(day * 86_400_000).toISOString()
      expect(timeOfText(iso.slice(0, 10))).toBe(day * 86_400_000)
      expect(timeOfText(iso)).toBe(day * 86_400_000)
    }
  })
})

describe('digits that a double cannot hold', () => {
  test.each([
    ['9007199254740993', '9007199254740993'],
    ['9007199254740992', null],
    ['12345678901234567890.123456789', '12345678901234567890.123456789'],
    ['5090.6250000000000000', null],
    ['3709.6590909090909091', '3709.6590909090909091'],
    ['0.000000000000000000', null],
    ['-0.000000000000000001', null],
    ['00012345678901234567', '12345678901234567'],
    ['1.5', null],
  ])('%s', (text, kept) => {
    expect(digitsBeyondDouble(text, Number(text))).toBe(kept)
  })

  test('only the rows that need it keep their digits', () => {
    const reader = columnReader('n', 'decimal')
    for (const text of ['1', null, '12345678901234567890']) reader.push(text)
    expect(reader.column()).toEqual({
      name: 'n',
      type: 'decimal',
      values: Float64Array.of(1, NaN, Number('12345678901234567890')),
      exact: [null, null, '12345678901234567890'],
    })
  })
})

test.each([
  ['2020-01-31', '2020-01-31 00:00:00', '2020-01-31 00:00:00+00:00'],
  ['2020-01-31T10:20', '2020-01-31 10:20:00', '2020-01-31 10:20:00+00:00'],
  ['2020-01-31T10:20:30.123456789Z', '2020-01-31 10:20:30.123456789', '2020-01-31 10:20:30.123456789+00:00'],
  ['2020-01-31 10:20:30+02:00', '2020-01-31 10:20:30', '2020-01-31 10:20:30+02:00'],
])('ISO text %s', (value, timestamp, instant) => {
  expect([timestampText(value), instantText(value), dateText(value)]).toEqual([timestamp, instant, '2020-01-31'])
})

test.each(['SELECT 1; SELECT 2', "SELECT ';'; DROP TABLE x", 'SELECT 1 -- ;\n; SELECT 2'])('two statements: %s', (sql) => {
  expect(() => refuseSeveral(sql)).toThrow('one statement')
})

test.each(['SELECT 1;', 'SELECT \';\' AS "a;b" -- ; really\n;  ', 'SELECT /* ; */ `x;y` FROM [t;u]'])('one statement: %s', (sql) => {
  expect(() => refuseSeveral(sql)).not.toThrow()
})
