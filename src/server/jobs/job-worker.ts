import type { JobPrincipal } from '#core/access/principal.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { userPrincipal } from '../access/principals.ts'
import type { Context } from '../context.ts'
import { logUnexpected } from '#engines/host/errors/log-unexpected.ts'
import type { JobRow, JobRows } from './job-rows.ts'
import type { JobKind, JobRun } from './job.ts'

const renewIntervalMs = 4000
const pollIntervalMs = 5000
const progressIntervalMs = 150
const maxRunning = 4
/** A job is not preempted before it has run this long. */
const defaultShortMs = 60_000

const errorText = (error: unknown): string =>
  error instanceof MessageError || error instanceof AppError ? error.message : 'The job failed with an unexpected error; see the server log'

const preempted = new Error('Preempted by a waiting job')
const stopping = new Error('The server is stopping')

type Running = { abort: AbortController; done: Promise<void>; row: JobRow; startedAt: number }

export type JobWorkerOptions = { context: () => Context; rows: JobRows; kinds: readonly JobKind[]; shortMs?: number }

/** Takes jobs and runs a few at a time, until it is closed. */
export class JobWorker {
  readonly #context: () => Context
  readonly #rows: JobRows
  readonly #kinds: readonly JobKind[]
  readonly #running = new Map<string, Running>()
  readonly #shortMs: number
  /** Jobs that were preempted from the slot for short ones; they restart in another slot. */
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
    this.#poll ??= setInterval(() => this.wake(), pollIntervalMs).unref()
    this.wake()
  }

  /** Checks for jobs to take. */
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
    for (const { abort } of this.#running.values()) abort.abort(stopping)
    await this.#taking
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  async #take(): Promise<void> {
    while (!this.#closing.signal.aborted && this.#running.size < maxRunning) {
      const row = await this.#rows.take(this.#runningRows(), this.#long)
      if (!row) return this.#makeRoom()
      const abort = new AbortController()
      // The server may have begun to stop while the job was taken.
      if (this.#closing.signal.aborted) abort.abort(stopping)
      const done = this.#run(row, abort).finally(() => {
        this.#running.delete(row.id)
        if (abort.signal.reason !== preempted) this.#long.delete(row.id)
        this.wake()
      })
      this.#running.set(row.id, { abort, done, row, startedAt: performance.now() })
    }
  }

  #runningRows(): JobRow[] {
    return [...this.#running.values()].map(({ row }) => row)
  }

  /** Preempts a long job in the last slot when a user without a running job is waiting; it restarts later. */
  async #makeRoom(): Promise<void> {
    const row = await this.#rows.blocking(this.#runningRows(), this.#long)
    const running = row && this.#running.get(row.id)
    if (!running || this.#long.has(row.id) || performance.now() - running.startedAt < this.#shortMs) return
    this.#long.add(row.id)
    running.abort.abort(preempted)
  }

  async #run(row: JobRow, abort: AbortController): Promise<void> {
    const renew = setInterval(() => void this.#renewLease(row, abort), renewIntervalMs)
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
    if (!kind) throw new MessageError(422, `This version does not know jobs of kind "${row.kind}"`)
    const actsFor = row.user_id === null ? null : await userPrincipal(ctx, row.user_id, 'bearer')
    if (row.user_id !== null && !actsFor) throw new MessageError(403, 'The account that started this job no longer exists')
    signal.throwIfAborted()
    const principal: JobPrincipal | null = actsFor && { kind: 'job', actsFor }
    return kind.run(ctx, JSON.parse(row.payload), { id: row.id, principal, signal, progress: this.#progressOf(row) })
  }

  #progressOf(row: JobRow): JobRun['progress'] {
    let lastMs = 0
    return (fraction, message) => {
      if (Date.now() - lastMs < progressIntervalMs) return
      lastMs = Date.now()
      void this.#rows.updateOwn(row, { progress: fraction, message })
    }
  }

  async #noteFailure(row: JobRow, error: unknown, signal: AbortSignal): Promise<void> {
    // When the server stops, its jobs become pending for the next process.
    if (this.#closing.signal.aborted || signal.reason === preempted) {
      return this.#rows.updateOwn(row, { state: 'pending', lease_owner: null, lease_until: null, attempts: row.attempts })
    }
    const state = signal.aborted || row.cancel_requested ? 'cancelled' : 'failed'
    if (state === 'failed' && !(error instanceof MessageError || error instanceof AppError))
      logUnexpected(error, `job ${row.kind} ${row.id}`)
    await this.#rows.updateOwn(row, { state, error: state === 'cancelled' ? 'Cancelled' : errorText(error), lease_owner: null })
  }

  async #renewLease(row: JobRow, abort: AbortController): Promise<void> {
    if (!(await this.#rows.renewLease(row))) abort.abort(new Error('Cancelled'))
  }
}
