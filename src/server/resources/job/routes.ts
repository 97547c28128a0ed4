import { notFound } from '#core/errors.ts'
import { isAdmin, userOf, type Principal } from '#core/access/principal.ts'
import { jobCancelRoute, jobEventsRoute, jobRoute, jobsRoute, type Job } from '#api/job.ts'
import { serve, type App } from '../../http/serve.ts'
import { findJob, recentJobs } from './store.ts'

/** A person sees the own jobs, an admin all; a job of somebody else is not there. */
const visibleJob = async (app: App, principal: Principal, id: string): Promise<Job> => {
  const found = await findJob(app.ctx, id)
  if (!found || (found.user_id !== userOf(principal)?.id && !isAdmin(principal))) throw notFound()
  return found.job
}

const isOver = (job: Job) => job.state !== 'pending' && job.state !== 'running'

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
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    reply.hijack()
    await tell(app, { first, signal, write: (text) => reply.raw.write(text) })
    reply.raw.end()
    return reply
  })
}

type Listener = { first: Job; signal: AbortSignal; write(text: string): void }

/** Sends the job whenever it changed, and a comment now and then so that proxies keep the line open. */
const tell = (app: App, { first, signal, write }: Listener): Promise<void> =>
  new Promise((resolve) => {
    const send = (job: Job) => {
      write(`data: ${JSON.stringify(job)}\n\n`)
      if (isOver(job)) end()
    }
    const look = async () => {
      const found = await findJob(app.ctx, first.id)
      if (found) send(found.job)
      else end()
    }
    const stop = app.ctx.events.subscribe((event) => {
      if (event.type === 'job' && event.id === first.id) void look()
    })
    // Another process may be the one that runs it: its changes reach no listener here.
    const poll = setInterval(() => void look(), 2000)
    const end = () => {
      clearInterval(poll)
      stop()
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
    app.ctx.closing.addEventListener('abort', end, { once: true })
    send(first)
  })
