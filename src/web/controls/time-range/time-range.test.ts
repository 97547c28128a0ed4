import { describe, expect, test } from 'vitest'
import { translatorFor } from '#core/i18n/locales.ts'
import { t } from '#core/i18n/t.ts'
import { clockTime, wallOf } from '#core/time/civil.ts'
import { decodeCustom, encodeCustom, defaultCustom, isOrdered, spanRange } from '#core/time/range/custom.ts'
import { advancedSides, guessFrame, joinSides, presetValue, readCounted, writeCounted } from '#core/time/range/frame.ts'
import type { Frame } from '#core/time/range/frame.ts'
import { readTyped } from './typed.ts'
import { actualRange, rangeText } from '#core/time/range/words.ts'

const today = wallOf(2016, 11, 7)

describe('the frame of a range', () => {
  test.each<[string, Frame]>([
    ['No filter', 'no-filter'],
    ['', 'no-filter'],
    ['Last week', 'last'],
    ['Last 7 days', 'last'],
    ['Last quarters', 'advanced'],
    ['previous calendar quarter', 'previous'],
    ['Current month', 'current'],
    ['Next year', 'next'],
    ['Next 2 weeks', 'next'],
    ['2020-01-01T00:00:00 : 2021-01-01T00:00:00', 'custom'],
    ['2020-01-01T00:00:00 : now', 'custom'],
    ['2020-01-01T00:00:00.5+02:00 : TODAY', 'custom'],
    ['DATEADD(DATETIME("today"), -3, month) : today', 'custom'],
    ['today : DATEADD(DATETIME("today"), 3, month)', 'custom'],
    ['dateadd(datetime("now"), -1, DAY) : DATEADD(DATETIME("now"), 1, week)', 'custom'],
    ['DATEADD(DATETIME("now"), -3, month) : today', 'advanced'],
    ['DATEADD(DATETIME("now"), -1, day) : DATEADD(DATETIME("today"), 1, day)', 'advanced'],
    ['DATEADD(DATETIME("today"), 0, month) : today', 'advanced'],
    ["DATEADD(DATETIME('today'), -3, month) : today", 'advanced'],
    ['DATEADD(DATETIME("today"),-3,month) : today', 'advanced'],
    ['2020-01-01 : 2021-01-01', 'custom'],
    ['2020-01-01 : now', 'custom'],
    ['DATEADD(DATETIME("2021-01-01T00:00:00"), -7, day) : 2021-01-01', 'custom'],
    ['2020-01 : 2021-01', 'advanced'],
    ['2020-01-01 : ', 'advanced'],
    ['100 days ago : now', 'advanced'],
  ])('%s is shown by %s', (value, frame) => expect(guessFrame(value)).toBe(frame))

  test('opening a frame keeps a value it can show', () => {
    expect(presetValue('last', 'Last year')).toBe('Last year')
    expect(presetValue('last', 'Current year')).toBe('Last week')
    expect(presetValue('previous', 'No filter')).toBe('previous calendar week')
  })

  test.each(['Last 7 days', 'Next 1 month', 'Last 90 seconds'])('counted range %s', (value) => {
    const counted = readCounted(value)
    expect(counted && writeCounted(counted)).toBe(value)
  })
})

describe('custom ranges', () => {
  test.each([
    '2020-01-01T00:00:00 : 2021-01-01T00:00:00',
    'now : 2021-01-01T00:00:00',
    '2020-01-01T00:00:00 : today',
    'DATEADD(DATETIME("2021-01-01T00:00:00"), -7, day) : 2021-01-01T00:00:00',
    'DATEADD(DATETIME("now"), -2, quarter) : now',
    '2021-01-01T00:00:00 : DATEADD(DATETIME("2021-01-01T00:00:00"), 5, hour)',
    'DATEADD(DATETIME("now"), -1, day) : DATEADD(DATETIME("now"), 1, week)',
    'DATEADD(DATETIME("2020-05-05T10:00:00"), -1, day) : DATEADD(DATETIME("2020-05-05T10:00:00"), 1, week)',
  ])('%s goes in and comes out', (value) => {
    const range = decodeCustom(value, today)
    expect(range && encodeCustom(range)).toBe(value)
  })

  test('plain dates are read as their midnights', () => {
    const range = decodeCustom('2020-01-01 : 2021-01-01', today)
    expect(range && encodeCustom(range)).toBe('2020-01-01T00:00:00 : 2021-01-01T00:00:00')
  })

  test('the initial value of each type', () =>
    expect(encodeCustom(defaultCustom(today))).toBe('DATEADD(DATETIME("2016-11-07T00:00:00"), -7, day) : 2016-11-07T00:00:00'))
})

test('the span of the data is whole days', () => {
  const span: [number, number] = [wallOf(2000, 1, 1, clockTime(6)), wallOf(2010, 3, 1, clockTime(9))]
  expect(encodeCustom(spanRange(span, today))).toBe('2000-01-01T00:00:00 : 2010-03-02T00:00:00')
})

test.each([
  ['2020-01-01T00:00:00 : 2021-01-01T00:00:00', true],
  ['2021-01-01T00:00:00 : 2020-01-01T00:00:00', false],
  ['2020-01-01T00:00:00 : now', false],
  ['foo : bar', false],
])('%s needs no check: %s', (range, is) => expect(isOrdered(range)).toBe(is))

