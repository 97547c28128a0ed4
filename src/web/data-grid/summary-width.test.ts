import { expect, test, vi } from 'vitest'
import { summaryWidth } from './summary-width.ts'

vi.mock('../ui/text/measure.ts', () => ({
  measure: (text: string) => [...text].reduce((sum, sign) => sum + (sign === '1' ? 5 : 10), 0),
}))

const range = (low: string, high: string, points: number[] = []) => ({ kind: 'range' as const, low, high, points })

test('a range of narrow digits has the room that digits of one width take, and the line beside it', () => {
  expect(summaryWidth(range('11', '11.1'))).toBe(summaryWidth(range('22', '22.2')))
  expect(summaryWidth(range('1', '2', [1, 2]))).toBe(summaryWidth(range('1', '2')) + 68)
  expect(summaryWidth(range('5', '5'))).toBeLessThan(summaryWidth(range('5', '6')))
})

test('a count asks for no room', () => {
  expect(summaryWidth({ kind: 'count', distinct: 3 })).toBe(0)
})
