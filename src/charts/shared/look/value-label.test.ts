import { expect, test } from 'vitest'
import { testContext } from '../fixtures/test-context.ts'
import { valueLayout } from './value-label.ts'

test.each([
  ['within the picture', { x: 100, width: 30 }, { dx: 0, dy: 0 }],
  ['over its right edge', { x: 390, width: 30 }, { dx: -20, dy: 0 }],
  ['over its left edge', { x: -6, width: 30 }, { dx: 6, dy: 0 }],
  ['wider than the picture', { x: -10, width: 500 }, { dx: 10, dy: 0 }],
  ['over its upper edge', { x: 100, width: 30, y: -8 }, { dx: 0, dy: 8 }],
  ['over its lower edge', { x: 100, width: 30, y: 235 }, { dx: 0, dy: -7 }],
])('a value %s', (_, rect, moved) => {
  const layout = valueLayout(testContext({ width: 400, height: 240 }))
  expect(layout({ labelRect: { y: 100, height: 12, ...rect } })).toMatchObject({ hideOverlap: true, ...moved })
})

test('a value at the start of a plot lies beside the labels of the axis; names at the ends of lines stay behind the plot', () => {
  const layout = valueLayout(testContext({ width: 400, height: 240 }), { left: 40 })
  expect(layout({ labelRect: { x: 25, y: 100, width: 30, height: 12 } })).toMatchObject({ dx: 15 })
  expect(layout({ labelRect: { x: 330, y: 100, width: 70, height: 12 } })).toMatchObject({ dx: 0 })
})
