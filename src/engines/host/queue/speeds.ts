import { LRUCache } from 'lru-cache'
import type { Job } from '../protocol.ts'
import { slowAfterMs, type Entry } from './queue.ts'

/** Statements are remembered up to this length in all, and each up to this share of it. */
const maxLength = 4 * 1024 ** 2

/** How fast statements were when they last ran. */
export const createSpeeds = () => {
  const known = new LRUCache<string, 'quick' | 'slow'>({
    maxSize: maxLength,
    maxEntrySize: maxLength / 64,
    sizeCalculation: (_speed, key) => key.length + 200,
  })
  // A scan's table has another name each time.
  const keyOf = (job: Job): string | undefined =>
    job.kind === 'data' && job.scan === undefined ? `${job.connection.key} ${job.schema ?? ''} ${job.sql}` : undefined

  return {
    of: (job: Job): Entry['speed'] => known.get(keyOf(job) ?? ''),
    note: (job: Job, ms: number): void => {
      const key = keyOf(job)
      if (key !== undefined) known.set(key, ms < slowAfterMs ? 'quick' : 'slow')
    },
  }
}
