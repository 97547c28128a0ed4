import { MessageError } from '#core/errors.ts'
import type { Context } from '../context.ts'
import type { JobKind, Jobs } from './job.ts'
import { JobRows, toJobView } from './job-rows.ts'
import { JobWorker } from './job-worker.ts'
import { waitForChange } from './wait-for-change.ts'

/**
 * Jobs are rows with a lease: any process may take a pending job and renews its lease while it runs. Jobs of a dead process are taken
 * over, at most three times.
 */
export const createJobs = (context: () => Context, kinds: readonly JobKind[], limits: { shortMs?: number } = {}): Jobs => {
  const rows = new JobRows(context)
  const worker = new JobWorker({ context, rows, kinds, ...limits })

  const get: Jobs['get'] = async (id) => {
    const row = await rows.find(id)
    return row ? toJobView(row) : null
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
    waitFor: async (id, signal) => {
      for (;;) {
        const job = await get(id)
        if (!job) throw new MessageError(404, 'Not found')
        if (job.state !== 'pending' && job.state !== 'running') return job
        await waitForChange(context(), id, signal)
      }
    },
    startWorking: () => worker.work(),
    close: () => worker.close(),
  }
}
