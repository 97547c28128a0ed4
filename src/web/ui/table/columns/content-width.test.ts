import { expect, test, vi } from 'vitest'
import { contentWidth } from './content-width.ts'

vi.mock('../../text/measure.ts', () => ({
  measure: (text: string) => [...text].reduce((sum, sign) => sum + (sign === '1' ? 5 : 10), 0),
}))

test('texts of narrow digits have the room that digits of one width take', () => {
  expect(contentWidth('d', ['2011-11-11'])).toBe(contentWidth('d', ['2022-02-22']))
})

test('between the least width and the greatest', () => {
  expect(contentWidth('d', ['1'])).toBe(64)
  expect(contentWidth('d', ['1'.repeat(1000)])).toBe(320)
})
