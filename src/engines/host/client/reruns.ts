import { HostLost } from '../process.ts'
import type { CatalogJob, DataJob } from '../protocol.ts'
import type { Lane } from '../queue/queue.ts'
import { attempt, type AnswerFrame } from './attempt.ts'
import type { Counters } from './counters.ts'
import type { Fleet } from './fleet.ts'
import { mayRerun, needsOwnHost } from './job-traits.ts'

/** Of a query whose host went away again and again through no fault of its own. */
const maxReruns = 3

type RerunContext = { fleet: Fleet; counters: Counters; graceMs: number }

/** Runs a job until a host survives it. Of several jobs in a host that broke nobody knows the cause: each suspect runs again by itself. */
export const runWithReruns = async (
  { fleet, counters, graceMs }: RerunContext,
  job: DataJob | CatalogJob,
  { lane, signal }: { lane: Lane; signal: AbortSignal },
): Promise<AnswerFrame> => {
  let isAlone = needsOwnHost(job)
  let wasSuspected = false
  for (let reruns = 0; ; reruns++) {
    const host = isAlone ? fleet.dedicated(lane) : fleet.shared(lane)
    try {
      return await attempt(job, host, { signal, graceMs })
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
