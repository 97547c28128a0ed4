import { asError } from '../errors/engine-error.ts'
import type { Answer, CatalogJob, DataJob, ScanJob, Timings } from '../protocol.ts'
import type { Lane, Place } from '../queue/queue.ts'
import type { Admission, RunOptions } from './admission.ts'
import type { AnswerFrame } from './attempt.ts'
import type { Counters } from './counters.ts'

/** Does a job's work in a lane; aborted, it stops there. */
export type Perform = (lane: Lane, signal: AbortSignal) => Promise<AnswerFrame>

/** The host answers each kind of job in its own shape. */
const dataOf = ({ answer }: AnswerFrame) => answer as Omit<Answer<DataJob>, 'bytes'>

/** What the engine and the host did, without what only the first query of a host or a connection waits for. */
const workMs = ({ query, transform, encode }: Timings): number => query + transform + encode

type Runnable = DataJob | CatalogJob | ScanJob

/** Takes jobs through their lanes: admitted to the main one, and started over in the slow one where others have to wait for them. */
export class Lanes {
  readonly #admission: Admission
  readonly #counters: Counters
  readonly #memoryMb: number

  constructor({ admission, counters, memoryMb }: { admission: Admission; counters: Counters; memoryMb: number }) {
    this.#admission = admission
    this.#counters = counters
    this.#memoryMb = memoryMb
  }

  /** Rejects with the signal's reason as soon as it aborts; the engine is cancelled in the background. */
  async run<J extends Runnable>(job: J, options: RunOptions, perform: Perform): Promise<Answer<J>> {
    const { signal } = options
    const { place, waitedMs } = await this.#admission.admit(job, options)
    const work = this.#runAt(place, job, { options, perform })
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const onAbort = () => {
      this.#counters.cancelled++
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    try {
      const done = await Promise.race([work, aborted])
      this.#counters.finished++
      if (job.kind !== 'data') return done.answer as Answer<J>
      const data = dataOf(done)
      return { ...data, timings: { ...data.timings, queue: waitedMs }, bytes: done.body } as Answer<J>
    } catch (error) {
      if (!signal?.aborted) this.#counters.failed++
      throw asError(error, job, this.#memoryMb)
    } finally {
      signal?.removeEventListener('abort', onAbort)
      work.catch(() => {})
      aborted.catch(() => {})
    }
  }

  async #runAt(place: Place, job: Runnable, how: { options: RunOptions; perform: Perform }): Promise<AnswerFrame> {
    const { lane, moved, release } = place
    const { signal } = how.options
    const { speeds } = this.#admission
    try {
      const done = await how.perform(lane, signal ? AbortSignal.any([signal, moved]) : moved)
      if (job.kind === 'data') speeds.note(job, workMs(dataOf(done).timings))
      return done
    } catch (error) {
      if (!moved.aborted || signal?.aborted) throw error
      this.#counters.moved++
      speeds.note(job, Infinity)
      const next = await this.#admission.admit(job, how.options, 'slow')
      return await this.#runAt(next.place, job, how)
    } finally {
      release()
    }
  }
}
