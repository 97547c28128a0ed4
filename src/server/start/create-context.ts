import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createQueryHost } from '#engines/host/client.ts'
import { seedAccess } from '../access/seed.ts'
import { deleteExpiredSessions } from '../access/login/sessions.ts'
import { ConfigError, type Config } from './config.ts'
import type { Context } from '../context.ts'
import { lockDataDir } from '../data-directory/data-lock.ts'
import { openDb, type Db } from '../db/open.ts'
import { createLocalDoors } from '../doors/doors.ts'
import { collectTableFiles } from '../house/bin.ts'
import { ensureHouse } from '../house/house.ts'
import { createJobs } from '../jobs/jobs.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { createRenderer } from '../render/render.ts'
import { collectUploads } from '../resources/upload/store.ts'
import { keepSecretKey, keyFile } from '../secrets/secret-keys.ts'
import { createSqlParser } from '../sql/client.ts'

/**
 * The metadata, with the secret key that belongs to it.
 * @throws ConfigError when the key is gone that sealed what the metadata holds
 */
const openStore = async (config: Config): Promise<Db> => {
  const db = await openDb(config)
  const sealed =
    config.secretKeyIsNew && (await db.selectFrom('databases').select('id').where('secrets', 'is not', null).executeTakeFirst())
  if (sealed) {
    await db.destroy()
    throw new ConfigError(
      `The secret key ${keyFile(config.dataDir)} is missing, with which the passwords of connections were sealed. Put it back: each backup ` +
        'has a copy, and CHARTROOM_SECRET_KEY can hold it. A new key in CHARTROOM_SECRET_KEY starts without it; then those passwords are entered again.',
    )
  }
  keepSecretKey(config)
  return db
}

export type Opened = {
  ctx: Context
  /** Ends what would wait for ever: streams of events. */
  beginClosing(): void
  close(): Promise<void>
}

/** What stands behind the application: store, jobs, query host; with first accounts and the house database in place. */
export const createContext = async (config: Config): Promise<Opened> => {
  const unlock = lockDataDir(config.dataDir)
  const closing = new AbortController()
  const db = await openStore(config).catch((error: unknown) => {
    unlock()
    throw error
  })
  const jobs = createJobs(() => ctx, jobKinds)
  const tempDirectory = join(config.dataDir, 'spill')
  // Left by one that was killed.
  rmSync(tempDirectory, { recursive: true, force: true })
  const host = createQueryHost({
    tempDirectory,
    memoryMb: config.queryMemory,
    running: config.runningQueries,
  })
  const sql = createSqlParser()
  const renderer = createRenderer()
  const doors = createLocalDoors(config, () => ctx.now())
  const ctx: Context = { ...doors, config, db, jobs, host, sql, renderer, now: () => new Date(), closing: closing.signal }
  await seedAccess(ctx)
  await deleteExpiredSessions(ctx)
  await ensureHouse(ctx)
  await collectTableFiles(ctx)
  await collectUploads(ctx)
  return {
    ctx,
    beginClosing: () => closing.abort(),
    close: async () => {
      closing.abort()
      await jobs.close()
      await host.close()
      sql.close()
      renderer.close()
      await db.destroy()
      unlock()
    },
  }
}
