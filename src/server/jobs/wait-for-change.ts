import type { Context } from '../context.ts'

const pollIntervalMs = 1000

/** Resolves at the job's next change event, or after the poll interval, since another process may run it. */
export const waitForChange = (ctx: Pick<Context, 'events'>, id: string, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      stop()
      signal?.removeEventListener('abort', abort)
      settle()
    }
    const abort = () => end(() => reject(signal?.reason as Error))()
    const timer = setTimeout(() => end(resolve)(), pollIntervalMs)
    const stop = ctx.events.subscribe((event) => {
      if (event.type === 'job' && event.id === id) end(resolve)()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
