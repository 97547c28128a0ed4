import type { QueryHost } from '#engines/host/client.ts'
import type { Config } from './start/config.ts'
import type { Db } from './db/open.ts'
import type { Doors } from './doors/doors.ts'
import type { Jobs } from './jobs/job.ts'
import type { Renderer } from './render/render.ts'
import type { SqlParser } from './sql/client.ts'

/** Everything that a handler may reach, made once at the start and passed along. */
export type Context = Doors & {
  config: Config
  db: Db
  jobs: Jobs
  /** Statements at engines and post-processing run there, behind the admission queue. */
  host: QueryHost
  /** Draws charts as SVG without a browser. */
  renderer: Renderer
  /** Reads SQL that people wrote, in a process of its own. */
  sql: SqlParser
  now(): Date
  /** Set when the process is about to stop. */
  closing: AbortSignal
}
