import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { ConfigError } from '../start/config.ts'

/**
 * Locks the data directory for this process. The operating system releases the lock however the process ends.
 * @throws ConfigError when another process holds it, or the directory cannot be used
 */
export const lockDataDir = (dataDir: string): (() => void) => {
  const lock = openLock(dataDir)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    lock.close()
    if ((cause as { errcode?: number }).errcode !== busyCode) throw unusableError(dataDir, cause)
    throw new ConfigError(
      `Another process is already running on the data directory ${dataDir}. Stop it, or choose another directory with --data.`,
      { cause },
    )
  }
  return () => lock.close()
}

/** SQLite's code for a lock that another process holds. */
const busyCode = 5

const openLock = (dataDir: string): DatabaseSync => {
  try {
    return new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  } catch (cause) {
    throw unusableError(dataDir, cause)
  }
}

const unusableError = (dataDir: string, cause: unknown) =>
  new ConfigError(`--data: ${dataDir} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
