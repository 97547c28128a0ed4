import { expect, test } from 'vitest'
import { inputTime, shownTime } from './times.ts'

test.each([
  ['2024-05-01T10:30:00', '2024-05-01T10:30', '2024-05-01 10:30'],
  ['2024-05-01T10:30:05', '2024-05-01T10:30:05', '2024-05-01 10:30:05'],
  ['2024-05-01T00:00:00', '2024-05-01T00:00', '2024-05-01'],
  ['2024-05-01T10:00:00Z', '2024-05-01T10:00', '2024-05-01 10:00'],
  ['2024-05-01T10:00:00.000000', '2024-05-01T10:00', '2024-05-01 10:00'],
  [null, '', '–'],
])('%s is edited as %s and listed as %s', (wire, input, shown) => {
  expect(inputTime(wire)).toBe(input)
  expect(shownTime(wire)).toBe(shown)
})
