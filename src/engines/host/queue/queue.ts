import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'

/** From interactive to background. */
export const priorities = ['visible', 'offscreen', 'filter', 'prefetch', 'export'] as const
export type Priority = (typeof priorities)[number]

/** While others use the engine, slow queries run in separate slots. */
export type Lane = 'main' | 'slow'

export type QueueLimits = {
  slots: number
  /** Slots of the slow lane; 0: there is none. */
  slowSlots?: number
  /** Slots that a user may hold, even if nobody waits. */
  slotsPerUser?: number
  waiting: number
  waitingPerUser: number
}

export type Entry = {
  user: string
  priority: Priority
  signal?: AbortSignal
  /** How a query that turns out slow goes to the slow lane: it starts over there, or goes on where it runs and only changes its slot. */
  move?: 'restart' | 'stay'
  /** What is known from an earlier run. */
  speed?: 'quick' | 'slow'
  /** Takes a function that returns the entry's place in the queue, from 1, while it waits. */
  onWait?: ((place: () => number) => void) | undefined
}

export type Place = {
  lane: Lane
  /** Aborted when the query must start over in the slow lane; its slot is given back already. */
  moved: AbortSignal
  /** Gives the slot back. */
  release(): void
}

type Waiting = Entry & { since: number; order: number; start: (place: Place) => void; onAbort: () => void }
type Holder = { entry: Entry; lane: Lane; since: number; moved: AbortController }

/** A waiting entry gains one step of priority for each of these, so that nothing waits for ever. */
const agingMs = 5_000
/** A query that runs longer is slow and is preempted when another user arrives. */
export const slowAfterMs = 500
/** The threshold for queries of a user who holds more than half of the slots while others wait. */
const slowInExcessAfterMs = 300
/** A query that has run longer is restarted only if others have to wait, because much work would be lost. */
const maxRestartMs = 10_000
/** For this long after a slow query, other queries of the same user count as slow, too. */
const slowUserMs = 30_000
/** A user who sent a query within this time is likely to send another. */
const presentMs = 10_000
/** How often it is looked whether others have left. */
const recheckMs = 1_000

/**
 * Admission: at most `slots` queries run at once, and `slowSlots` beside them. The next slot goes to the highest priority; among equals
 * to the user with the fewest running, then to the one served longest ago, then to who came first. A user who sends slow queries runs them
 * in the slow lane while others are present, and holds at most half of the slots of the main one.
 */
