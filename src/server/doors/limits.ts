// Hand-written: rate-limiter-flexible uses fixed windows and its own clock, and an adapter to it would be as long as this file.
/** At most so many attempts within a sliding window. */
export type Limit = { attempts: number; withinMs: number }

/** Rate limits by name. */
export type Limits = {
  /** Counts an attempt and returns 0; after too many, returns the ms until the next one is allowed. */
  attempt(name: string, limit: Limit, now: number): Promise<number>
  /** Resets the attempts of a name. */
  forget(name: string): Promise<void>
}

const maxNames = 20_000

/** Limits within one process. */
export const createMemoryLimits = (): Limits => {
  /** Times of attempts, oldest first, and when the last of them expires. */
  const known = new Map<string, { times: number[]; until: number }>()

  const dropOld = (now: number) => {
    for (const [name, { until }] of known) if (until <= now) known.delete(name)
  }

  return {
    attempt: async (name, { attempts, withinMs }, now) => {
      const times = (known.get(name)?.times ?? []).filter((time) => time > now - withinMs)
      if (times.length >= attempts) return Math.max(1, (times[times.length - attempts] ?? now) + withinMs - now)
      if (known.size > maxNames) dropOld(now)
      known.set(name, { times: [...times, now], until: now + withinMs })
      return 0
    },
    forget: async (name) => void known.delete(name),
  }
}
