import { userOf, type Principal } from '#core/access/principal.ts'
import type { Db } from '../db/open.ts'

type Note = { action: string; now: Date; userId?: number | null; by?: Principal; json?: Record<string, unknown> }

/** One line of the action log, by its id, for what does not pass the door of owned objects. Never a secret. */
export const note = async (db: Db, { action, now, userId, by, json }: Note): Promise<number> => {
  const { id } = await db
    .insertInto('action_log')
    .values({
      action,
      user_id: userId ?? (by ? (userOf(by)?.id ?? null) : null),
      dttm: now.toISOString(),
      json: json ? JSON.stringify(json) : null,
      dashboard_id: null,
      slice_id: null,
      duration_ms: null,
      referrer: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
