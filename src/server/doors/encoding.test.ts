import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodeParts, type Encoding } from './encoding.ts'

const decoders: Record<Encoding, (bytes: Buffer) => Buffer> = { identity: (bytes) => bytes, gzip: gunzipSync, zstd: zstdDecompressSync }
const encodings: Encoding[] = ['identity', 'gzip', 'zstd']

test.each(encodings)('as %s each part of a text is sent before the next is known', async (encoding) => {
  const secondIsKnown = Promise.withResolvers<void>()
  const parts = async function* () {
    yield 'first '
    await secondIsKnown.promise
    yield 'second'
  }
  const chunks: Buffer[] = []
  for await (const chunk of encodeParts(parts(), encoding)) {
    chunks.push(Buffer.from(chunk as Uint8Array))
    secondIsKnown.resolve()
  }
  expect(String(decoders[encoding](Buffer.concat(chunks)))).toBe('first second')
})

test.each(encodings)('as %s a text that fails ends with its error', async (encoding) => {
  const parts = async function* () {
    yield 'first '
    await Promise.reject(new Error('gone'))
  }
  const read = async () => {
    for await (const _ of encodeParts(parts(), encoding));
  }
  await expect(read()).rejects.toThrow('gone')
})
