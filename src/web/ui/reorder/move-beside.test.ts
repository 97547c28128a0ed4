import { expect, test } from 'vitest'
import { moveBeside } from './move-beside.ts'

const items = ['a', 'b', 'c', 'd'].map((key) => ({ key }))

test.each([
  [['a'], 'c', false, 'bacd'],
  [['a'], 'c', true, 'bcad'],
  [['d'], 'a', false, 'dabc'],
  [['a', 'd'], 'b', true, 'badc'],
  [['b'], 'b', true, 'abcd'],
])('%j beside %s', (keys, target, isAfter, order) => {
  const moved = moveBeside(items, new Set(keys), target, isAfter)
  expect(moved.map(({ key }) => key).join('')).toBe(order)
})
