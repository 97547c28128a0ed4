import { ConfigError, type Config } from '../start/config.ts'
import { resealTotps } from '../access/sign-in/second-factor/totp.ts'
import { lockDataDir } from '../data-directory/data-lock.ts'
import { openDb } from '../db/open.ts'
import { openSecrets, sealSecrets } from '../resources/database/connection/secrets.ts'
import { addSecretKey, saveSecretKey } from './secret-keys.ts'
import { LostKeyError, ringOf } from './secrets.ts'

/**
 * Creates a new secret key while no server runs, and encrypts the secrets of every connection and second factor with it. Older keys are kept for
 * decryption. Bearer tokens become invalid, cookie sessions stay valid.
 * @returns how many connections were encrypted again
 */
export const rotateKey = async (config: Config, environment: NodeJS.ProcessEnv = process.env): Promise<number> => {
  if (environment['CHARTROOM_SECRET_KEY'] !== undefined) {
    throw new ConfigError('CHARTROOM_SECRET_KEY holds the key: set a new one there, and the old one in CHARTROOM_PREVIOUS_SECRET_KEYS')
  }
  const unlock = lockDataDir(config.dataDir)
  const db = await openDb(config)
  try {
    saveSecretKey(config)
    const rotated = { config: { ...config, ...addSecretKey(config.dataDir) } }
    const rows = await db.selectFrom('databases').select(['id', 'uuid', 'secrets']).where('secrets', 'is not', null).execute()
    let sealed = 0
    for (const row of rows) {
      const secrets = readOrNull(() => openSecrets(rotated, row))
      if (!secrets) continue
      await db
        .updateTable('databases')
        .set({ secrets: sealSecrets(rotated, row.uuid, secrets) })
        .where('id', '=', row.id)
        .execute()
      sealed++
    }
    await resealTotps(db, ringOf(rotated.config))
    return sealed
  } finally {
    await db.destroy()
    unlock()
  }
}

/** Null when the key that it was encrypted with is lost. */
const readOrNull = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && error.cause instanceof LostKeyError) return null
    throw error
  }
}
