import type { Context } from '../context.ts'

const pollMs = 1000

/** The job's next change, or a second, whichever is first: another process may be the one that runs it. */
export const nextChange = (ctx: Pick<Context, 'events'>, id: string, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      stop()
      signal?.removeEventListener('abort', abort)
      settle()
    }
    const abort = () => end(() => reject(signal?.reason as Error))()
    const timer = setTimeout(() => end(resolve)(), pollMs)
    const stop = ctx.events.subscribe((event) => {
      if (event.type === 'job' && event.id === id) end(resolve)()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
