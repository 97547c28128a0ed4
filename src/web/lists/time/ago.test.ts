import { expect, test } from 'vitest'
import { ago } from './ago.ts'

const now = Date.parse('2026-03-18T12:00:00-07:00')

test.each([
  ['2026-03-18T11:59:40-07:00', 'just now'],
  ['2026-03-18T11:56:00-07:00', '4 minutes ago'],
  ['2026-03-18T11:00:00-07:00', '1 hour ago'],
  ['2026-03-18T00:30:00-07:00', '11 hours ago'],
  ['2026-03-17T23:00:00-07:00', 'yesterday'],
  ['2026-03-16T09:00:00-07:00', 'Monday'],
  ['2026-03-10T09:00:00-07:00', 'last week'],
  ['2026-03-02T09:00:00-08:00', '2 weeks ago'],
  ['2026-02-10T09:00:00-08:00', 'last month'],
  ['2024-03-10T09:00:00-08:00', '2 years ago'],
  ['2026-03-18T12:10:00-07:00', 'just now'],
  ['', ''],
  [null, ''],
])('%s was %s', (time, words) => {
  expect(ago(time, now)).toBe(words)
})
