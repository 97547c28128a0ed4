import type { Transaction } from 'kysely'
import type { Db } from './open.ts'
import type { Tables } from './tables.ts'

/** Postgres codes: unique violation, deadlock, serialization failure. SQLite has a single writer. */
const collisionCodes = new Set(['23505', '40P01', '40001'])

const isCollision = (error: unknown): boolean => collisionCodes.has(String((error as { code?: unknown } | null)?.code))

/**
 * Runs a transaction, and retries it when it collides with a concurrent one; on the retry its own checks find the other's rows and give
 * their own errors. `work` must do nothing but read and write the store.
 */
export const transact = async <T>(db: Db, work: (trx: Transaction<Tables>) => Promise<T>, attempts = 5): Promise<T> => {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (attempts === 1 || !isCollision(error)) throw error
    return transact(db, work, attempts - 1)
  }
}
