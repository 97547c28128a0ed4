import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { newToken } from './sessions.ts'

const setting = 'login_link'
const lifespan = 30 * 60_000
const loopback = /^(127(\.\d{1,3}){3}|::1|localhost)$/

type Stored = { hash: string; expires_on: string }

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * A path that signs the first admin in, once, within half an hour; only its hash is stored, and a new one ends the one before.
 * Made while no account has a password and only this machine can connect, or when the start asks for it; else null.
 */
export const loginLink = async (ctx: Context): Promise<string | null> => {
  const { config, db } = ctx
  const withPassword = await db.selectFrom('users').select('id').where('password', 'is not', null).limit(1).executeTakeFirst()
  const open = !withPassword && loopback.test(config.host)
  if (!open && !config.loginLinks) {
    await db.deleteFrom('settings').where('name', '=', setting).execute()
    return null
  }
  const token = newToken()
  const stored: Stored = { hash: hashOf(token), expires_on: new Date(ctx.now().getTime() + lifespan).toISOString() }
  const value = JSON.stringify(stored)
  await db
    .insertInto('settings')
    .values({ name: setting, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute()
  return `${config.basePath}/login/?token=${token}`
}

/** The account that the link signs in, or null; the link is spent either way once it was right. */
export const spendLoginLink = async (ctx: Context, token: string): Promise<number | null> => {
  const row = await ctx.db.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
  if (!row) return null
  const stored = JSON.parse(row.value) as Stored
  if (!timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hashOf(token)))) return null
  const spent = await ctx.db.deleteFrom('settings').where('name', '=', setting).where('value', '=', row.value).executeTakeFirst()
  if (spent.numDeletedRows !== 1n || stored.expires_on <= ctx.now().toISOString()) return null
  const admin = await ctx.db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select('users.id')
    .where('roles.name', '=', 'Admin')
    .where('users.active', '=', 1)
    .orderBy('users.id')
    .executeTakeFirst()
  return admin?.id ?? null
}
