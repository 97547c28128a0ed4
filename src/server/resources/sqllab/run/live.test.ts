import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Context } from '../../../context.ts'
import { progressOf, runLive, untilEnded, type Live } from './live.ts'

const ctx = { host: {} } as Pick<Context, 'host'>

/** A query that runs until it is stopped. */
const endless = ({ controller: { signal } }: Live) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

test('a query that nobody asks for any more is stopped; one that is asked for runs on', async () => {
  const left = runLive(ctx, { id: 1, leftAfterMs: 200 }, endless)
  left.catch(() => {})
  let hasEnded = false
  const followed = runLive(ctx, { id: 2, leftAfterMs: 2_000 }, endless)
  followed.catch(() => (hasEnded = true))
  const end = Date.now() + 3_000
  while (Date.now() < end) {
    progressOf(ctx, 2)
    await sleep(50)
  }
  await expect(left).rejects.toThrow('The query was stopped.')
  expect(hasEnded).toBe(false)
})

test('the end of a query is waited for, or the signal', async () => {
  const work = Promise.withResolvers<void>()
  const run = runLive(ctx, { id: 4 }, () => work.promise)
  const seen: string[] = []
  const given = new AbortController()
  const waits = [
    untilEnded(ctx, 4, given.signal).then(() => seen.push('left')),
    untilEnded(ctx, 4, new AbortController().signal).then(() => seen.push('ended')),
  ]
  await untilEnded(ctx, 5, new AbortController().signal)
  given.abort()
  await waits[0]
  expect(seen).toEqual(['left'])
  work.resolve()
  await Promise.all([run, ...waits])
  expect(seen).toEqual(['left', 'ended'])
})

test.each([
  [{}, {}],
  [{ place: () => 3, rows: 5 }, { queue_place: 3 }],
  [{ rows: 5 }, { rows_so_far: 5 }],
  [
    { rows: 0, share: 0.256 },
    { rows_so_far: 0, percent: 26 },
  ],
])('of %j is told %j', async (known, told) => {
  await runLive(ctx, { id: 3 }, async (live) => {
    Object.assign(live, known)
    expect(progressOf(ctx, 3)).toEqual(told)
  })
  expect(progressOf(ctx, 3)).toEqual({})
})
