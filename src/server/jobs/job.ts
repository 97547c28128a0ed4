import type { JobPrincipal } from '#core/access/principal.ts'
import type { Context } from '../context.ts'

export type JobState = 'pending' | 'running' | 'done' | 'failed' | 'cancelled'

/** The execution context of a job. */
export type JobRun = {
  id: string
  principal: JobPrincipal | null
  signal: AbortSignal
  /** `fraction`: 0 to 1, or null if unknown. Stored at most a few times a second. */
  progress(fraction: number | null, message: string): void
}

/** One kind of job. `run` must be safe to restart, since a process may end at any moment. */
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
  /** Cancels at once in this process, and in another one at the next lease renewal. */
  cancel(id: string): Promise<void>
  /** Resolves when the job has ended, in any process. */
  waitFor(id: string, signal?: AbortSignal): Promise<JobView>
  startWorking(): void
  close(): Promise<void>
}
