import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMemoryLimits } from './limits.ts'

const limit = { attempts: 2, withinMs: 1000 }

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }))
afterAll(() => void vi.useRealTimers())

test('attempts beyond the limit must wait until the window ends', async () => {
  const limits = createMemoryLimits()
  const attempt = (name: string, now: number) => {
    vi.setSystemTime(now)
    return limits.attempt(name, limit)
  }
  expect(await attempt('a', 0)).toBe(0)
  expect(await attempt('a', 400)).toBe(0)
  expect(await attempt('a', 500)).toBe(500)
  expect(await attempt('b', 500), 'other names are counted separately').toBe(0)
  expect(await attempt('a', 999), 'rejected attempts do not extend the window').toBe(1)
  expect(await attempt('a', 1000)).toBe(0)
  expect(await attempt('a', 1001)).toBe(0)
  expect(await attempt('a', 1002)).toBe(998)
})

test('counts simultaneous attempts individually', async () => {
  const limits = createMemoryLimits()
  const waits = await Promise.all(Array.from({ length: 5 }, () => limits.attempt('a', limit)))
  expect(waits).toEqual([0, 0, 1000, 1000, 1000])
})

test('forget resets the count', async () => {
  const limits = createMemoryLimits()
  for (let i = 0; i < 2; i++) await limits.attempt('a', limit)
  await limits.forget('a')
  expect(await limits.attempt('a', limit)).toBe(0)
})
