import { jobEventsRoute, type Job } from '#api/job.ts'
import { urlOf } from './call.ts'
import { readEvent } from './wire/read-event.ts'

export const isFinished = (job: Pick<Job, 'state'>) => job.state !== 'pending' && job.state !== 'running'

/** Reports the progress of a job until it has finished. The browser reconnects by itself. */
export const followJob = (id: string, onChange: (job: Job) => void): { stop: () => void } => {
  const source = new EventSource(urlOf(jobEventsRoute, { params: { job_id: id } }))
  source.addEventListener('message', (event: MessageEvent<string>) => {
    const job = readEvent(jobEventsRoute, event.data)
    if (isFinished(job)) source.close()
    onChange(job)
  })
  return { stop: () => source.close() }
}
