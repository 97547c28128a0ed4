import { afterAll, beforeAll, expect, it } from 'vitest'
import { testContext } from '../../../testing/test-context.ts'
import { readCached } from './store.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
beforeAll(async () => void (ctx = await testContext()))
afterAll(() => ctx.close())

const keep = async (key: string, text: string) => {
  const body = { contentType: 'application/json', bytes: new TextEncoder().encode(text) }
  await ctx.cache.set(key, body, { seconds: 60, tags: [], storedAt: Date.now() })
  await expect.poll(async () => (await ctx.cache.get(key, 'zstd', 0))?.encoding).toBe('zstd')
}

it.each([
  ['short', 2_000],
  ['long, and small when compressed', 4_000_000],
])('a cached body is read whole, unless it is longer than wanted: %s', async (key, length) => {
  const text = 'a'.repeat(length)
  await keep(key, text)
  expect((await readCached(ctx, key)) === text).toBe(true)
  await expect(readCached(ctx, key, { maxBytes: length - 1 })).rejects.toThrow(RangeError)
})

it('reading a long body that is small when compressed does not hold up others', async () => {
  await keep('held', 'b'.repeat(64_000_000))
  let turns = 0
  const turn = setInterval(() => turns++, 1)
  await readCached(ctx, 'held')
  clearInterval(turn)
  expect(turns).toBeGreaterThan(2)
})
