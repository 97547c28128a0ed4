import type { JobPrincipal } from '#core/access/principal.ts'
import type { Context } from '../context.ts'

export type JobState = 'pending' | 'running' | 'done' | 'failed' | 'cancelled'

/** What a running job may use: rights of the person it acts for, its abort signal, its progress. */
export type JobRun = {
  id: string
  principal: JobPrincipal | null
  signal: AbortSignal
  /** 0 to 1, or null when it is not known; written at most a few times a second. */
  progress(fraction: number | null, message: string): void
}

/** One kind of long work. `run` must be safe to begin again: a process may end at any moment. */
export type JobKind = {
  kind: string
  run(ctx: Context, payload: unknown, run: JobRun): Promise<unknown>
}

export type JobView = {
  id: string
  kind: string
  user_id: number | null
  state: JobState
  progress: number | null
  message: string | null
  result: unknown
  error: string | null
}

export type Jobs = {
  start(job: { kind: string; payload: unknown; userId: number | null }): Promise<string>
  get(id: string): Promise<JobView | null>
  /** Stops it here at once, and in another process within its lease. */
  cancel(id: string): Promise<void>
  /** Resolves when the job has ended, whoever runs it. */
  finished(id: string, signal?: AbortSignal): Promise<JobView>
  /** Begins to take jobs. */
  work(): void
  close(): Promise<void>
}
