import { notFound } from '#core/errors.ts'
import { isAdmin, userOf, type Principal } from '#core/access/principal.ts'
import { jobCancelRoute, jobEventsRoute, jobRoute, jobsRoute, type Job } from '#api/job.ts'
import { streamEvents, type EventStream } from '../../http/stream/event-stream.ts'
import { serve, type App } from '../../http/serve.ts'
import { findJob, recentJobs } from './store.ts'

/** Users see their own jobs, admins all jobs. @throws 404 for other users' jobs */
const visibleJob = async (app: App, principal: Principal, id: string): Promise<Job> => {
  const found = await findJob(app.ctx, id)
  if (!found || (found.user_id !== userOf(principal)?.id && !isAdmin(principal))) throw notFound()
  return found.job
}

const hasEnded = (job: Job) => job.state !== 'pending' && job.state !== 'running'

export const jobs = (app: App): void => {
  serve(app, jobsRoute, async ({ principal, query }) => ({
    result: await recentJobs(app.ctx, { userId: isAdmin(principal) ? null : (userOf(principal)?.id ?? -1), kind: query.kind ?? null }),
  }))

  serve(app, jobRoute, async ({ principal, params }) => ({ result: await visibleJob(app, principal, params.job_id) }))

  serve(app, jobCancelRoute, async ({ principal, params }) => {
    const { id } = await visibleJob(app, principal, params.job_id)
    await app.ctx.jobs.cancel(id)
    return { message: 'OK' }
  })

  serve(app, jobEventsRoute, async ({ principal, params, reply, signal }) => {
    const first = await visibleJob(app, principal, params.job_id)
    return streamEvents({ reply, signals: [signal, app.ctx.closing] }, (stream) => streamJob(app, first, stream))
  })
}

/** Sends the job whenever it changes; returns a function that stops. */
const streamJob = (app: App, first: Job, { send, end }: EventStream): (() => void) => {
  const show = (job: Job) => {
    send(job)
    if (hasEnded(job)) end()
  }
  const look = async () => {
    const found = await findJob(app.ctx, first.id)
    if (found) show(found.job)
    else end()
  }
  const stop = app.ctx.events.subscribe((event) => {
    if (event.type === 'job' && event.id === first.id) void look()
  })
  // If another process runs the job, its events do not arrive here.
  const poll = setInterval(() => void look(), 2000)
  show(first)
  return () => {
    clearInterval(poll)
    stop()
  }
}
