import { expect, test } from 'vitest'
import { isoText } from './civil.ts'
import { isZone, toInstant, toWall } from './zone.ts'

test.each([
  ['2024-03-10T09:59:59Z', 'America/Los_Angeles', '2024-03-10T01:59:59'],
  ['2024-03-10T10:00:00Z', 'America/Los_Angeles', '2024-03-10T03:00:00'],
  ['2024-06-15T12:30:00.250Z', 'Pacific/Auckland', '2024-06-16T00:30:00.250000'],
  ['2024-01-01T00:00:00Z', 'Asia/Kolkata', '2024-01-01T05:30:00'],
  ['1900-01-01T00:00:00Z', 'UTC', '1900-01-01T00:00:00'],
])('%s in %s is %s', (instant, zone, wall) => {
  expect(isoText(toWall(Date.parse(instant), zone))).toBe(wall)
  expect(toInstant(toWall(Date.parse(instant), zone), zone)).toBe(Date.parse(instant))
})

test.each([
  ['skipped in spring', '2024-03-10T02:30:00', '2024-03-10T10:30:00Z'],
  ['twice in autumn', '2024-11-03T01:30:00', '2024-11-03T08:30:00Z'],
])('a clock time that comes %s is still one instant', (_, wall, instant) => {
  expect(toInstant(Date.parse(`${wall}Z`), 'America/Los_Angeles')).toBe(Date.parse(instant))
})

test('zone names are checked', () => {
  expect(isZone('Europe/Berlin')).toBe(true)
  expect(isZone('Mars/Olympus')).toBe(false)
})
