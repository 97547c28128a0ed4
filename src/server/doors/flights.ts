/**
 * Deduplicates work by key: it runs once however many callers wait for it, and is aborted when the last of them has gone.
 */
export type Flights = {
  join<T>(key: string, signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>): Promise<T>
}

/** Flights within one process. */
export const createMemoryFlights = (): Flights => {
  type Flight = { work: Promise<unknown>; waiting: number; controller: AbortController }
  const flights = new Map<string, Flight>()

  const startFlight = <T>(key: string, start: (signal: AbortSignal) => Promise<T>): Flight => {
    const controller = new AbortController()
    const flight: Flight = { work: start(controller.signal), waiting: 0, controller }
    flights.set(key, flight)
    const remove = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.work.then(remove, remove)
    return flight
  }

  const join: Flights['join'] = async <T>(key: string, signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>) => {
    signal?.throwIfAborted()
    const flight = flights.get(key) ?? startFlight(key, start)
    flight.waiting++
    const { promise: gone, reject } = Promise.withResolvers<never>()
    const leave = () => {
      if (--flight.waiting === 0) {
        flight.controller.abort(signal?.reason)
        if (flights.get(key) === flight) flights.delete(key)
      }
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    gone.catch(() => {})
    try {
      return (await Promise.race([flight.work, gone])) as T
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  return { join }
}
