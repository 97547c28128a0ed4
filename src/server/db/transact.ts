import type { Transaction } from 'kysely'
import type { Db } from './open.ts'
import type { Tables } from './tables.ts'

/** Postgres: a key that somebody else just took, a deadlock, an order that cannot be kept. SQLite lets one writer in at a time. */
const collisions = new Set(['23505', '40P01', '40001'])

const isCollision = (error: unknown): boolean => collisions.has(String((error as { code?: unknown } | null)?.code))

/**
 * One transaction, done again when another came in between: what it looked for before it wrote is there by then, and is told in its own
 * words. `work` does nothing but read and write the store.
 */
export const transact = async <T>(db: Db, work: (trx: Transaction<Tables>) => Promise<T>, attempts = 5): Promise<T> => {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (attempts === 1 || !isCollision(error)) throw error
    return transact(db, work, attempts - 1)
  }
}
