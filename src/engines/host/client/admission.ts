import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Job } from '../protocol.ts'
import { createQueue, type Place, type Priority, type Queue } from '../queue/queue.ts'
import { createSpeeds } from '../queue/speeds.ts'
import type { Counters } from './counters.ts'
import { isEmbedded, moveOf } from './job-traits.ts'
import type { QueryHostSettings } from './settings.ts'
import type { Progress } from '../../engine.ts'

export type RunOptions = {
  signal?: AbortSignal
  /** The id of the user among whom and others slots are shared fairly. */
  user?: string
  priority?: Priority
  /** Called when the job leaves the queue. */
  onStart?: () => void
  /** Called when the job has to wait, with a function that returns its place in the queue, from 1. */
  onWait?: (place: () => number) => void
  /** Called with how far a data job is, if it `reports`. */
  onProgress?: (progress: Progress) => void
}

export type Admitted = { place: Place; waitedMs: number }

/** Which jobs run at once: a queue for the embedded engines, one for each server, and others for downloads and for looking into catalogues. */
export class Admission {
  readonly speeds = createSpeeds()
  readonly #settings: QueryHostSettings
  readonly #counters: Counters
  readonly #queues = new Map<string, Queue>()
  #isClosed = false

  constructor(settings: QueryHostSettings, counters: Counters) {
    this.#settings = settings
    this.#counters = counters
  }

  /**
   * Waits for a place; the place is released when the engine is done, not when the caller has lost interest.
   * @throws AppError 503 when the server stops, 429 when too many wait
   */
  async admit(job: Job, options: RunOptions, speed = this.speeds.of(job)): Promise<Admitted> {
    if (this.#isClosed) throw new AppError('GENERIC_BACKEND_ERROR', t('The server is stopping.'), { status: 503 })
    const entered = performance.now()
    const { user = '', priority = job.kind === 'stream' ? 'export' : 'visible', signal, onWait } = options
    const place = await this.#queueFor(job).enter({ user, priority, signal, speed, move: moveOf(job), onWait })
    this.#counters.started++
    options.onStart?.()
    return { place, waitedMs: performance.now() - entered }
  }

  close(): void {
    this.#isClosed = true
  }

  counts(): Record<string, ReturnType<Queue['counts']>> {
    return Object.fromEntries([...this.#queues].map(([name, queue]) => [name, queue.counts()]))
  }

  #queueFor(job: Job): Queue {
    const { slots, waiting, waitingPerUser } = this.#settings
    const where = isEmbedded(job) ? 'embedded' : 'server'
    const place = isEmbedded(job) ? 'embedded' : job.connection.key
    const [name, limits] =
      job.kind === 'stream'
        ? ['download', slots.download]
        : job.kind === 'data' || job.kind === 'scan'
          ? [place, slots[where]]
          : [`catalog ${place}`, slots.catalog]
    const found = this.#queues.get(name)
    if (found) return found
    const queue = createQueue({ ...limits, waiting, waitingPerUser })
    this.#queues.set(name, queue)
    return queue
  }
}
