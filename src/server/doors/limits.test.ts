import { expect, test } from 'vitest'
import { createMemoryLimits } from './limits.ts'

const limit = { attempts: 2, withinMs: 1000 }

test('attempts beyond the limit must wait until the oldest leaves the window', async () => {
  const limits = createMemoryLimits()
  expect(await limits.attempt('a', limit, 0)).toBe(0)
  expect(await limits.attempt('a', limit, 400)).toBe(0)
  expect(await limits.attempt('a', limit, 500)).toBe(500)
  expect(await limits.attempt('b', limit, 500), 'other names are counted by themselves').toBe(0)
  expect(await limits.attempt('a', limit, 1000)).toBe(0)
  expect(await limits.attempt('a', limit, 1001)).toBe(399)
})

test('counts simultaneous attempts individually', async () => {
  const limits = createMemoryLimits()
  const waits = await Promise.all(Array.from({ length: 5 }, () => limits.attempt('a', limit, 0)))
  expect(waits).toEqual([0, 0, 1000, 1000, 1000])
})

test('forget resets the count', async () => {
  const limits = createMemoryLimits()
  for (let i = 0; i < 2; i++) await limits.attempt('a', limit, 0)
  await limits.forget('a')
  expect(await limits.attempt('a', limit, 1)).toBe(0)
})
