import { deleteExpiredSessions } from '../access/login/sessions.ts'
import type { Context } from '../context.ts'
import { daysAgo } from './purge.ts'

/** Days that the outcome of a job is kept. */
const jobDays = 7

/**
 * Drops what is past its time: versions and the action log after `historyDays`, though the newest version of an object stays as long as
 * the object; values that links carried; sessions; the outcome of jobs.
 */
export const forget = async (ctx: Pick<Context, 'db' | 'now' | 'config'>): Promise<void> => {
  const { db } = ctx
  const history = daysAgo(ctx, ctx.config.historyDays)
  await db
    .deleteFrom('versions')
    .where('created_on', '<', history)
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
  await db.deleteFrom('action_log').where('dttm', '<', history).execute()
  await db.deleteFrom('key_values').where('expires_on', '<', ctx.now().toISOString()).execute()
  await db.deleteFrom('jobs').where('state', 'not in', ['pending', 'running']).where('changed_on', '<', daysAgo(ctx, jobDays)).execute()
  await deleteExpiredSessions(ctx)
}
