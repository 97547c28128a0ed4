// Our own: rate-limiter-flexible counts by fixed windows and a clock of its own, and its adapter is as long as these lines.
/** So many attempts within a time. */
export type Limit = { attempts: number; withinMs: number }

/** How often things were tried, by name. */
export type Limits = {
  /** Counts an attempt and gives 0, or, when there were too many, the ms until the next one may be made. */
  attempt(name: string, limit: Limit, now: number): Promise<number>
  /** What was tried under the name counts no more. */
  forget(name: string): Promise<void>
}

const maxNames = 20_000

/** Limits within one process. */
export const createMemoryLimits = (): Limits => {
  /** Times of attempts, oldest first, and when the last of them no longer counts. */
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
