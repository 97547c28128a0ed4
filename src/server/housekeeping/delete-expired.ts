import { deleteExpiredSessions } from '../access/login/sessions.ts'
import type { Context } from '../context.ts'
import { deleteOldResults } from '../resources/sqllab/results/store.ts'
import { deleteExpiredRegistrations } from '../resources/user_registrations/store.ts'
import { daysAgo } from './purge.ts'

/** Days that the results of jobs are kept. */
const keptJobDays = 7

/**
 * Deletes what has expired: versions (except an object's newest), the action log and the usage of datasets after `historyDays`; values
 * of links; sessions; requests for accounts; finished jobs; and what SQL Lab keeps.
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
  await db.deleteFrom('dataset_usage').where('day', '<', historyStart.slice(0, 10)).execute()
  await db.deleteFrom('key_values').where('expires_on', '<', ctx.now().toISOString()).execute()
  await db.deleteFrom('jobs').where('state', 'not in', ['pending', 'running']).where('changed_on', '<', daysAgo(ctx, keptJobDays)).execute()
  await deleteExpiredSessions(ctx)
  await deleteExpiredRegistrations(ctx)
  await deleteExpiredSqlLab(ctx)
}

/** Queries after `historyDays`, closed tabs after `purgeDays`, and results. */
const deleteExpiredSqlLab = async (ctx: Pick<Context, 'db' | 'now' | 'config'>): Promise<void> => {
  const { db, config } = ctx
  await db.deleteFrom('queries').where('changed_on', '<', daysAgo(ctx, config.historyDays)).execute()
  await db.deleteFrom('tab_states').where('closed_on', '<', daysAgo(ctx, config.purgeDays)).execute()
  await db
    .deleteFrom('table_schemas')
    .where('tab_state_id', 'not in', (eb) => eb.selectFrom('tab_states').select('id'))
    .execute()
  await deleteOldResults(ctx)
}
