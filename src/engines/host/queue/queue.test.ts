import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueue } from './queue.ts'
import type { Entry, Place } from './queue.ts'

const limits = { slots: 1, waiting: 100, waitingPerUser: 60 }

/** A queue whose order of admission is written down; each holder leaves on request. */
const recorded = (slots = 1) => {
  const queue = createQueue({ ...limits, slots })
  const order: string[] = []
  const held: Place[] = []
  const enter = (name: string, entry: Partial<Entry> = {}) =>
    queue.enter({ user: name, priority: 'visible', ...entry }).then((place) => {
      order.push(name)
      held.push(place)
    })
  const next = async () => {
    held.shift()?.release()
    await sleep(0)
  }
  return { queue, order, enter, next }
}

describe('the admission queue', () => {
  test('admits as many as there are slots, then one for each that finishes', async () => {
    const { queue, order, enter, next } = recorded(2)
    void Promise.all([enter('a'), enter('b'), enter('c')])
    await sleep(0)
    expect(order).toEqual(['a', 'b'])
    expect(queue.counts()).toEqual({ running: 2, waiting: 1 })
    await next()
    expect(order).toEqual(['a', 'b', 'c'])
  })

  test('a single query of one user starts at the next free slot, ahead of fifty of another', async () => {
    const { order, enter, next } = recorded()
    void Promise.all(Array.from({ length: 50 }, () => enter('greedy')))
    void enter('other')
    await sleep(0)
    await next()
    expect(order).toEqual(['greedy', 'other'])
    await next()
    expect(order).toEqual(['greedy', 'other', 'greedy'])
  })

  test('three users with equal queues take turns', async () => {
    const { order, enter, next } = recorded()
    void Promise.all(['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c'].map((user) => enter(user)))
    for (let i = 0; i < 9; i++) await next()
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'])
  })

  test('visible charts come before hidden ones', async () => {
    const { order, enter, next } = recorded()
    void enter('first')
    void enter('export', { user: 'u', priority: 'export' })
    void enter('filter', { user: 'u', priority: 'filter' })
    void enter('visible', { user: 'u', priority: 'visible' })
    for (let i = 0; i < 4; i++) await next()
    expect(order).toEqual(['first', 'visible', 'filter', 'export'])
  })

  test('an abort while waiting removes the entry at once', async () => {
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

  test('a slot is released once, however often release is called', async () => {
    const queue = createQueue(limits)
    const { release } = await queue.enter({ user: 'a', priority: 'visible' })
    release()
    release()
    expect(queue.counts()).toEqual({ running: 0, waiting: 0 })
  })

  test('too many waiting entries are rejected with 429', async () => {
    const queue = createQueue({ slots: 1, waiting: 3, waitingPerUser: 2 })
    const enter = (user: string) => queue.enter({ user, priority: 'visible' })
    await enter('a')
    void Promise.all([enter('a'), enter('a'), enter('b')])
    await expect(enter('a')).rejects.toMatchObject({ status: 429 })
    await expect(enter('c')).rejects.toMatchObject({ status: 429 })
  })
})

describe('slow queries', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Two slots, one of the slow lane; `enter` says where the query runs now. */
  const shop = (more: Partial<Parameters<typeof createQueue>[0]> = {}) => {
    const queue = createQueue({ slots: 2, slowSlots: 1, waiting: 100, waitingPerUser: 60, ...more })
    const enter = (user: string, entry: Partial<Entry> = {}) => {
      const asked = { state: 'waits' as 'waits' | 'main' | 'slow' | 'moved', place: undefined as Place | undefined }
      void queue.enter({ user, priority: 'visible', move: 'restart', ...entry }).then((place) => {
        asked.place = place
        asked.state = place.lane
        place.moved.addEventListener('abort', () => (asked.state = 'moved'))
      })
      return asked
    }
    return { queue, enter }
  }
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const states = (...asked: { state: string }[]) => asked.map(({ state }) => state)

  test('stay in the main lane while nobody else waits', async () => {
    const { enter } = shop()
    const mine = [enter('a'), enter('a'), enter('a')]
    await wait(30_000)
    expect(states(...mine)).toEqual(['main', 'main', 'waits'])
  })

  test('of a user with more than half of the slots soon yield to a waiting user', async () => {
    const { enter } = shop()
    const mine = [enter('a'), enter('a')]
    await wait(200)
    const other = enter('b')
    await wait(50)
    expect(states(...mine, other)).toEqual(['main', 'main', 'waits'])
    await wait(100)
    expect(states(...mine, other)).toEqual(['moved', 'main', 'main'])
  })

  test('yield after half a second even when their user holds at most half of the slots', async () => {
    const { enter } = shop()
    const [a, b] = [enter('a'), enter('b')]
    await wait(250)
    const c = enter('c')
    await wait(200)
    expect(states(a, b, c)).toEqual(['main', 'main', 'waits'])
    await wait(100)
    expect(states(a, b, c)).toEqual(['moved', 'moved', 'main'])
  })

  test('restart in the slow lane, which has its own slots', async () => {
    const { enter } = shop()
    const mine = [enter('a'), enter('a')]
    await wait(2_000)
    const other = enter('b')
    await wait(0)
    expect(states(...mine, other)).toEqual(['moved', 'moved', 'main'])
    const again = [enter('a', { speed: 'slow' }), enter('a', { speed: 'slow' })]
    await wait(0)
    expect(states(...again)).toEqual(['slow', 'waits'])
    again[0]?.place?.release()
    await wait(0)
    expect(states(...again)).toEqual(['slow', 'slow'])
  })

  test('yield to a newcomer even though a slot is free, unless much work would be lost', async () => {
    const { enter } = shop()
    const mine = enter('a')
    await wait(2_000)
    const other = enter('b')
    await wait(0)
    expect(states(mine, other)).toEqual(['moved', 'main'])
    other.place?.release()
    const long = enter('c')
    await wait(20_000)
    const late = enter('b')
    await wait(0)
    expect(states(long, late)).toEqual(['main', 'main'])
  })

  test('keep their user out of the main lane while others wait, then limit the user to half of it for a while', async () => {
    const { enter } = shop()
    const mine = [enter('a'), enter('a')]
    await wait(2_000)
    const other = enter('b')
    await wait(0)
    other.place?.release()
    const more = [enter('a'), enter('a'), enter('a')]
    await wait(0)
    expect(states(...mine, ...more)).toEqual(['moved', 'moved', 'slow', 'waits', 'waits'])
    const next = enter('b')
    await wait(0)
    expect(next.state).toBe('main')
    next.place?.release()
    await wait(11_000)
    expect(states(...more)).toEqual(['slow', 'main', 'waits'])
    for (const { place } of more) place?.release()
    await wait(31_000)
    const later = [enter('a'), enter('a')]
    await wait(0)
    expect(states(...later)).toEqual(['main', 'main'])
  })

  test('leave known quick queries of their user in the main lane', async () => {
    const { enter } = shop()
    const mine = [enter('a'), enter('a')]
    await wait(2_000)
    const other = enter('b')
    await wait(0)
    expect(states(...mine)).toEqual(['moved', 'moved'])
    const quick = enter('a', { speed: 'quick' })
    await wait(0)
    expect(states(other, quick)).toEqual(['main', 'main'])
  })

  test('of two users take at most half of the main lane together', async () => {
    const { enter } = shop()
    const [a, b] = [enter('a'), enter('b')]
    await wait(1_500)
    const small = enter('c')
    await wait(0)
    expect(states(a, b, small)).toEqual(['moved', 'moved', 'main'])
    small.place?.release()
    await wait(11_000)
    const again = [enter('a'), enter('b'), enter('b')]
    await wait(0)
    expect(states(...again)).toEqual(['main', 'slow', 'waits'])
    const quick = enter('c')
    await wait(0)
    expect(quick.state).toBe('main')
  })

  test('known from an earlier run start in the slow lane only when others wait', async () => {
    const { enter } = shop()
    const alone = enter('a', { speed: 'slow' })
    await wait(0)
    expect(alone.state).toBe('main')
    alone.place?.release()
    enter('b').place?.release()
    const beside = enter('a', { speed: 'slow' })
    await wait(0)
    expect(beside.state).toBe('slow')
  })

  test('on a database server continue and move to the slow lane, as far as it has slots', async () => {
    const { enter, queue } = shop()
    const mine = [enter('a', { move: 'stay' }), enter('a', { move: 'stay' })]
    await wait(2_000)
    const others = [enter('b'), enter('b')]
    await wait(0)
    expect(states(...mine, ...others)).toEqual(['main', 'main', 'main', 'waits'])
    expect(queue.counts()).toEqual({ running: 3, waiting: 1 })
    mine[0]?.place?.release()
    await wait(0)
    expect(states(...others)).toEqual(['main', 'main'])
  })

  test('that must not run twice stay', async () => {
    const { enter } = shop({ slots: 1 })
    const mine = enter('a', { move: undefined })
    await wait(2_000)
    const other = enter('b')
    await wait(30_000)
    expect(states(mine, other)).toEqual(['main', 'waits'])
  })

  test('one user never holds more slots than the limit per user', async () => {
    const { enter } = shop({ slots: 4, slowSlots: 0, slotsPerUser: 2 })
    const mine = [enter('a'), enter('a'), enter('a')]
    const other = enter('b')
    await wait(0)
    expect(states(...mine, other)).toEqual(['main', 'main', 'waits', 'main'])
    mine[0]?.place?.release()
    await wait(0)
    expect(mine[2]?.state).toBe('main')
  })
})
