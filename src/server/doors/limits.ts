import type { RateLimiterMemory } from 'rate-limiter-flexible'

/** At most so many attempts within a window that starts with the first of them. */
export type Limit = { attempts: number; withinMs: number }

/** Rate limits by name. */
export type Limits = {
  /** Counts an attempt and returns 0; after too many, returns the ms until the next one is allowed. */
  attempt(name: string, limit: Limit): Promise<number>
  /** Resets the attempts of a name. */
  forget(name: string): Promise<void>
}

/** Limits within one process. */
export const createMemoryLimits = (): Limits => {
  let limiter: Promise<RateLimiterMemory> | undefined
  /** Imported at the first attempt, since it takes 25 ms. Points and duration come with each attempt. */
  const load = () =>
    (limiter ??= import('rate-limiter-flexible').then(({ RateLimiterMemory }) => new RateLimiterMemory({ points: 1, duration: 60 })))

  return {
    attempt: async (name, { attempts, withinMs }) => {
      const counted = await (await load()).penalty(name, 1, { customDuration: withinMs / 1000 })
      return counted.consumedPoints > attempts ? counted.msBeforeNext : 0
    },
    forget: async (name) => void (await (await load()).delete(name)),
  }
}
