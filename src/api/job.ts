import { z } from 'zod'
import { route } from './declare/route.ts'

/** Long work: uploads, examples, exports. Users see their own jobs, admins all. */
const tag = 'Job'
const byId = z.object({ job_id: z.string() })

export const job = z.object({
  id: z.string(),
  /** `upload`, `examples`, … */
  kind: z.string(),
  state: z.enum(['pending', 'running', 'done', 'failed', 'cancelled']),
  /** 0 to 1, or null when unknown. */
  progress: z.number().nullable(),
  /** The current step, or why it failed. */
  message: z.string().nullable(),
  /** Of finished jobs, by kind. */
  result: z.unknown().nullable(),
  created_on: z.string(),
  changed_on: z.string(),
})
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
