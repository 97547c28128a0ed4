import type { Config } from './config.ts'
import type { Db } from './db/open.ts'
import type { Events } from './events.ts'

/** Everything that a handler may reach, made once at the start and passed along. */
export type Context = {
  config: Config
  db: Db
  events: Events
  now(): Date
  /** Set when the process is about to stop. */
  closing: AbortSignal
}
