import { findEngine } from '../../index.ts'
import type { Job } from '../protocol.ts'
import type { Entry, Lane } from '../queue/queue.ts'

export const isEmbedded = (job: Job): boolean => Boolean(findEngine(job.connection.engine)?.embedded)

/** Whether its statement cannot be interrupted: then it gets a dedicated host, and is cancelled by killing that. */
export const needsOwnHost = (job: Job): boolean => {
  const fetched = ('fetches' in job && job.fetches) || []
  return [job, ...fetched].some(({ connection }) => findEngine(connection.engine)?.uninterruptible)
}

export const mayRerun = (job: Job): boolean => job.kind !== 'data' || job.readOnly !== false

const canYield = (job: Job): boolean => Boolean(findEngine(job.connection.engine)?.yields)

/** A slow query starts over where it then yields: on our own cores, or at a server that can. Others run it as they would any other. */
export const moveOf = (job: Job): Entry['move'] => {
  if (job.kind !== 'data' || job.scan !== undefined) return undefined
  if (mayRerun(job) && (isEmbedded(job) || canYield(job))) return 'restart'
  return isEmbedded(job) ? undefined : 'stay'
}

/** A job as the hosts of a lane run it. */
export const inLane = <J extends Job>(job: J, lane: Lane): J => (job.kind === 'data' && lane === 'slow' ? { ...job, yields: true } : job)
