type Waiting = { distance: () => number; start: () => void }

export type LimiterOptions = {
  signal?: AbortSignal | undefined
  /** Current distance of the chart from the viewport, in px. The nearest goes first. */
  distance?: (() => number) | undefined
}

/** Limits how much work runs at once. Rethrows errors of the work; an abort while waiting leaves the queue. */
export const createLimiter = (maxRunning: number) => {
  const waiting = new Set<Waiting>()
  let running = 0

  const next = () => {
    while (running < maxRunning && waiting.size > 0) {
      const nearest = [...waiting].reduce((best, one) => (one.distance() < best.distance() ? one : best))
      waiting.delete(nearest)
      running++
      nearest.start()
    }
  }

  const waitForSlot = ({ signal, distance = () => 0 }: LimiterOptions) =>
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
      // Lets all charts of one render enter the queue before the first is chosen.
      queueMicrotask(next)
    })

  return async <T>(work: () => Promise<T>, options: LimiterOptions = {}): Promise<T> => {
    await waitForSlot(options)
    try {
      return await work()
    } finally {
      running--
      next()
    }
  }
}

/** HTTP/1.1 allows six connections per server. Charts take four, to leave some for other requests and the event stream. */
const maxRequestsFor = (protocol: string | undefined) => (protocol === 'h2' || protocol === 'h3' ? 24 : 4)

const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]

export const limitChartRequests = createLimiter(maxRequestsFor(page?.nextHopProtocol))

/** Distance in px; 0 if any part is visible. */
export const distanceFromViewport = (element: Element | null): number => {
  if (!element) return 0
  const { top, bottom } = element.getBoundingClientRect()
  return Math.max(0, top - window.innerHeight, -bottom)
}
