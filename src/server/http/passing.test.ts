import { once } from 'node:events'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { passing } from './passing.ts'

const large = 64 * 1024
const part = (fill: number) => new Uint8Array(large).fill(fill)

/** Keeps what it is given, and the size of every buffer while it was at it. */
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

test('parts arrive whole and in order, and are freed after it', async () => {
  const parts = [part(1), part(2), part(3)]
  const { to, seen } = slowWriter()
  passing(
    (async function* () {
      yield* parts
    })(),
  ).pipe(to)
  await once(to, 'finish')
  expect(seen).toEqual([1, 2, 3].map((first) => ({ first, length: large })))
  expect(parts.map((each) => each.byteLength)).toEqual([0, 0, 0])
})

test('a source that fails ends the body with its error, and not the other side as if it were whole', async () => {
  const { to } = slowWriter()
  const body = passing(
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

test('a reader that leaves stops the source', async () => {
  const { to } = slowWriter()
  const left = Promise.withResolvers<void>()
  const body = passing(
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
