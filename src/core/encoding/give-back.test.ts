import { expect, test } from 'vitest'
import { giveBack } from './give-back.ts'

const large = 64 * 1024

test('a whole buffer is empty afterwards', () => {
  const bytes = new Uint8Array(large)
  giveBack(bytes)
  expect(bytes.buffer.byteLength).toBe(0)
})

test.each([
  ['a part of a larger buffer', new Uint8Array(large).subarray(0, large - 1)],
  ['a few bytes', new Uint8Array(16)],
  ['memory that threads share', new Uint8Array(new SharedArrayBuffer(large))],
])('%s stays', (_what, bytes) => {
  const before = bytes.byteLength
  giveBack(bytes)
  expect(bytes.byteLength).toBe(before)
})
