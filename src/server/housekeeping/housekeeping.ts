import { keepBackups } from '../backup.ts'
import type { Context } from '../context.ts'
import { refreshStatistics } from '../db/open.ts'
import { isPostgresUri } from '../db/place.ts'
import { collectRetired } from '../house/house.ts'
import type { JobKind } from '../jobs/jobs.ts'
import { collectUploads } from '../resources/upload/store.ts'
import { forget } from './forget.ts'
import { daysAgo, purge } from './purge.ts'

const setting = 'housekeeping'

/** Once a day: a backup, then what is past its time goes. */
export const housekeepingJob: JobKind = {
  kind: 'housekeeping',
  run: async (ctx, _payload, { signal, progress }) => {
    progress(null, 'Backing up')
    if (ctx.config.backups > 0 && !isPostgresUri(ctx.config.metadata)) await keepBackups(ctx.config, ctx.config.backups)
    signal.throwIfAborted()
    progress(null, 'Emptying what was deleted')
    const purged = await purge(ctx, signal)
    await forget(ctx)
    await collectRetired(ctx)
    await collectUploads(ctx)
    return purged
  },
}

/** Whether it is this process's turn: of several, one moves the date. The first start has nothing to put away yet. */
const isDue = async (ctx: Context): Promise<boolean> => {
  const now = ctx.now().toISOString()
  const entry = { name: setting, value: now }
  const first = await ctx.db
    .insertInto('settings')
    .values(entry)
    .onConflict((oc) => oc.column('name').doNothing())
    .executeTakeFirst()
  if (first.numInsertedOrUpdatedRows === 1n) return false
  const moved = await ctx.db
    .updateTable('settings')
    .set({ value: now })
    .where('name', '=', setting)
    .where('value', '<', daysAgo(ctx, 1))
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

/** Asked every hour. Returns the job that it began, if it was time for one. */
export const keepHouse = async (ctx: Context): Promise<string | null> => {
  await refreshStatistics(ctx.db)
  return (await isDue(ctx)) ? ctx.jobs.start({ kind: housekeepingJob.kind, payload: null, userId: null }) : null
}
