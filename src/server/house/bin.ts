import type { Context } from '../context.ts'

type Reader = Pick<Context, 'db' | 'tableFiles' | 'now'>

/** How long a retired generation stays for queries that still run on it. */
const graceMs = 10 * 60_000
const dayMs = 86_400_000

/** Discards generations that were retired before a grace. */
export const collectRetired = async ({ db, tableFiles, now }: Reader): Promise<void> => {
  const before = new Date(now().getTime() - graceMs).toISOString()
  const retired = await db.selectFrom('table_files').select(['id', 'path']).where('retired_on', '<', before).execute()
  for (const { id, path } of retired) {
    await tableFiles.discard(path, now())
    await db.deleteFrom('table_files').where('id', '=', id).execute()
  }
}

/**
 * At the start, before anything is made: retired generations and tables that no generation names are discarded; what a killed process
 * left half-made is removed at once.
 */
export const collectTableFiles = async (ctx: Reader): Promise<void> => {
  await collectRetired(ctx)
  const { db, tableFiles, now } = ctx
  const known = new Set((await db.selectFrom('table_files').select('path').execute()).map(({ path }) => path))
  for (const file of await tableFiles.list()) {
    if (known.has(file)) continue
    if (isHalfMade(file)) await tableFiles.remove(file)
    else await tableFiles.discard(file, now())
  }
}

/** Names that only the ingest process and the restoring of a backup write under until they are done. */
const isHalfMade = (file: string) => /^\.ingest-|\.part(\.wal)?$|\.rejects$|^\.spill$/.test(file)

/** Removes what was discarded before the purge days. */
export const emptyBin = ({ tableFiles, config, now }: Pick<Context, 'tableFiles' | 'config' | 'now'>): Promise<void> =>
  tableFiles.emptyBin(new Date(now().getTime() - config.purgeDays * dayMs))
