import { expect, test } from 'vitest'
import { createLimiter } from './limiter.ts'

/** Work that ends on demand. */
const stepwise = () => {
  const started: string[] = []
  const ends = new Map<string, (fault?: Error) => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      started.push(name)
      ends.set(name, (fault) => (fault ? reject(fault) : resolve(name)))
    })
  const end = async (name: string, fault?: Error) => {
    ends.get(name)?.(fault)
    await settled()
  }
  return { started, work, end }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('runs at most the limit at once, in order of arrival', async () => {
  const { started, work, end } = stepwise()
  const limit = createLimiter(2)
  const answers = ['a', 'b', 'c', 'd'].map((name) => limit(work(name)))
  await settled()
  expect(started).toEqual(['a', 'b'])
  await end('b')
  expect(started).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd'])
})

test('the nearest goes first, measured when a slot becomes free', async () => {
  const { started, work, end } = stepwise()
  const limit = createLimiter(1)
  const distance = { far: 900, near: 100, seen: 0 }
  for (const name of ['far', 'near', 'seen'] as const) void limit(work(name), { distance: () => distance[name] })
  await settled()
  expect(started).toEqual(['seen'])
  distance.far = 0
  await end('seen')
  expect(started).toEqual(['seen', 'far'])
  await end('far')
  expect(started).toEqual(['seen', 'far', 'near'])
})

test('a failure frees its slot', async () => {
  const { started, work, end } = stepwise()
  const limit = createLimiter(1)
  const failing = limit(work('a')).catch((fault: unknown) => fault)
  void limit(work('b'))
  await settled()
  await end('a', new Error('no'))
  expect(await failing).toEqual(new Error('no'))
  expect(started).toEqual(['a', 'b'])
})

test('work aborted while waiting never runs and takes no slot', async () => {
  const { started, work, end } = stepwise()
  const limit = createLimiter(1)
  const leaving = new AbortController()
  void limit(work('a'))
  const given = limit(work('b'), { signal: leaving.signal }).catch((fault: unknown) => fault)
  void limit(work('c'))
  await settled()
  leaving.abort(new Error('left'))
  expect(await given).toEqual(new Error('left'))
  expect(await limit(work('late'), { signal: leaving.signal }).catch((fault: unknown) => fault)).toEqual(new Error('left'))
  await end('a')
  expect(started).toEqual(['a', 'c'])
})
