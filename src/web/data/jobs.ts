import { jobEventsRoute, type Job } from '#api/job.ts'
import { urlOf } from './call.ts'
import { readEvent } from './wire/read-event.ts'

export const isOver = (job: Pick<Job, 'state'>) => job.state !== 'pending' && job.state !== 'running'

/** Follows a job until it is over; `stop` listens no more. The browser connects again by itself when the line breaks. */
export const followJob = (id: string, onChange: (job: Job) => void): { stop: () => void } => {
  const source = new EventSource(urlOf(jobEventsRoute, { params: { job_id: id } }))
  source.addEventListener('message', (event: MessageEvent<string>) => {
    const job = readEvent(jobEventsRoute, event.data)
    if (isOver(job)) source.close()
    onChange(job)
  })
  return { stop: () => source.close() }
}
