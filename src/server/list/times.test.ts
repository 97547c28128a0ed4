import { expect, test } from 'vitest'
import { humanizeAge, withoutZone, withOffset } from './times.ts'

const now = new Date('2026-03-01T12:00:00.000Z')

test.each([
  ['2026-03-01T12:00:00.000Z', 'now'],
  ['2026-03-01T11:59:59.000Z', 'a second ago'],
  ['2026-03-01T11:59:18.000Z', '42 seconds ago'],
  ['2026-03-01T11:58:30.000Z', 'a minute ago'],
  ['2026-03-01T11:57:00.000Z', '3 minutes ago'],
  ['2026-03-01T10:59:00.000Z', 'an hour ago'],
  ['2026-02-28T11:00:00.000Z', 'a day ago'],
  ['2026-02-20T11:00:00.000Z', '9 days ago'],
  ['2026-01-28T11:00:00.000Z', 'a month ago'],
  ['2025-06-01T11:00:00.000Z', '8 months ago'],
  ['2024-01-01T11:00:00.000Z', '2 years ago'],
])('%s is %s', (iso, words) => {
  expect(humanizeAge(iso, now)).toBe(words)
})

test.each([
  ['2026-03-01T12:00:00.120Z', '2026-03-01T12:00:00.120000', '2026-03-01T12:00:00.120000+0000'],
  ['2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00', '2026-03-01T12:00:00.000000+0000'],
])('formats %s without zone, and with UTC offset', (iso, naive, offset) => {
  expect([withoutZone(iso), withOffset(iso)]).toEqual([naive, offset])
})
