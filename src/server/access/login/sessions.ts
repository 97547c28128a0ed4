import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SignedInSession } from '#api/me.ts'
import type { Context } from '../../context.ts'
import { isDiskFull, ignoreDiskFull } from '../../db/disk-full.ts'
import type { Db } from '../../db/open.ts'
import { derivedKey, LostKeyError, ringOf } from '../../secrets/secrets.ts'

/** Sessions are cached to save a query per request; another process's revocation takes effect after this time. */
const cacheTtlMs = 5000
const dayMs = 86_400_000

type CachedSession = { userId: number; until: number }
const caches = new WeakMap<Db, Map<string, CachedSession>>()

const cacheOf = (db: Db): Map<string, CachedSession> => {
  const found = caches.get(db) ?? new Map<string, CachedSession>()
  caches.set(db, found)
  return found
}

/** Clears the cached sessions; also called when the store was replaced by a restore. */
export const clearSessionCache = (ctx: Pick<Context, 'db'>): void => {
  caches.delete(ctx.db)
}

/** Sessions that were started while the disk was full; they exist in this process only. */
const unstoredSessions = new WeakMap<Db, Map<string, CachedSession>>()

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export const newToken = (): string => randomBytes(32).toString('base64url')

type Visitor = {
  address: string | null
  agent: string | null
  /** The OpenID provider that vouches for the person, and its token for logging out there. */
  provider?: { name: string; idToken: string | undefined }
}

/** @returns the cookie's value; only its hash is stored. On a full disk the session is kept in memory, so that users can still log in. */
export const startSession = async (ctx: Context, userId: number, visitor: Visitor): Promise<string> => {
  const token = newToken()
  const now = ctx.now()
  const until = now.getTime() + ctx.config.sessionDays * dayMs
  const row = {
    id_hash: hashOf(token),
    user_id: userId,
    created_on: now.toISOString(),
    seen_on: now.toISOString(),
    expires_on: new Date(until).toISOString(),
    address: visitor.address,
    agent: visitor.agent?.slice(0, 300) ?? null,
    provider: visitor.provider?.name ?? null,
    logout_hint: visitor.provider?.idToken === undefined ? null : ringOf(ctx.config).seal(visitor.provider.idToken, hintPlace),
  }
  try {
    await ctx.db.insertInto('sessions').values(row).execute()
  } catch (error) {
    if (!isDiskFull(error)) throw error
    const kept = unstoredSessions.get(ctx.db) ?? new Map<string, CachedSession>()
    unstoredSessions.set(ctx.db, kept.set(row.id_hash, { userId, until }))
  }
  return token
}

/** Sessions last used before this time have ended. */
const idleSince = ({ config, now }: Pick<Context, 'config' | 'now'>): string =>
  new Date(now().getTime() - config.sessionIdleDays * dayMs).toISOString()

export const userOfSession = async (ctx: Context, token: string): Promise<number | null> => {
  const hash = hashOf(token)
  const memory = cacheOf(ctx.db)
  const now = ctx.now()
  const known = memory.get(hash)
  if (known && known.until > now.getTime()) return known.userId
  memory.delete(hash)
  const row = await ctx.db
    .selectFrom('sessions')
    .select(['user_id', 'seen_on', 'expires_on'])
    .where('id_hash', '=', hash)
    .where('expires_on', '>', now.toISOString())
    .where('seen_on', '>', idleSince(ctx))
    .executeTakeFirst()
  if (!row) {
    const kept = unstoredSessions.get(ctx.db)?.get(hash)
    return kept && kept.until > now.getTime() ? kept.userId : null
  }
  if (now.getTime() - Date.parse(row.seen_on) > 60_000) {
    await ignoreDiskFull(() => ctx.db.updateTable('sessions').set({ seen_on: now.toISOString() }).where('id_hash', '=', hash).execute())
  }
  if (memory.size >= 10_000) memory.clear()
  memory.set(hash, { userId: row.user_id, until: Math.min(now.getTime() + cacheTtlMs, Date.parse(row.expires_on)) })
  return row.user_id
}

