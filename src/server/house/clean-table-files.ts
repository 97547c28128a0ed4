import type { Context } from '../context.ts'

type Reader = Pick<Context, 'db' | 'tableFiles' | 'now'>

/** How long a retired generation is kept for queries that still read it. */
const graceMs = 10 * 60_000
const dayMs = 86_400_000

/** Retired generations that the schedules of their tables keep. */
const keptGenerations = async ({ db }: Pick<Context, 'db'>): Promise<Set<number>> => {
  const kept = new Set<number>()
  for (const { table_name, kept: count } of await db.selectFrom('dataset_materializations').select(['table_name', 'kept']).execute()) {
    const newest = await db
      .selectFrom('table_files')
      .select('id')
      .where('table_name', '=', table_name)
      .orderBy('id', 'desc')
      .limit(count)
      .execute()
    for (const { id } of newest) kept.add(id)
  }
  return kept
}

/** Discards generations after the grace period, unless they are kept. */
export const discardRetired = async ({ db, tableFiles, now }: Reader): Promise<void> => {
  const before = new Date(now().getTime() - graceMs).toISOString()
  const retired = await db.selectFrom('table_files').select(['id', 'path']).where('retired_on', '<', before).execute()
  const kept = await keptGenerations({ db })
  for (const { id, path } of retired) {
    if (kept.has(id)) continue
    await tableFiles.discard(path, now())
    await db.deleteFrom('table_files').where('id', '=', id).execute()
  }
}

/**
 * Runs at startup, before any file is created: discards retired generations and files that no generation refers to, and deletes
 * unfinished files of killed processes.
 */
export const cleanTableFiles = async (ctx: Reader): Promise<void> => {
  await discardRetired(ctx)
  const { db, tableFiles, now } = ctx
  const known = new Set((await db.selectFrom('table_files').select('path').execute()).map(({ path }) => path))
  for (const file of await tableFiles.list()) {
    if (known.has(file)) continue
    if (isUnfinished(file)) await tableFiles.remove(file)
    else await tableFiles.discard(file, now())
  }
}

/** Temporary names that the ingest process and restores write under until they are done. */
const isUnfinished = (file: string) => /^\.ingest-|\.part(\.wal)?$|\.rejects$|^\.spill$/.test(file)

/** Deletes files that were discarded longer than `purgeDays` ago. */
export const emptyBin = ({ tableFiles, config, now }: Pick<Context, 'tableFiles' | 'config' | 'now'>): Promise<void> =>
  tableFiles.emptyBin(new Date(now().getTime() - config.purgeDays * dayMs))
