import { userOf, type Principal } from '#core/access/principal.ts'
import type { Db } from '../db/open.ts'

type LoggedAction = { action: string; now: Date; userId?: number | null; by?: Principal; json?: Record<string, unknown> }

/** Adds a line to the action log and returns its id; for actions that do not go through `change`. Must not contain secrets. */
export const logAction = async (db: Db, { action, now, userId, by, json }: LoggedAction): Promise<number> => {
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
