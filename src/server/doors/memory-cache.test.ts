import { randomBytes } from 'node:crypto'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodingFor } from './encoding.ts'
import { createMemoryCache } from './memory-cache.ts'

const answer = (text: string) => ({ contentType: 'application/json', bytes: Buffer.from(text) })
const minutes = (count: number) => count * 60_000

const start = (maxBytes = 1_000_000, compressAfterMs = 0) => {
  const clock = { now: 0 }
  return { clock, cache: createMemoryCache({ maxBytes, compressAfterMs, now: () => clock.now }) }
}

describe('encodingFor', () => {
  it.each([
    ['zstd, br, gzip', 'zstd'],
    ['gzip, deflate', 'gzip'],
    ['zstd;q=0, gzip', 'gzip'],
    ['zstd; q=0.0, gzip;q=0', 'identity'],
    ['zstd;q=0.5', 'zstd'],
    [undefined, 'identity'],
  ])('picks the encoding for "%s": %s', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding)
  })
})

describe('the memory cache', () => {
  it('returns a body immediately, in every encoding', async () => {
    const { cache } = start()
    const text = 'row '.repeat(2_000)
    const packing = cache.set('a', answer(text), { seconds: 60, tags: [] })
    expect(Buffer.from((await cache.get('a', 'identity'))?.bytes ?? []).toString()).toBe(text)
    await packing
    expect((await cache.stats()).bytes).toBeLessThan(text.length)
    expect(zstdDecompressSync((await cache.get('a', 'zstd'))?.bytes ?? Buffer.from('')).toString()).toBe(text)
    expect(gunzipSync((await cache.get('a', 'gzip'))?.bytes ?? Buffer.from('')).toString()).toBe(text)
    expect(Buffer.from((await cache.get('a', 'identity'))?.bytes ?? []).toString()).toBe(text)
  })

  it('compresses later, and not if the body is replaced before', async () => {
    const { cache } = start(1_000_000, 30)
    const [first, second] = ['first '.repeat(2_000), 'second '.repeat(2_000)]
    const packing = [cache.set('a', answer(first), { seconds: 60, tags: [] }), cache.set('a', answer(second), { seconds: 60, tags: [] })]
    expect((await cache.stats()).bytes).toBeGreaterThan(second.length)
    await Promise.all(packing)
    expect((await cache.stats()).bytes).toBeLessThan(second.length / 5)
    expect(zstdDecompressSync((await cache.get('a', 'zstd'))?.bytes ?? Buffer.from('')).toString()).toBe(second)
  })

  it('does not compress short bodies', async () => {
    const { cache } = start()
    await cache.set('a', answer('{}'), { seconds: 60, tags: [] })
    expect(await cache.get('a', 'zstd')).toMatchObject({ encoding: 'identity' })
  })

  it('keeps bodies until they expire; 0 seconds is forever', async () => {
    const { cache, clock } = start()
    await cache.set('short', answer('1'), { seconds: 60, tags: [] })
    await cache.set('long', answer('2'), { seconds: 0, tags: [] })
    clock.now = minutes(2)
    expect(await cache.get('short', 'identity')).toBeNull()
    expect(await cache.get('short', 'identity', 30)).toBeNull()
    expect(await cache.get('short', 'identity', 90)).toMatchObject({ isStale: true })
    expect(await cache.get('long', 'identity')).toMatchObject({ isStale: false })
    clock.now = minutes(60 * 25)
    expect(await cache.get('short', 'identity', Infinity)).toBeNull()
  })

  it('stays within maxBytes by evicting the least recently used', async () => {
    const { cache } = start(100_000)
    for (const key of ['a', 'b', 'c', 'd']) {
      await cache.set(key, { contentType: 'x', bytes: randomBytes(20_000) }, { seconds: 60, tags: [] })
    }
    await cache.get('a', 'zstd')
    await cache.set('e', { contentType: 'x', bytes: randomBytes(20_000) }, { seconds: 60, tags: [] })
    expect((await cache.stats()).bytes).toBeLessThanOrEqual(100_000)
    expect(await cache.get('a', 'zstd')).not.toBeNull()
    expect(await cache.get('b', 'zstd')).toBeNull()
  })

  it('rejects a body that would evict most others', async () => {
    const { cache } = start(100_000)
    await cache.set('huge', { contentType: 'x', bytes: randomBytes(50_000) }, { seconds: 60, tags: [] })
    expect(await cache.stats()).toEqual({ entries: 0, bytes: 0 })
  })

  it('invalidates by tag, also during compression', async () => {
    const { cache } = start()
    const packing = cache.set('a', answer('row '.repeat(2_000)), { seconds: 60, tags: ['dataset 1'] })
    await cache.set('b', answer('2'), { seconds: 60, tags: ['dataset 2'] })
    expect(await cache.forget(['dataset 1'])).toBe(1)
    await packing
    expect(await cache.get('a', 'identity')).toBeNull()
    expect(await cache.get('b', 'identity')).not.toBeNull()
  })

  it('stores compressed bodies in buffers of exactly their size', async () => {
    const { cache } = start(100_000_000)
    const keys = Array.from({ length: 50 }, (_, i) => `answer ${i}`)
    for (const key of keys) await cache.set(key, answer(`${key} `.repeat(500)), { seconds: 60, tags: [] })
    for (const key of keys) {
      for (const encoding of ['zstd', 'gzip'] as const) {
        await cache.get(key, encoding)
        const { bytes } = (await cache.get(key, encoding)) ?? { bytes: new Uint8Array() }
        expect(bytes.byteLength).toBeGreaterThan(0)
        expect(bytes.buffer.byteLength).toBe(bytes.byteLength)
      }
    }
  })

  it('copies short bodies that are slices of a larger buffer', async () => {
    const { cache } = start()
    await cache.set('short', { contentType: 'x', bytes: new Uint8Array(new ArrayBuffer(64_000), 100, 40) }, { seconds: 60, tags: [] })
    const { bytes } = (await cache.get('short', 'identity')) ?? { bytes: new Uint8Array() }
    expect([bytes.byteLength, bytes.buffer.byteLength]).toEqual([40, 40])
  })

  it('counts the memory overhead of entries', async () => {
    const { cache } = start(1_000_000)
    for (let i = 0; i < 5_000; i++) await cache.set(`key ${i}`, answer('{}'), { seconds: 60, tags: [] })
    expect((await cache.stats()).entries).toBeLessThan(1_000)
    expect((await cache.stats()).bytes).toBeLessThanOrEqual(1_000_000)
  })

  it('counts bodies that are added later', async () => {
    const { cache } = start(1_000_000)
    await cache.set('a', answer('row '.repeat(2_000)), { seconds: 60, tags: [] })
    const before = (await cache.stats()).bytes
    const { bytes } = (await cache.get('a', 'gzip')) ?? { bytes: new Uint8Array() }
    expect((await cache.stats()).bytes).toBe(before + bytes.byteLength)
  })
})
