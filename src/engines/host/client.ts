import { Admission, type RunOptions } from './client/admission.ts'
import { createCounters } from './client/counters.ts'
import { Fleet } from './client/fleet.ts'
import { keepScan, type KeptScan } from './client/kept-scan.ts'
import { inLane } from './client/job-traits.ts'
import { Lanes } from './client/lanes.ts'
import { runWithReruns } from './client/reruns.ts'
import { settingsOf, type QueryHostConfig } from './client/settings.ts'
import { streamJob } from './client/stream.ts'
import type { Answer, CatalogJob, DataJob, ScanJob, StreamJob } from './protocol.ts'

export { EngineError } from './errors/engine-error.ts'
export type { RunOptions } from './client/admission.ts'
export type { KeptScan } from './client/kept-scan.ts'
export type { QueryHostConfig } from './client/settings.ts'

/**
 * The query host as the web process sees it: an admission queue before one or more child processes that hold all
 * drivers. A child that dies is replaced; what ran in it and is not to blame runs once more.
 */
export const createQueryHost = (config: QueryHostConfig) => {
  const settings = settingsOf(config)
  const { graceMs, memoryMb } = settings
  const counters = createCounters()
  const admission = new Admission(settings, counters)
  const fleet = new Fleet(settings, counters)
  const lanes = new Lanes({ admission, counters, memoryMb })

  return {
    run: <J extends DataJob | CatalogJob>(job: J, options: RunOptions = {}): Promise<Answer<J>> =>
      lanes.run(job, options, (lane, signal) =>
        runWithReruns({ fleet, counters, graceMs }, inLane(job, lane), { lane, signal, onProgress: options.onProgress }),
      ),
    /** Null when the scan is not worth keeping. The caller must drop it. */
    scan: (job: ScanJob, options: RunOptions = {}): Promise<KeptScan | null> => keepScan({ fleet, lanes, graceMs }, job, options),
    /** CSV in parts of its blocks; see `streamJob`. */
    stream: (job: StreamJob, options: RunOptions = {}) => streamJob({ admission, fleet, counters, memoryMb }, job, options),
    /** Starts a host before the first query. */
    warm: () => void fleet.shared('main'),
    /** The connections to one database, by their key, and how many statements may run on it at once. */
    pool: async (key: string, where: 'embedded' | 'server') => {
      const { slots, slowSlots = 0 } = settings.slots[where]
      return { ...(await fleet.pool(key)), slots: slots + slowSlots }
    },
    stats: () => ({ ...counters, queues: admission.counts(), hosts: fleet.stats() }),
    /** Ends all hosts; whatever still runs fails. */
    close: async (): Promise<void> => {
      admission.close()
      await fleet.close()
    },
  }
}

export type QueryHost = ReturnType<typeof createQueryHost>
