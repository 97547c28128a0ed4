import { rotateBackups } from '../data-directory/backup.ts'
import type { Context } from '../context.ts'
import { refreshStatistics } from '../db/open.ts'
import { isPostgresUri } from '../db/place.ts'
import { discardRetired, emptyBin } from '../house/clean-table-files.ts'
import type { JobKind } from '../jobs/job.ts'
import { deleteOldUploads } from '../resources/upload/store.ts'
import { deleteExpired } from './delete-expired.ts'
import { daysAgo, purge } from './purge.ts'

const settingName = 'housekeeping'

const makeBackup = async ({ config }: Context): Promise<void> => {
  if (config.backups > 0 && !isPostgresUri(config.metadata)) await rotateBackups(config, config.backups)
}

/** Daily: a backup, then cleanup. If the backup fails, the cleanup still runs, since it may free the disk space; then the job fails. */
export const housekeepingJob: JobKind = {
  kind: 'housekeeping',
  run: async (ctx, _payload, { signal, progress }) => {
    progress(null, 'Backing up')
    const [backedUp] = await Promise.allSettled([makeBackup(ctx)])
    signal.throwIfAborted()
    progress(null, 'Purging deleted objects')
    const purged = await purge(ctx, signal)
    await deleteExpired(ctx)
    await discardRetired(ctx)
    await emptyBin(ctx)
    await deleteOldUploads(ctx)
    if (backedUp.status === 'rejected') throw backedUp.reason
    return purged
  },
}

/** Whether housekeeping is due. Of several processes only one succeeds in moving the date. At the first start it is not due. */
const isDue = async (ctx: Context): Promise<boolean> => {
  const now = ctx.now().toISOString()
  const entry = { name: settingName, value: now }
  const first = await ctx.db
    .insertInto('settings')
    .values(entry)
    .onConflict((oc) => oc.column('name').doNothing())
    .executeTakeFirst()
  if (first.numInsertedOrUpdatedRows === 1n) return false
  const moved = await ctx.db
    .updateTable('settings')
    .set({ value: now })
    .where('name', '=', settingName)
    .where('value', '<', daysAgo(ctx, 1))
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

/** Runs every hour; returns the id of the housekeeping job if one was due. */
export const startIfDue = async (ctx: Context): Promise<string | null> => {
  await refreshStatistics(ctx.db)
  return (await isDue(ctx)) ? ctx.jobs.start({ kind: housekeepingJob.kind, payload: null, userId: null }) : null
}