describe('typed ranges', () => {
  test.each<[string, string]>([
    ['Aug 2004 to Dec 2008', '2004-08-01T00:00:00 : 2009-01-01T00:00:00'],
    ['august 2004 – december 2008', '2004-08-01T00:00:00 : 2009-01-01T00:00:00'],
    ['from 2001 until 2003', '2001-01-01T00:00:00 : 2004-01-01T00:00:00'],
    ['2011', '2011-01-01T00:00:00 : 2012-01-01T00:00:00'],
    ['Q1 2020', '2020-01-01T00:00:00 : 2020-04-01T00:00:00'],
    ['2020-Q4', '2020-10-01T00:00:00 : 2021-01-01T00:00:00'],
    ['2020-02', '2020-02-01T00:00:00 : 2020-03-01T00:00:00'],
    ['2020-02-29', '2020-02-29T00:00:00 : 2020-03-01T00:00:00'],
    ['5 March 2020', '2020-03-05T00:00:00 : 2020-03-06T00:00:00'],
    ['Mar 5, 2020 - 2020-04-01', '2020-03-05T00:00:00 : 2020-04-02T00:00:00'],
    ['March', '2016-03-01T00:00:00 : 2016-04-01T00:00:00'],
    ['yesterday', '2016-11-06T00:00:00 : 2016-11-07T00:00:00'],
    ['since 2010', '2010-01-01T00:00:00 : '],
    ['after 2010', '2011-01-01T00:00:00 : '],
    ['before Jan 2010', ' : 2010-01-01T00:00:00'],
    ['2010 to now', '2010-01-01T00:00:00 : now'],
    ['last 7 days', 'Last 7 days'],
    ['past 1 months', 'Last 1 month'],
    ['last year', 'Last year'],
    ['this quarter', 'Current quarter'],
    ['previous month', 'previous calendar month'],
    ['next 3 weeks', 'Next 3 weeks'],
    ['', 'No filter'],
    ['all time', 'No filter'],
    ['100 days ago : now', '100 days ago : now'],
    ['last 90 days', 'Last 90 days'],
    ['2024-Q1', '2024-01-01T00:00:00 : 2024-04-01T00:00:00'],
    ['since last Monday', 'last monday : '],
    ['since monday', 'last monday : '],
    ['before yesterday', ' : yesterday'],
    ['3 months ago to today', '3 months ago : today'],
    ['Last 1,000 days', 'Last 1000 days'],
    ['1,000 days ago to today', '1000 days ago : today'],
    ['Start of last month to now', 'start of last month : now'],
  ])('%s', (text, range) => expect(readTyped(text, today)).toEqual({ range }))
  test.each([
    ['fortnight', 'unknown'],
    ['2021-02-29', 'unknown'],
    ['since whenever', 'unknown'],
    ['Aug 2004 to Decembre', 'unknown'],
    ['Dec 2008 to Aug 2004', 'reversed'],
  ])('%s is refused: %s', (text, refusal) => expect(readTyped(text, today)).toEqual({ refusal }))
})

describe('ranges in words', () => {
  test.each<[string, string]>([
    ['No filter', 'No filter'],
    ['Last week', 'Last week'],
    ['Last 7 days', 'Last 7 days'],
    ['Last 1000 days', 'Last 1,000 days'],
    ['Next 1 hour', 'Next 1 hour'],
    ['previous calendar month', 'Previous month'],
    ['2004-08-01T00:00:00 : 2009-01-01T00:00:00', 'Aug 2004 to Dec 2008'],
    ['2011-01-01T00:00:00 : 2012-01-01T00:00:00', '2011'],
    ['2001-01-01T00:00:00 : 2004-01-01T00:00:00', '2001 to 2003'],
    ['2020-02-01T00:00:00 : 2020-03-01T00:00:00', 'Feb 2020'],
    ['2020-02-29T00:00:00 : 2020-03-01T00:00:00', '29 Feb 2020'],
    ['2020-02-29T10:30:00 : 2020-03-01T00:00:00', '29 Feb 2020 10:30 to 1 Mar 2020'],
    ['2010-01-01T00:00:00 : ', 'Since 1 Jan 2010'],
    [' : 2010-01-01', 'Before 1 Jan 2010'],
    ['100 days ago : now', '100 days ago : now'],
  ])('%s', (value, words) => expect(rangeText(value, t)).toBe(words))

  test.each<[string, string]>([
    ['Last week', 'Letzte Woche'],
    ['Last 7 days', 'Letzte 7 Tage'],
    ['Last 1 month', 'Letzter 1 Monat'],
    ['Next 3 years', 'Nächste 3 Jahre'],
  ])('%s in German', async (value, words) => {
    const german = await translatorFor('de')
    expect(german && rangeText(value, german)).toBe(words)
  })

  test('a text without a plain meaning is described by what the server resolved', () =>
    expect(rangeText('100 days ago : now', t, { since: '2016-07-30T00:00:00', until: '2016-11-07T00:00:00' })).toBe(
      '30 Jul 2016 to 6 Nov 2016',
    ))

  test.each([
    ['2004-08-01T00:00:00', '2009-01-01T10:00:00', '2004-08-01 ≤ date < 2009-01-01T10:00:00'],
    ['', '', '-∞ ≤ date < ∞'],
  ])('actual range of %s and %s', (since, until, text) => expect(actualRange(since, until, 'date')).toBe(text))
})

describe('the advanced boxes', () => {
  test.each<[string, [string, string]]>([
    ['a : b', ['a', 'b']],
    ['Last 7 days', ['Last 7 days', '']],
    ['Next week', ['', 'Next week']],
    ['No filter', ['', '']],
  ])('%s', (value, sides) => expect(advancedSides(value)).toEqual(sides))
  test('join', () => expect(joinSides(' a', '')).toBe('a : '))
})
