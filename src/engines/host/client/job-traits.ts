import { findEngine } from '../../index.ts'
import type { Job } from '../protocol.ts'
import type { Entry } from '../queue/queue.ts'

export const isEmbedded = (job: Job): boolean => Boolean(findEngine(job.connection.engine)?.embedded)

/** Whether its statement cannot be interrupted: then it gets a dedicated host, and is cancelled by killing that. */
export const needsOwnHost = (job: Job): boolean => Boolean(findEngine(job.connection.engine)?.uninterruptible)

export const mayRerun = (job: Job): boolean => job.kind !== 'data' || job.readOnly !== false

/** A server runs a slow query as it would any other; on our own cores it starts over in a host that yields. */
export const moveOf = (job: Job): Entry['move'] => {
  if (job.kind !== 'data' || job.scan !== undefined) return undefined
  if (!isEmbedded(job)) return 'stay'
  return mayRerun(job) ? 'restart' : undefined
}
