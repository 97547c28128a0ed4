import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SignedInSession } from '#api/me.ts'
import type { Context } from '../../context.ts'
import { isDiskFull, unlessDiskFull } from '../../db/disk-full.ts'
import type { Db } from '../../db/open.ts'
import { derivedKey } from '../../secrets/secrets.ts'

/** Sessions known to this process, so that a request costs no query; another process's revocation counts after this time. */
const memorySpan = 5000
const day = 86_400_000

type Known = { userId: number; until: number }
const memories = new WeakMap<Db, Map<string, Known>>()

const memoryOf = (db: Db): Map<string, Known> => {
  const found = memories.get(db) ?? new Map<string, Known>()
  memories.set(db, found)
  return found
}

/** What this process remembers of sessions, when the store was changed behind it. */
export const forgetSessions = (ctx: Pick<Context, 'db'>): void => {
  memories.delete(ctx.db)
}

/** Sessions that began while the disk was full: this process alone knows them, until it ends. */
const unstored = new WeakMap<Db, Map<string, Known>>()

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export const newToken = (): string => randomBytes(32).toString('base64url')

type Visitor = { address: string | null; agent: string | null }

/** @returns the cookie's value; only its hash is stored. On a full disk it is kept in memory, so that people can still sign in. */
export const startSession = async (ctx: Context, userId: number, visitor: Visitor): Promise<string> => {
  const token = newToken()
  const now = ctx.now()
  const until = now.getTime() + ctx.config.sessionDays * day
  const row = {
    id_hash: hashOf(token),
    user_id: userId,
    created_on: now.toISOString(),
    seen_on: now.toISOString(),
    expires_on: new Date(until).toISOString(),
    address: visitor.address,
    agent: visitor.agent?.slice(0, 300) ?? null,
  }
  try {
    await ctx.db.insertInto('sessions').values(row).execute()
  } catch (error) {
    if (!isDiskFull(error)) throw error
    const kept = unstored.get(ctx.db) ?? new Map<string, Known>()
    unstored.set(ctx.db, kept.set(row.id_hash, { userId, until }))
  }
  return token
}

/** Sessions that were seen last before this time have ended. */
const idleSince = ({ config, now }: Pick<Context, 'config' | 'now'>): string =>
  new Date(now().getTime() - config.sessionIdleDays * day).toISOString()

export const sessionUser = async (ctx: Context, token: string): Promise<number | null> => {
  const hash = hashOf(token)
  const memory = memoryOf(ctx.db)
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
    const kept = unstored.get(ctx.db)?.get(hash)
    return kept && kept.until > now.getTime() ? kept.userId : null
  }
  if (now.getTime() - Date.parse(row.seen_on) > 60_000) {
    await unlessDiskFull(() => ctx.db.updateTable('sessions').set({ seen_on: now.toISOString() }).where('id_hash', '=', hash).execute())
  }
  if (memory.size >= 10_000) memory.clear()
  memory.set(hash, { userId: row.user_id, until: Math.min(now.getTime() + memorySpan, Date.parse(row.expires_on)) })
  return row.user_id
}

export const endSession = async (ctx: Pick<Context, 'db'>, token: string): Promise<void> => {
  if (unstored.get(ctx.db)?.delete(hashOf(token))) return
  await ctx.db.deleteFrom('sessions').where('id_hash', '=', hashOf(token)).execute()
  forgetSessions(ctx)
}

/** All sessions of one person, but for the one that asks; after a change of password, or when the account is closed. */
export const endSessionsOf = async (ctx: Pick<Context, 'db'>, userId: number, except?: string): Promise<void> => {
  const kept = unstored.get(ctx.db) ?? new Map<string, Known>()
  for (const [hash, known] of kept) if (known.userId === userId && hash !== hashOf(except ?? '')) kept.delete(hash)
  await ctx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id_hash', '!=', except === undefined ? '' : hashOf(except))
    .execute()
  forgetSessions(ctx)
}

/** Sessions of one person that have not ended, the one seen last first; the id is the hash, which opens nothing. */
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

/** Whether that session was one of this person's. */
export const endSessionById = async (ctx: Pick<Context, 'db'>, userId: number, id: string): Promise<boolean> => {
  const ended = await ctx.db.deleteFrom('sessions').where('user_id', '=', userId).where('id_hash', '=', id).executeTakeFirst()
  forgetSessions(ctx)
  return ended.numDeletedRows === 1n
}

export const dropExpiredSessions = async (ctx: Pick<Context, 'db' | 'now' | 'config'>): Promise<void> => {
  await ctx.db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_on', '<=', ctx.now().toISOString()), eb('seen_on', '<=', idleSince(ctx))]))
    .execute()
}

/** The token that a write with this cookie must carry; it follows from the cookie and is stored nowhere. */
export const csrfToken = (ctx: Pick<Context, 'config'>, session: string): string =>
  createHmac('sha256', derivedKey(ctx.config.secretKey, 'csrf')).update(session).digest('base64url')

export const csrfMatches = (ctx: Pick<Context, 'config'>, session: string, given: string): boolean => {
  const [expected, found] = [Buffer.from(csrfToken(ctx, session)), Buffer.from(given)]
  return expected.length === found.length && timingSafeEqual(expected, found)
}
