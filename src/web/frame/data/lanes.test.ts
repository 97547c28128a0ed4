import { expect, test } from 'vitest'
import { createLanes } from './lanes.ts'

/** Work that ends when it is told to. */
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

test('no more run at once than there are lanes, the others in the order they came', async () => {
  const { started, work, end } = stepwise()
  const inLane = createLanes(2)
  const answers = ['a', 'b', 'c', 'd'].map((name) => inLane(work(name)))
  await settled()
  expect(started).toEqual(['a', 'b'])
  await end('b')
  expect(started).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd'])
})

test('what stands nearest goes first, by where it stands when a lane is free', async () => {
  const { started, work, end } = stepwise()
  const inLane = createLanes(1)
  const distance = { far: 900, near: 100, seen: 0 }
  for (const name of ['far', 'near', 'seen'] as const) void inLane(work(name), { distance: () => distance[name] })
  await settled()
  expect(started).toEqual(['seen'])
  distance.far = 0
  await end('seen')
  expect(started).toEqual(['seen', 'far'])
  await end('far')
  expect(started).toEqual(['seen', 'far', 'near'])
})

test('a failure frees its lane', async () => {
  const { started, work, end } = stepwise()
  const inLane = createLanes(1)
  const failing = inLane(work('a')).catch((fault: unknown) => fault)
  void inLane(work('b'))
  await settled()
  await end('a', new Error('no'))
  expect(await failing).toEqual(new Error('no'))
  expect(started).toEqual(['a', 'b'])
})

test('who gives up while waiting never runs and holds no lane', async () => {
  const { started, work, end } = stepwise()
  const inLane = createLanes(1)
  const leaving = new AbortController()
  void inLane(work('a'))
  const given = inLane(work('b'), { signal: leaving.signal }).catch((fault: unknown) => fault)
  void inLane(work('c'))
  await settled()
  leaving.abort(new Error('left'))
  expect(await given).toEqual(new Error('left'))
  expect(await inLane(work('late'), { signal: leaving.signal }).catch((fault: unknown) => fault)).toEqual(new Error('left'))
  await end('a')
  expect(started).toEqual(['a', 'c'])
})
