import { z } from 'zod'
import { route } from './declare/route.ts'
import { uploadResult } from './upload.ts'

/** Long work: uploads, examples, exports. Users see their own jobs, admins all. */
const tag = 'Job'
const byId = z.object({ job_id: z.string() })

const everyJob = {
  id: z.string(),
  state: z.enum(['pending', 'running', 'done', 'failed', 'cancelled']),
  /** 0 to 1, or null when unknown. */
  progress: z.number().nullable(),
  /** The current step, or why it failed. */
  message: z.string().nullable(),
  created_on: z.string(),
  changed_on: z.string(),
}

/** Finished jobs have a result, which depends on their kind. */
export const job = z.discriminatedUnion('kind', [
  z.object({ ...everyJob, kind: z.literal('upload'), result: uploadResult.nullable() }),
  z.object({
    ...everyJob,
    kind: z.enum(['examples', 'housekeeping', 'driver', 'materialization']),
    result: z.record(z.string(), z.unknown()).nullable(),
  }),
])
export type Job = z.infer<typeof job>

export const jobsRoute = route({
  method: 'GET',
  path: '/api/v1/job/',
  access: 'user',
  summary: 'Jobs of the caller that run or ended within the last hour, newest first',
  tag,
  query: z.object({ kind: z.string().optional() }),
  result: z.object({ result: z.array(job) }),
})

export const jobRoute = route({
  method: 'GET',
  path: '/api/v1/job/:job_id',
  access: 'user',
  summary: 'One job',
  tag,
  params: byId,
  result: z.object({ result: job }),
})

export const jobEventsRoute = route({
  method: 'GET',
  path: '/api/v1/job/:job_id/events',
  access: 'user',
  summary: 'The job as it goes on: server-sent events whose data is the job as JSON; ends with the job',
  tag,
  params: byId,
  event: job,
  answers: 'events',
})

export const jobCancelRoute = route({
  method: 'POST',
  path: '/api/v1/job/:job_id/cancel',
  access: 'user',
  summary: 'Stop a job; what it began is taken back',
  tag,
  params: byId,
  result: z.object({ message: z.string() }),
})