/** When the person logged in. */
export const startOfSession = async ({ db }: Pick<Context, 'db'>, token: string): Promise<Date | null> => {
  const row = await db.selectFrom('sessions').select('created_on').where('id_hash', '=', hashOf(token)).executeTakeFirst()
  return row ? new Date(row.created_on) : null
}

const hintPlace = 'sessions.logout_hint'

/** The OpenID provider that a session began with, and its token for logging out there. */
export const providerOfSession = async (
  ctx: Pick<Context, 'db' | 'config'>,
  token: string,
): Promise<{ name: string; idToken: string | undefined } | null> => {
  const row = await ctx.db
    .selectFrom('sessions')
    .select(['provider', 'logout_hint'])
    .where('id_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!row?.provider) return null
  return { name: row.provider, idToken: row.logout_hint === null ? undefined : openHint(ctx, row.logout_hint) }
}

const openHint = ({ config }: Pick<Context, 'config'>, sealed: string): string | undefined => {
  try {
    return ringOf(config).open(sealed, hintPlace)
  } catch (error) {
    if (error instanceof LostKeyError) return undefined
    throw error
  }
}

export const endSession = async (ctx: Pick<Context, 'db'>, token: string): Promise<void> => {
  if (unstoredSessions.get(ctx.db)?.delete(hashOf(token))) return
  await ctx.db.deleteFrom('sessions').where('id_hash', '=', hashOf(token)).execute()
  clearSessionCache(ctx)
}

/** Ends all sessions of a user except the given one: after a password change, or when the account is deactivated. */
export const endSessionsOf = async (ctx: Pick<Context, 'db'>, userId: number, except?: string): Promise<void> => {
  const kept = unstoredSessions.get(ctx.db) ?? new Map<string, CachedSession>()
  for (const [hash, known] of kept) if (known.userId === userId && hash !== hashOf(except ?? '')) kept.delete(hash)
  await ctx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id_hash', '!=', except === undefined ? '' : hashOf(except))
    .execute()
  clearSessionCache(ctx)
}

/** Active sessions of a user, most recently used first. The id is the hash, which cannot be used as a cookie. */
export const sessionsOf = async (
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  userId: number,
  current?: string,
): Promise<SignedInSession[]> => {
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id_hash', 'created_on', 'seen_on', 'expires_on', 'address', 'agent'])
    .where('user_id', '=', userId)
    .where('expires_on', '>', ctx.now().toISOString())
    .where('seen_on', '>', idleSince(ctx))
    .orderBy('seen_on', 'desc')
    .execute()
  const own = current === undefined ? null : hashOf(current)
  return rows.map(({ id_hash: id, ...facts }) => ({ id, ...facts, is_current: id === own }))
}

/** Ends a session by its id; false unless it belonged to the user. */
export const endSessionById = async (ctx: Pick<Context, 'db'>, userId: number, id: string): Promise<boolean> => {
  const ended = await ctx.db.deleteFrom('sessions').where('user_id', '=', userId).where('id_hash', '=', id).executeTakeFirst()
  clearSessionCache(ctx)
  return ended.numDeletedRows === 1n
}

export const deleteExpiredSessions = async (ctx: Pick<Context, 'db' | 'now' | 'config'>): Promise<void> => {
  await ctx.db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_on', '<=', ctx.now().toISOString()), eb('seen_on', '<=', idleSince(ctx))]))
    .execute()
}

/** The CSRF token of a session cookie: derived from the cookie, not stored. */
export const csrfToken = (ctx: Pick<Context, 'config'>, session: string): string =>
  createHmac('sha256', derivedKey(ctx.config.secretKey, 'csrf')).update(session).digest('base64url')

export const isCsrfToken = (ctx: Pick<Context, 'config'>, session: string, given: string): boolean => {
  const [expected, found] = [Buffer.from(csrfToken(ctx, session)), Buffer.from(given)]
  return expected.length === found.length && timingSafeEqual(expected, found)
}
