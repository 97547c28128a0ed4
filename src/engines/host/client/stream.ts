import { asError } from '../errors/engine-error.ts'
import type { StreamJob } from '../protocol.ts'
import type { Admission, RunOptions } from './admission.ts'
import { stopJob } from './attempt.ts'
import type { Counters } from './counters.ts'
import type { Fleet } from './fleet.ts'
import { needsOwnHost } from './job-traits.ts'

type StreamContext = { admission: Admission; fleet: Fleet; counters: Counters; memoryMb: number }

/** CSV in parts of its blocks. The first `next()` shows whether the statement works; leaving the loop stops it at the engine. */
export async function* streamJob(
  { admission, fleet, counters, memoryMb }: StreamContext,
  job: StreamJob,
  options: RunOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { signal } = options
  const { place } = await admission.admit(job, options)
  const host = needsOwnHost(job) ? fleet.dedicated('main') : fleet.shared('main')
  const blocks: Uint8Array[][] = []
  let outcome: { error?: unknown } | undefined
  let wake = () => {}
  const settled = Promise.withResolvers<void>()
  const settle = (result: { error?: unknown }) => {
    outcome = result
    place.release()
    settled.resolve()
    wake()
  }
  const id = host.start(job, {
    answer: () => {},
    block: (block) => {
      blocks.push(block)
      wake()
    },
    end: () => settle({}),
    fail: (error) => settle({ error }),
  })
  const onAbort = () => {
    stopJob(job, host, id)
    wake()
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    for (;;) {
      signal?.throwIfAborted()
      const block = blocks.shift()
      if (block) {
        yield* block
        host.more(id)
      } else if (outcome) {
        if (outcome.error) throw asError(outcome.error, job, memoryMb)
        counters.finished++
        return
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    if (!outcome) stopJob(job, host, id)
    if (needsOwnHost(job)) void settled.promise.then(() => fleet.closeWhenIdle(host))
  }
}
