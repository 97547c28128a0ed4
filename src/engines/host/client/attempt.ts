import { timeLimit } from '../errors/engine-error.ts'
import type { HostProcess } from '../process.ts'
import type { CatalogJob, DataJob, Job, ScanJob } from '../protocol.ts'
import { needsOwnHost } from './job-traits.ts'
import type { Progress } from '../../engine.ts'

export type AnswerFrame = { answer: object | null; body: Uint8Array }

/** Stops a job at its engine; one that cannot be interrupted is stopped with its host. */
export const stopJob = (job: Job, host: HostProcess, id: number): void => (needsOwnHost(job) ? host.kill('cancel', id) : host.cancel(id))

/**
 * Runs a job once in a host, which is killed when the job's time is over and it has not stopped.
 * @throws HostLost, JobFailed
 */
export const attempt = (
  job: DataJob | CatalogJob | ScanJob,
  host: HostProcess,
  { signal, graceMs, onProgress }: { signal: AbortSignal; graceMs: number; onProgress?: ((progress: Progress) => void) | undefined },
): Promise<AnswerFrame> => {
  const { promise, resolve, reject } = Promise.withResolvers<AnswerFrame>()
  const id = host.start(job, {
    answer: (answer, body) => resolve({ answer, body }),
    ...(onProgress && { progress: onProgress }),
    block: () => {},
    end: () => {},
    fail: reject,
  })
  host.killLater(id, 'timeout', timeLimit(job) + (needsOwnHost(job) ? 0 : graceMs))
  const stop = () => stopJob(job, host, id)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  return promise.finally(() => signal.removeEventListener('abort', stop))
}
