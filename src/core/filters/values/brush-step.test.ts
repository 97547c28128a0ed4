import { expect, test } from 'vitest'
import { edgeAt, edgeIndex, nearestEdge, numberStep, timeStep } from './brush-step.ts'

test.each([
  [1, 3, 3],
  [5, -2, -10],
  [0.1, 3, 0.3],
  [0.2, 7, 1.4],
  [0.01, 29, 0.29],
])('multiples of %d are written without rounding errors: the %dth is %d', (step, k, edge) => {
  expect(edgeAt(k, step)).toBe(edge)
  expect(edgeIndex(edge, step)).toBe(k)
})

test('what lies between two multiples is none, and goes to the nearest', () => {
  expect(edgeIndex(0.35, 0.1)).toBeNull()
  expect(nearestEdge(0.34, 0.1)).toBe(0.3)
  expect(nearestEdge(-12.6, 5)).toBe(-15)
})

test.each([
  [2000, 10],
  [1000, 5],
  [90, 0.2],
  [10, 0.05],
  [0.5, 0.002],
  [200, 1],
  [3e9, 1e7],
])('an axis of %d has steps of %d', (extent, step) => {
  expect(numberStep(extent)).toBe(step)
})

const dayMs = 86_400_000

test.each([
  [732 * dayMs, 'P1D'],
  [60 * dayMs, 'P1D'],
  [30 * dayMs, 'PT1H'],
  [dayMs, 'PT1M'],
  [60_000, 'PT1S'],
])('a time axis of %d ms has steps of %s', (extent, step) => {
  expect(timeStep(extent)).toBe(step)
})
