import type { QueryHost } from '#engines/host/client.ts'
import type { Config } from './start/config.ts'
import type { Db } from './db/open.ts'
import type { Doors } from './doors/doors.ts'
import type { Jobs } from './jobs/job.ts'
import type { Renderer } from './render/render.ts'
import type { SqlParser } from './sql/client.ts'

/** What handlers depend on; created once at startup and passed along. */
export type Context = Doors & {
  config: Config
  db: Db
  jobs: Jobs
  /** Runs statements and post-processing in a child process, behind the admission queue. */
  host: QueryHost
  /** Draws charts as SVG without a browser. */
  renderer: Renderer
  /** Parses user SQL in a child process. */
  sql: SqlParser
  now(): Date
  /** Aborted when the process is about to stop. */
  closing: AbortSignal
}
