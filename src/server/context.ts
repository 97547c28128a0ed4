import type { QueryHost } from '#engines/host/client.ts'
import type { Config } from './config.ts'
import type { Db } from './db/open.ts'
import type { Events } from './events.ts'
import type { Jobs } from './jobs/jobs.ts'

/** Everything that a handler may reach, made once at the start and passed along. */
export type Context = {
  config: Config
  db: Db
  events: Events
  jobs: Jobs
  /** Statements at engines and post-processing run there, behind the admission queue. */
  host: QueryHost
  now(): Date
  /** Set when the process is about to stop. */
  closing: AbortSignal
}