export const createQueue = (limits: QueueLimits) => {
  const { slots, slowSlots = 0, slotsPerUser = Infinity } = limits
  const half = Math.max(1, Math.floor(slots / 2))
  const slotsOf: Record<Lane, number> = { main: slots, slow: slowSlots }
  const waiting: Waiting[] = []
  const holders = new Set<Holder>()
  const served = new Map<string, number>()
  const slowUntil = new Map<string, number>()
  const lastSeen = new Map<string, number>()
  let clock = 0
  let timer: NodeJS.Timeout | undefined

  const countHolders = (matches: (holder: Holder) => boolean): number => {
    let count = 0
    for (const holder of holders) if (matches(holder)) count++
    return count
  }
  const runningOf = (user: string) => countHolders(({ entry }) => entry.user === user)
  const hasRoom = (lane: Lane) => countHolders((holder) => holder.lane === lane) < slotsOf[lane]

  const isSlowUser = (user: string): boolean => {
    const until = slowUntil.get(user)
    if (until === undefined) return false
    if (until <= performance.now()) slowUntil.delete(user)
    return slowUntil.has(user)
  }

  /** Users without slow queries. */
  const areOthersPresent = (than: string): boolean => {
    const now = performance.now()
    for (const [user, seen] of lastSeen) {
      if (seen < now - presentMs && runningOf(user) === 0) lastSeen.delete(user)
      else if (user !== than && !isSlowUser(user)) return true
    }
    return false
  }

  /** Known to be slow, or sent by a user with slow queries. */
  const isTakenForSlow = ({ user, speed }: Entry): boolean => speed === 'slow' || (speed !== 'quick' && isSlowUser(user))

  const mayUse = (entry: Entry, lane: Lane): boolean => {
    if (lane === 'slow') return isTakenForSlow(entry)
    if (runningOf(entry.user) >= slotsPerUser) return false
    if (slowSlots === 0 || !isTakenForSlow(entry)) return true
    if (areOthersPresent(entry.user)) return false
    return countHolders((holder) => holder.lane === 'main' && isTakenForSlow(holder.entry)) < half
  }

  const rank = (entry: Waiting, now: number): number[] => [
    Math.max(0, priorities.indexOf(entry.priority) - Math.floor((now - entry.since) / agingMs)),
    runningOf(entry.user),
    served.get(entry.user) ?? 0,
    entry.order,
  ]

  const compare = (a: number[], b: number[]): number => a.map((value, i) => value - (b[i] ?? 0)).find((d) => d !== 0) ?? 0

  const placeOf = (entry: Waiting): number => {
    const now = performance.now()
    const own = rank(entry, now)
    return waiting.filter((other) => compare(rank(other, now), own) < 0).length + 1
  }

  const takeFor = (lane: Lane): Waiting | undefined => {
    const now = performance.now()
    let best: { entry: Waiting; rank: number[] } | undefined
    for (const entry of waiting) {
      if (!mayUse(entry, lane)) continue
      const mine = rank(entry, now)
      const difference = best ? compare(mine, best.rank) : -1
      if (difference < 0) best = { entry, rank: mine }
    }
    if (best) waiting.splice(waiting.indexOf(best.entry), 1)
    return best?.entry
  }

  const leave = (holder: Holder) => {
    if (!holders.delete(holder)) return
    const { user } = holder.entry
    if (runningOf(user) === 0 && !waiting.some((entry) => entry.user === user)) served.delete(user)
    fill()
  }

  const occupy = (entry: Entry, lane: Lane): Place => {
    const holder: Holder = { entry, lane, since: performance.now(), moved: new AbortController() }
    holders.add(holder)
    served.set(entry.user, ++clock)
    return { lane, moved: holder.moved.signal, release: () => leave(holder) }
  }

  const fill = () => {
    for (const lane of ['main', 'slow'] as const) {
      while (hasRoom(lane)) {
        const next = takeFor(lane)
        if (!next) break
        next.signal?.removeEventListener('abort', next.onAbort)
        next.start(occupy(next, lane))
      }
    }
    relieve()
  }

  /** Whether it has left its slot. */
  const moveToSlowLane = (holder: Holder): boolean => {
    slowUntil.set(holder.entry.user, performance.now() + slowUserMs)
    if (holder.entry.move === 'stay') {
      if (!hasRoom('slow')) return false
      holder.lane = 'slow'
    } else {
      holders.delete(holder)
      holder.moved.abort()
    }
    return true
  }

  /** Preempts slow queries in favour of other users: those who wait, and the one who has just arrived. */
  const relieve = (comer?: string) => {
    clearTimeout(timer)
    if (slowSlots === 0) return
    const now = performance.now()
    let soonestMs = Infinity
    let isMoved = false
    for (const holder of holders) {
      const { user, move } = holder.entry
      if (holder.lane === 'slow' || !move) continue
      const age = now - holder.since
      const isWaitedFor = waiting.some((entry) => entry.user !== user && mayUse(entry, 'main'))
      const isCrowding = comer !== undefined && comer !== user && age <= maxRestartMs
      if (!isWaitedFor && !isCrowding) continue
      const isInExcess = isWaitedFor && runningOf(user) > half
      const limit = isInExcess ? slowInExcessAfterMs : slowAfterMs
      if (age >= limit) isMoved = moveToSlowLane(holder) || isMoved
      else if (isWaitedFor) soonestMs = Math.min(soonestMs, limit - age)
    }
    if (isMoved) return fill()
    if (soonestMs < Infinity) timer = setTimeout(relieve, Math.ceil(soonestMs))
    // Slow queries that wait for others to leave.
    else if (waiting.length > 0 && hasRoom('main')) timer = setTimeout(fill, recheckMs).unref()
  }

  /**
   * Resolves when a slot is free. Rejects when aborted while waiting.
   * @throws AppError 429 when too many wait
   */
  const enter = async (entry: Entry): Promise<Place> => {
    entry.signal?.throwIfAborted()
    lastSeen.set(entry.user, performance.now())
    const lane = waiting.length === 0 ? (['main', 'slow'] as const).find((each) => hasRoom(each) && mayUse(entry, each)) : undefined
    if (lane) {
      const place = occupy(entry, lane)
      relieve(entry.user)
      return place
    }
    const mine = waiting.filter((other) => other.user === entry.user).length
    if (mine >= limits.waitingPerUser || waiting.length >= limits.waiting) {
      throw new AppError('GENERIC_BACKEND_ERROR', t('Too many queries are waiting. Try again in a moment.'), { status: 429 })
    }
    return new Promise((resolve, reject) => {
      const own: Waiting = {
        ...entry,
        since: performance.now(),
        order: ++clock,
        start: resolve,
        onAbort: () => {
          waiting.splice(waiting.indexOf(own), 1)
          reject(entry.signal?.reason)
        },
      }
      waiting.push(own)
      entry.onWait?.(() => placeOf(own))
      entry.signal?.addEventListener('abort', own.onAbort, { once: true })
      fill()
    })
  }

  return { enter, counts: () => ({ running: holders.size, waiting: waiting.length }) }
}

export type Queue = ReturnType<typeof createQueue>
