import { deleteExpiredSessions } from '../access/login/sessions.ts'
import type { Context } from '../context.ts'
import { daysAgo } from './purge.ts'

/** Days that the results of jobs are kept. */
const keptJobDays = 7

/**
 * Deletes what has expired: versions (except an object's newest) and the action log after `historyDays`; values of links; sessions;
 * finished jobs.
 */
export const deleteExpired = async (ctx: Pick<Context, 'db' | 'now' | 'config'>): Promise<void> => {
  const { db } = ctx
  const historyStart = daysAgo(ctx, ctx.config.historyDays)
  await db
    .deleteFrom('versions')
    .where('created_on', '<', historyStart)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('versions as newer')
          .select('newer.id')
          .whereRef('newer.kind', '=', 'versions.kind')
          .whereRef('newer.object_id', '=', 'versions.object_id')
          .whereRef('newer.version', '>', 'versions.version'),
      ),
    )
    .execute()
  await db.deleteFrom('action_log').where('dttm', '<', historyStart).execute()
  await db.deleteFrom('key_values').where('expires_on', '<', ctx.now().toISOString()).execute()
  await db.deleteFrom('jobs').where('state', 'not in', ['pending', 'running']).where('changed_on', '<', daysAgo(ctx, keptJobDays)).execute()
  await deleteExpiredSessions(ctx)
}
