type Waiting = { distance: () => number; start: () => void }

export type Turn = {
  signal?: AbortSignal | undefined
  /** How far from sight the asker stands at the moment, in px; the nearest goes first. */
  distance?: (() => number) | undefined
}

/** Lets so many pieces of work run at once. Throws what the work throws; an abort while waiting gives up the place in the queue. */
export const createLanes = (count: number) => {
  const waiting = new Set<Waiting>()
  let running = 0

  const next = () => {
    while (running < count && waiting.size > 0) {
      const nearest = [...waiting].reduce((best, one) => (one.distance() < best.distance() ? one : best))
      waiting.delete(nearest)
      running++
      nearest.start()
    }
  }

  const turn = ({ signal, distance = () => 0 }: Turn) =>
    new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        distance,
        start: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = () => {
        waiting.delete(one)
        reject(signal?.reason as Error)
      }
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave, { once: true })
      waiting.add(one)
      // Charts that ask in one breath are all there before the first is chosen.
      queueMicrotask(next)
    })

  return async <T>(work: () => Promise<T>, how: Turn = {}): Promise<T> => {
    await turn(how)
    try {
      return await work()
    } finally {
      running--
      next()
    }
  }
}

/** HTTP/1.1 gives a page six connections: charts take four, so that lists, clicks and the stream of events always find one. */
const lanesOf = (protocol: string | undefined) => (protocol === 'h2' || protocol === 'h3' ? 24 : 4)

const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]

export const inChartLane = createLanes(lanesOf(page?.nextHopProtocol))

/** px between an element and the viewport; 0 where any of it is in sight. */
export const fromSight = (element: Element | null): number => {
  if (!element) return 0
  const { top, bottom } = element.getBoundingClientRect()
  return Math.max(0, top - window.innerHeight, -bottom)
}
