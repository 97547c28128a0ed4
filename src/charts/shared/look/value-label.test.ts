import { expect, test } from 'vitest'
import { testContext } from '../fixtures/test-context.ts'
import { valueLayout } from './value-label.ts'

test.each([
  ['within the picture', { x: 100, width: 30 }, 0],
  ['over its right edge', { x: 390, width: 30 }, -20],
  ['over its left edge', { x: -6, width: 30 }, 6],
  ['wider than the picture', { x: -10, width: 500 }, 10],
])('a value %s', (_, labelRect, dx) => {
  expect(valueLayout(testContext({ width: 400 }))({ labelRect })).toMatchObject({ hideOverlap: true, dx })
})
