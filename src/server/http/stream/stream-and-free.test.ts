import { once } from 'node:events'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { streamAndFree } from './stream-and-free.ts'

const large = 64 * 1024
const part = (fill: number) => new Uint8Array(large).fill(fill)

/** Records the first byte and the size of every chunk at the time it is written. */
const slowWriter = () => {
  const seen: { first: number | undefined; length: number }[] = []
  const to = new Writable({
    write: (chunk: Buffer, _encoding, done) =>
      void setTimeout(() => {
        seen.push({ first: chunk[0], length: chunk.byteLength })
        done()
      }, 2),
  })
  return { to, seen }
}

test('chunks arrive whole and in order, and are freed afterwards', async () => {
  const parts = [part(1), part(2), part(3)]
  const { to, seen } = slowWriter()
  streamAndFree(
    (async function* () {
      yield* parts
    })(),
  ).pipe(to)
  await once(to, 'finish')
  expect(seen).toEqual([1, 2, 3].map((first) => ({ first, length: large })))
  expect(parts.map((each) => each.byteLength)).toEqual([0, 0, 0])
})

test('a failing source destroys the body with its error and does not end the writer', async () => {
  const { to } = slowWriter()
  const body = streamAndFree(
    (async function* () {
      yield part(1)
      throw new Error('the engine is gone')
    })(),
  )
  const failed = once(body, 'error')
  body.pipe(to)
  expect(await failed).toMatchObject([{ message: 'the engine is gone' }])
  expect(to.writableEnded).toBe(false)
})

test('stops the source when the reader goes away', async () => {
  const { to } = slowWriter()
  const left = Promise.withResolvers<void>()
  const body = streamAndFree(
    (async function* () {
      try {
        for (;;) yield part(1)
      } finally {
        left.resolve()
      }
    })(),
  )
  body.on('error', () => {})
  to.on('error', () => {})
  body.pipe(to)
  setTimeout(() => to.destroy(), 20)
  await left.promise
  expect(body.destroyed).toBe(true)
})
