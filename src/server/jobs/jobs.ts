import { MessageError } from '#core/errors.ts'
import type { Context } from '../context.ts'
import type { JobKind, Jobs } from './job.ts'
import { JobRows, viewOf } from './job-rows.ts'
import { JobWorker } from './job-worker.ts'
import { nextChange } from './next-change.ts'

/**
 * Long work as rows with a lease: any process may take a pending job, renews its lease while it runs, and what a dead process
 * left is taken over, at most three times.
 */
export const createJobs = (context: () => Context, kinds: readonly JobKind[], limits: { shortMs?: number } = {}): Jobs => {
  const rows = new JobRows(context)
  const worker = new JobWorker({ context, rows, kinds, ...limits })

  const get: Jobs['get'] = async (id) => {
    const row = await rows.find(id)
    return row ? viewOf(row) : null
  }

  return {
    get,
    start: async (job) => {
      const id = await rows.add(job)
      worker.wake()
      return id
    },
    cancel: async (id) => {
      const row = await rows.find(id)
      if (!row) return
      await rows.update(row, { cancel_requested: 1, ...(row.state === 'pending' && { state: 'cancelled', error: 'Cancelled' }) })
      worker.cancel(id)
    },
    finished: async (id, signal) => {
      for (;;) {
        const job = await get(id)
        if (!job) throw new MessageError(404, 'Not found')
        if (job.state !== 'pending' && job.state !== 'running') return job
        await nextChange(context(), id, signal)
      }
    },
    work: () => worker.work(),
    close: () => worker.close(),
  }
}
