import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'

/** From what a person is looking at to what nobody waits for. */
export const priorities = ['visible', 'offscreen', 'filter', 'prefetch', 'export'] as const
export type Priority = (typeof priorities)[number]

export type QueueLimits = { slots: number; waiting: number; waitingPerUser: number }
export type Entry = { user: string; priority: Priority; signal?: AbortSignal }
export type Release = () => void

type Waiting = Entry & { since: number; order: number; start: () => void; onAbort: () => void }

/** A waiting entry gains one step of priority for each of these, so that nothing waits for ever. */
const agingMs = 5_000

/**
 * Admission: at most `slots` hold a place at once. The next place goes to the highest priority; among equals to the
 * user with the fewest running, then to the one served longest ago, then to who came first.
 */
export const createQueue = (limits: QueueLimits) => {
  const waiting: Waiting[] = []
  const running = new Map<string, number>()
  const served = new Map<string, number>()
  let busy = 0
  let clock = 0

  const rank = (entry: Waiting, now: number): number[] => [
    Math.max(0, priorities.indexOf(entry.priority) - Math.floor((now - entry.since) / agingMs)),
    running.get(entry.user) ?? 0,
    served.get(entry.user) ?? 0,
    entry.order,
  ]

  const take = (): Waiting | undefined => {
    const now = performance.now()
    let best: { entry: Waiting; rank: number[] } | undefined
    for (const entry of waiting) {
      const mine = rank(entry, now)
      const difference = best ? (mine.map((value, i) => value - (best?.rank[i] ?? 0)).find((d) => d !== 0) ?? 0) : -1
      if (difference < 0) best = { entry, rank: mine }
    }
    if (best) waiting.splice(waiting.indexOf(best.entry), 1)
    return best?.entry
  }

  const occupy = (user: string): Release => {
    busy++
    running.set(user, (running.get(user) ?? 0) + 1)
    served.set(user, ++clock)
    let held = true
    return () => {
      if (!held) return
      held = false
      busy--
      const left = (running.get(user) ?? 1) - 1
      if (left) running.set(user, left)
      else running.delete(user)
      if (left === 0 && !waiting.some((entry) => entry.user === user)) served.delete(user)
      fill()
    }
  }

  const fill = () => {
    while (busy < limits.slots) {
      const next = take()
      if (!next) return
      next.signal?.removeEventListener('abort', next.onAbort)
      next.start()
    }
  }

  /** Resolves when a place is free; the returned function gives it back. Rejects when aborted while waiting or when too many wait. */
  const enter = async (entry: Entry): Promise<Release> => {
    entry.signal?.throwIfAborted()
    if (busy < limits.slots && waiting.length === 0) return occupy(entry.user)
    const mine = waiting.filter((other) => other.user === entry.user).length
    if (mine >= limits.waitingPerUser || waiting.length >= limits.waiting) {
      throw new AppError('GENERIC_BACKEND_ERROR', t('Too many queries are waiting. Try again in a moment.'), { status: 429 })
    }
    return new Promise((resolve, reject) => {
      const own: Waiting = {
        ...entry,
        since: performance.now(),
        order: ++clock,
        start: () => resolve(occupy(entry.user)),
        onAbort: () => {
          waiting.splice(waiting.indexOf(own), 1)
          reject(entry.signal?.reason)
        },
      }
      waiting.push(own)
      entry.signal?.addEventListener('abort', own.onAbort, { once: true })
    })
  }

  return { enter, counts: () => ({ running: busy, waiting: waiting.length }) }
}

export type Queue = ReturnType<typeof createQueue>
