import { expect, test } from 'vitest'
import { frame, frameReader } from './frames.ts'

const messages = [
  { header: { id: 1, text: 'ü✓' }, body: [Buffer.from('hello '), Buffer.from('world')] },
  { header: { id: 2 }, body: [] },
  { header: null, body: [Buffer.alloc(200_000, 7)] },
  { header: [3], body: [Buffer.alloc(0)] },
]

test.each([1, 3, 7, 8, 64, 1_000, 65_536, 1_000_000])('frames are read whole from chunks of %i bytes', (size) => {
  const stream = Buffer.concat(messages.flatMap(({ header, body }) => frame(header, body)))
  const expected = messages.map(({ header, body }) => ({ header, body: Buffer.concat(body).toString('latin1') }))
  for (const inParts of [false, true]) {
    const read: { header: unknown; body: string }[] = []
    const counts: number[] = []
    const onFrame = (header: unknown, body: Uint8Array[]) => {
      read.push({ header, body: Buffer.concat(body).toString('latin1') })
      counts.push(body.length)
    }
    const take = frameReader({ onFrame, inParts: () => inParts })
    for (let at = 0; at < stream.length; at += size) take(Uint8Array.from(stream.subarray(at, at + size)))
    expect(read).toEqual(expected)
    if (!inParts) expect(counts).toEqual([1, 0, 1, 0])
  }
})
