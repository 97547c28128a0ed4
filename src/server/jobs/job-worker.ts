import type { JobPrincipal } from '#core/access/principal.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { userPrincipal } from '../access/principals.ts'
import type { Context } from '../context.ts'
import { logUnexpected } from '../http/errors/log-unexpected.ts'
import type { JobRow, JobRows } from './job-rows.ts'
import type { JobKind, JobRun } from './job.ts'

const renewMs = 4000
const pollMs = 5000
const progressMs = 150
const maxRunning = 4
/** A job keeps its place for this long, whoever waits. */
const defaultShortMs = 60_000

const textOf = (error: unknown): string =>
  error instanceof MessageError || error instanceof AppError
    ? error.message
    : 'The work ended with an unexpected error; the log of the server has it'

const othersWait = new Error('Others wait')

type Running = { abort: AbortController; done: Promise<void>; row: JobRow; began: number }

export type JobWorkerOptions = { context: () => Context; rows: JobRows; kinds: readonly JobKind[]; shortMs?: number }

/** Takes jobs and runs them, a few at a time, until it is closed. */
export class JobWorker {
  readonly #context: () => Context
  readonly #rows: JobRows
  readonly #kinds: readonly JobKind[]
  readonly #running = new Map<string, Running>()
  readonly #shortMs: number
  /** Jobs that gave up the place for short ones: they begin again in another. */
  readonly #long = new Set<string>()
  readonly #closing = new AbortController()
  #poll: NodeJS.Timeout | undefined
  #taking: Promise<void> | null = null

  constructor({ context, rows, kinds, shortMs = defaultShortMs }: JobWorkerOptions) {
    this.#shortMs = shortMs
    this.#context = context
    this.#rows = rows
    this.#kinds = kinds
  }

  work(): void {
    this.#poll ??= setInterval(() => this.wake(), pollMs).unref()
    this.wake()
  }

  /** There may be something to take. */
  wake(): void {
    if (!this.#poll || this.#closing.signal.aborted) return
    this.#taking ??= this.#take().finally(() => (this.#taking = null))
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort.abort(new Error('Cancelled'))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    clearInterval(this.#poll)
    for (const { abort } of this.#running.values()) abort.abort(new Error('The server stops'))
    await this.#taking
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  async #take(): Promise<void> {
    while (!this.#closing.signal.aborted && this.#running.size < maxRunning) {
      const row = await this.#rows.take(this.#runningRows(), this.#long)
      if (!row) return this.#makeRoom()
      const abort = new AbortController()
      const done = this.#run(row, abort).finally(() => {
        this.#running.delete(row.id)
        if (abort.signal.reason !== othersWait) this.#long.delete(row.id)
        this.wake()
      })
      this.#running.set(row.id, { abort, done, row, began: performance.now() })
    }
  }

  #runningRows(): JobRow[] {
    return [...this.#running.values()].map(({ row }) => row)
  }

  /** Nobody waits for what has no end: a long job in the last place gives it up to whoever has none, and begins again. */
  async #makeRoom(): Promise<void> {
    const row = await this.#rows.inTheWay(this.#runningRows(), this.#long)
    const running = row && this.#running.get(row.id)
    if (!running || this.#long.has(row.id) || performance.now() - running.began < this.#shortMs) return
    this.#long.add(row.id)
    running.abort.abort(othersWait)
  }

  async #run(row: JobRow, abort: AbortController): Promise<void> {
    const renew = setInterval(() => void this.#renewLease(row, abort), renewMs)
    try {
      const result = await this.#perform(row, abort.signal)
      await this.#rows.updateOwn(row, { state: 'done', result: JSON.stringify(result ?? null), progress: 1, lease_owner: null })
    } catch (error) {
      await this.#noteFailure(row, error, abort.signal)
    } finally {
      clearInterval(renew)
    }
  }

  async #perform(row: JobRow, signal: AbortSignal): Promise<unknown> {
    const ctx = this.#context()
    if (row.cancel_requested) throw new MessageError(499, 'Cancelled')
    const kind = this.#kinds.find((one) => one.kind === row.kind)
    if (!kind) throw new MessageError(422, `Work of the kind "${row.kind}" is not known to this version`)
    const actsFor = row.user_id === null ? null : await userPrincipal(ctx, row.user_id, 'bearer')
    if (row.user_id !== null && !actsFor) throw new MessageError(403, 'The account that asked for this work is gone')
    const principal: JobPrincipal | null = actsFor && { kind: 'job', actsFor }
    return kind.run(ctx, JSON.parse(row.payload), { id: row.id, principal, signal, progress: this.#progressOf(row) })
  }

  #progressOf(row: JobRow): JobRun['progress'] {
    let lastMs = 0
    return (fraction, message) => {
      if (Date.now() - lastMs < progressMs) return
      lastMs = Date.now()
      void this.#rows.updateOwn(row, { progress: fraction, message })
    }
  }

  async #noteFailure(row: JobRow, error: unknown, signal: AbortSignal): Promise<void> {
    // A process that is told to stop leaves its jobs to the next one.
    if (this.#closing.signal.aborted || signal.reason === othersWait) {
      return this.#rows.updateOwn(row, { state: 'pending', lease_owner: null, lease_until: null, attempts: row.attempts })
    }
    const state = signal.aborted || row.cancel_requested ? 'cancelled' : 'failed'
    if (state === 'failed' && !(error instanceof MessageError || error instanceof AppError))
      logUnexpected(error, `job ${row.kind} ${row.id}`)
    await this.#rows.updateOwn(row, { state, error: state === 'cancelled' ? 'Cancelled' : textOf(error), lease_owner: null })
  }

  async #renewLease(row: JobRow, abort: AbortController): Promise<void> {
    if (!(await this.#rows.renewLease(row))) abort.abort(new Error('Cancelled'))
  }
}
