import { LRUCache } from 'lru-cache'
import { AppError } from '#core/errors.ts'
import { findEngine } from '#engines/index.ts'
import type { Context } from '../../context.ts'
import { runCatalogJob, type CatalogAccess } from './catalog.ts'
import { connectionOf } from './connection/connection.ts'

/** Whether a database answers; asked again after this. */
const checkedMs = 30_000

type Check = { isReachable: boolean; checkedAt: string }
type LastError = { message: string; at: string }

type Access = CatalogAccess & { ctx: Pick<Context, 'now'> }

const checks = new LRUCache<string, { check: Promise<Check> }>({ max: 1_000, ttl: checkedMs })
const lastErrors = new LRUCache<number, LastError>({ max: 1_000 })

const ask = async (access: Access): Promise<Check> => {
  const now = () => new Date(access.ctx.now()).toISOString()
  try {
    await runCatalogJob<'ping'>(access, { kind: 'ping' })
    return { isReachable: true, checkedAt: now() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    lastErrors.set(access.database.id, { message: error.message, at: now() })
    return { isReachable: false, checkedAt: now() }
  }
}

/** Whether a database answers, why it last did not, how many statements run and wait on it, and its connections. */
export const databaseHealth = async (access: Access) => {
  const { ctx, database, principal } = access
  const { key, engine } = await connectionOf(ctx, database, principal)
  const known = checks.get(key)
  // One check serves everybody who looks, also when the first of them leaves.
  const check = known?.check ?? ask({ ...access, signal: new AbortController().signal })
  if (!known) checks.set(key, { check })
  check.catch(() => checks.delete(key))
  const { isReachable, checkedAt } = await check
  const isEmbedded = findEngine(engine)?.embedded === true
  const { slots, open, idle } = await ctx.host.pool(key, isEmbedded ? 'embedded' : 'server')
  const queue = ctx.host.stats().queues[isEmbedded ? 'embedded' : key]
  return {
    is_reachable: isReachable,
    checked_at: checkedAt,
    last_error: lastErrors.get(database.id) ?? null,
    pool: { running: queue?.running ?? 0, waiting: queue?.waiting ?? 0, slots, open, idle },
  }
}
