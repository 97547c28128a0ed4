import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { binFolder, tablesFolder } from './folders.ts'

type Reader = Pick<Context, 'db' | 'config' | 'now'>
type Place = Pick<Context, 'config' | 'now'>

/** How long a retired generation stays for queries that still run on it. */
const graceMs = 10 * 60_000
const dayMs = 86_400_000

/** A table file leaves its folder for the bin; its time there begins now. */
const moveToBin = async ({ config, now }: Place, file: string): Promise<void> => {
  const from = join(tablesFolder(config.dataDir), file)
  if (!existsSync(from)) return
  const folder = binFolder(config.dataDir)
  await mkdir(folder, { recursive: true })
  const to = join(folder, existsSync(join(folder, file)) ? `${now().getTime()}-${file}` : file)
  await utimes(from, now(), now())
  await rename(from, to)
}

/** Moves generations that were retired before a grace to the bin. */
export const collectRetired = async (ctx: Reader): Promise<void> => {
  const before = new Date(ctx.now().getTime() - graceMs).toISOString()
  const retired = await ctx.db.selectFrom('table_files').select(['id', 'path']).where('retired_on', '<', before).execute()
  for (const { id, path } of retired) {
    await moveToBin(ctx, path)
    await ctx.db.deleteFrom('table_files').where('id', '=', id).execute()
  }
}

/**
 * At the start, before anything is made: retired generations and tables that no generation names go to the bin; what a killed process
 * left half-made goes at once.
 */
export const collectTableFiles = async (ctx: Reader): Promise<void> => {
  await collectRetired(ctx)
  const folder = tablesFolder(ctx.config.dataDir)
  const known = new Set((await ctx.db.selectFrom('table_files').select('path').execute()).map(({ path }) => path))
  const unknown = (await readdir(folder).catch(() => [])).filter((file) => !known.has(file))
  for (const file of unknown) {
    if (isHalfMade(file)) await rm(join(folder, file), { recursive: true, force: true })
    else await moveToBin(ctx, file)
  }
}

/** Names that only the ingest process and the restoring of a backup write under until they are done. */
const isHalfMade = (file: string) => /^\.ingest-|\.part(\.wal)?$|\.rejects$|^\.spill$/.test(file)

/** Removes what has been in the bin for the purge days. */
export const emptyBin = async ({ config, now }: Place): Promise<void> => {
  const folder = binFolder(config.dataDir)
  for (const file of await readdir(folder).catch(() => [])) {
    const path = join(folder, file)
    const { mtimeMs } = await stat(path)
    if (now().getTime() - mtimeMs > config.purgeDays * dayMs) await rm(path, { recursive: true, force: true })
  }
}
