import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createQueue } from './queue.ts'
import type { Entry, Release } from './queue.ts'

const limits = { slots: 1, waiting: 100, waitingPerUser: 60 }

/** A queue whose order of admission is written down; each holder leaves when told. */
const recorded = (slots = 1) => {
  const queue = createQueue({ ...limits, slots })
  const order: string[] = []
  const held: Release[] = []
  const enter = (name: string, entry: Partial<Entry> = {}) =>
    queue.enter({ user: name, priority: 'visible', ...entry }).then((release) => {
      order.push(name)
      held.push(release)
    })
  const next = async () => {
    held.shift()?.()
    await sleep(0)
  }
  return { queue, order, enter, next }
}

describe('the admission queue', () => {
  test('lets in as many as there are places, then one for each that leaves', async () => {
    const { queue, order, enter, next } = recorded(2)
    void Promise.all([enter('a'), enter('b'), enter('c')])
    await sleep(0)
    expect(order).toEqual(['a', 'b'])
    expect(queue.counts()).toEqual({ running: 2, waiting: 1 })
    await next()
    expect(order).toEqual(['a', 'b', 'c'])
  })

  test('one person queues fifty, another one: that one starts at the next free place', async () => {
    const { order, enter, next } = recorded()
    void Promise.all(Array.from({ length: 50 }, () => enter('greedy')))
    void enter('other')
    await sleep(0)
    await next()
    expect(order).toEqual(['greedy', 'other'])
    await next()
    expect(order).toEqual(['greedy', 'other', 'greedy'])
  })

  test('three people who queue alike take turns', async () => {
    const { order, enter, next } = recorded()
    void Promise.all(['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c'].map((user) => enter(user)))
    for (let i = 0; i < 9; i++) await next()
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'])
  })

  test('what a person looks at comes before what they do not', async () => {
    const { order, enter, next } = recorded()
    void enter('first')
    void enter('export', { user: 'u', priority: 'export' })
    void enter('filter', { user: 'u', priority: 'filter' })
    void enter('visible', { user: 'u', priority: 'visible' })
    for (let i = 0; i < 4; i++) await next()
    expect(order).toEqual(['first', 'visible', 'filter', 'export'])
  })

  test('an abort while waiting takes the entry out at once', async () => {
    const { queue, order, enter, next } = recorded()
    const controller = new AbortController()
    void enter('first')
    const second = enter('second', { signal: controller.signal })
    void enter('third')
    controller.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    expect(queue.counts()).toEqual({ running: 1, waiting: 1 })
    await next()
    expect(order).toEqual(['first', 'third'])
    await expect(enter('late', { signal: controller.signal })).rejects.toThrow('gone')
  })

  test('a place is given back once, however often it is said', async () => {
    const queue = createQueue(limits)
    const release = await queue.enter({ user: 'a', priority: 'visible' })
    release()
    release()
    expect(queue.counts()).toEqual({ running: 0, waiting: 0 })
  })

  test('too many waiting are refused with 429', async () => {
    const queue = createQueue({ slots: 1, waiting: 3, waitingPerUser: 2 })
    const enter = (user: string) => queue.enter({ user, priority: 'visible' })
    await enter('a')
    void Promise.all([enter('a'), enter('a'), enter('b')])
    await expect(enter('a')).rejects.toMatchObject({ status: 429 })
    await expect(enter('c')).rejects.toMatchObject({ status: 429 })
  })
})
