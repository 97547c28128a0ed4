import { keepBackups } from '../data-directory/backup.ts'
import type { Context } from '../context.ts'
import { refreshStatistics } from '../db/open.ts'
import { isPostgresUri } from '../db/place.ts'
import { collectRetired, emptyBin } from '../house/bin.ts'
import type { JobKind } from '../jobs/job.ts'
import { collectUploads } from '../resources/upload/store.ts'
import { forget } from './forget.ts'
import { daysAgo, purge } from './purge.ts'

const setting = 'housekeeping'

const makeBackup = async ({ config }: Context): Promise<void> => {
  if (config.backups > 0 && !isPostgresUri(config.metadata)) await keepBackups(config, config.backups)
}

/** Once a day: a backup, then what is past its time goes. A disk without room for the backup gets some that way; the job fails after it. */
export const housekeepingJob: JobKind = {
  kind: 'housekeeping',
  run: async (ctx, _payload, { signal, progress }) => {
    progress(null, 'Backing up')
    const [backedUp] = await Promise.allSettled([makeBackup(ctx)])
    signal.throwIfAborted()
    progress(null, 'Emptying what was deleted')
    const purged = await purge(ctx, signal)
    await forget(ctx)
    await collectRetired(ctx)
    await emptyBin(ctx)
    await collectUploads(ctx)
    if (backedUp.status === 'rejected') throw backedUp.reason
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
