import { ConfigError, type Config } from '../start/config.ts'
import { lockDataDir } from '../data-directory/data-lock.ts'
import { openDb } from '../db/open.ts'
import { openSecrets, sealSecrets } from '../resources/database/connection/connection.ts'
import { addSecretKey, keepSecretKey } from './secret-keys.ts'
import { LostKeyError } from './secrets.ts'

/**
 * Puts a new secret key in place, with nothing running, and seals every connection with it; older keys stay and open what was missed.
 * Bearer tokens end, cookie sessions stay.
 * @returns how many connections were sealed again
 */
export const rotateKey = async (config: Config, environment: NodeJS.ProcessEnv = process.env): Promise<number> => {
  if (environment['CHARTROOM_SECRET_KEY'] !== undefined) {
    throw new ConfigError('CHARTROOM_SECRET_KEY holds the key: set a new one there, and the old one in CHARTROOM_PREVIOUS_SECRET_KEYS')
  }
  const unlock = lockDataDir(config.dataDir)
  const db = await openDb(config)
  try {
    keepSecretKey(config)
    const rotated = { config: { ...config, ...addSecretKey(config.dataDir) } }
    const rows = await db.selectFrom('databases').select(['id', 'uuid', 'secrets']).where('secrets', 'is not', null).execute()
    let sealed = 0
    for (const row of rows) {
      const secrets = readable(() => openSecrets(rotated, row))
      if (!secrets) continue
      await db
        .updateTable('databases')
        .set({ secrets: sealSecrets(rotated, row.uuid, secrets) })
        .where('id', '=', row.id)
        .execute()
      sealed++
    }
    return sealed
  } finally {
    await db.destroy()
    unlock()
  }
}

/** Null for what was sealed with a key that is gone: there is nothing to seal again. */
const readable = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && error.cause instanceof LostKeyError) return null
    throw error
  }
}
