import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

/**
 * Holds the data directory for this process: an exclusive lock that the system itself releases when the process ends, however it ends.
 * @throws ConfigError when another process holds it.
 */
export const lockDataDir = (dataDir: string): (() => void) => {
  const lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new ConfigError(
      `Another start is already running on the data directory ${dataDir}. Stop it, or choose another directory with --data.`,
      { cause },
    )
  }
  return () => lock.close()
}
