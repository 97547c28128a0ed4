import { databaseReach } from '../resources/database/connection/reach.ts'
import { driversFolder } from '../resources/database/driver/folder.ts'
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
import { cleanTableFiles } from '../house/clean-table-files.ts'
import { ensureHouse } from '../house/house.ts'
import { createJobs } from '../jobs/jobs.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { createRenderer } from '../render/render.ts'
import { deleteOldUploads } from '../resources/upload/store.ts'
import { saveSecretKey, keyFile } from '../secrets/secret-keys.ts'
import { createSqlParser } from '../sql/client.ts'

/**
 * Opens the metadata store and saves a new secret key.
 * @throws ConfigError when the store has encrypted secrets but the key is missing
 */
const openStore = async (config: Config): Promise<Db> => {
  const db = await openDb(config)
  const hasEncrypted =
    config.secretKeyIsNew && (await db.selectFrom('databases').select('id').where('secrets', 'is not', null).executeTakeFirst())
  if (hasEncrypted) {
    await db.destroy()
    throw new ConfigError(
      `The secret key ${keyFile(config.dataDir)} is missing, but the passwords of connections are encrypted with it. Put it back: each backup ` +
        'has a copy, or set it in CHARTROOM_SECRET_KEY. With a new key in CHARTROOM_SECRET_KEY the server starts, but those passwords must be entered again.',
    )
  }
  saveSecretKey(config)
  return db
}

export type OpenedContext = {
  ctx: Context
  /** Ends event streams, which would otherwise never end. */
  beginClosing(): void
  close(): Promise<void>
}

/** Opens everything behind the application and prepares the data: first accounts, the house database. */
export const createContext = async (config: Config): Promise<OpenedContext> => {
  const unlock = lockDataDir(config.dataDir)
  const closing = new AbortController()
  const db = await openStore(config).catch((error: unknown) => {
    unlock()
    throw error
  })
  const jobs = createJobs(() => ctx, jobKinds)
  const tempDirectory = join(config.dataDir, 'spill')
  // Left by a killed query host.
  rmSync(tempDirectory, { recursive: true, force: true })
  const host = createQueryHost({
    tempDirectory,
    drivers: driversFolder(config),
    reach: databaseReach(config),
    memoryMb: config.queryMemory,
    running: config.runningQueries,
    formulasAsText: config.formulasAsText,
  })
  const sql = createSqlParser()
  const renderer = createRenderer()
  const doors = createLocalDoors(config, () => ctx.now())
  const ctx: Context = { ...doors, config, db, jobs, host, sql, renderer, now: () => new Date(), closing: closing.signal }
  await seedAccess(ctx)
  await deleteExpiredSessions(ctx)
  await ensureHouse(ctx)
  await cleanTableFiles(ctx)
  await deleteOldUploads(ctx)
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
