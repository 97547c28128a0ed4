import { HostLost } from '../process.ts'
import type { CatalogJob, DataJob } from '../protocol.ts'
import type { Lane } from '../queue/queue.ts'
import { attempt, type AnswerFrame } from './attempt.ts'
import type { Counters } from './counters.ts'
import type { Fleet } from './fleet.ts'
import { mayRerun, needsOwnHost } from './job-traits.ts'
import type { Progress } from '../../engine.ts'

/** The error of a query whose host was lost repeatedly through no fault of the query. */
const maxReruns = 3

type RerunContext = { fleet: Fleet; counters: Counters; graceMs: number }

/** Reruns a job when its host dies. If several jobs ran in that host, the culprit is unknown, so each is rerun in isolation. */
export const runWithReruns = async (
  { fleet, counters, graceMs }: RerunContext,
  job: DataJob | CatalogJob,
  { lane, signal, onProgress }: { lane: Lane; signal: AbortSignal; onProgress?: ((progress: Progress) => void) | undefined },
): Promise<AnswerFrame> => {
  let isAlone = needsOwnHost(job)
  let wasSuspected = false
  for (let reruns = 0; ; reruns++) {
    const host = isAlone ? fleet.dedicated(lane) : fleet.shared(lane)
    try {
      return await attempt(job, host, { signal, graceMs, onProgress })
    } catch (error) {
      if (!(error instanceof HostLost) || error.culprit) throw error
      const isSuspect = error.wasReady && (error.reason === 'memory' || error.reason === 'exit')
      if (isSuspect && wasSuspected) throw error.blamed()
      if (reruns === maxReruns || signal.aborted || fleet.isClosed || !mayRerun(job)) throw error
      counters.rerun++
      wasSuspected ||= isSuspect
      isAlone ||= isSuspect
    } finally {
      if (isAlone || lane === 'slow') fleet.closeWhenIdle(host)
    }
  }
}
