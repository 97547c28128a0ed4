import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { newToken } from './sessions.ts'

const settingName = 'login_link'
const lifetimeMs = 30 * 60_000
const loopback = /^(127(\.\d{1,3}){3}|::1|localhost)$/

type Stored = { hash: string; expires_on: string }

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Creates a path that logs the first admin in once, within half an hour. Only its hash is stored; a new link invalidates the previous
 * one. Null unless no account has a password and only this machine can connect, or the configuration asks for links.
 */
export const createLoginLink = async (ctx: Context): Promise<string | null> => {
  const { config, db } = ctx
  const withPassword = await db.selectFrom('users').select('id').where('password', 'is not', null).limit(1).executeTakeFirst()
  const isOpen = !withPassword && loopback.test(config.host)
  if (!isOpen && !config.loginLinks) {
    await db.deleteFrom('settings').where('name', '=', settingName).execute()
    return null
  }
  const token = newToken()
  const stored: Stored = { hash: hashOf(token), expires_on: new Date(ctx.now().getTime() + lifetimeMs).toISOString() }
  const value = JSON.stringify(stored)
  await db
    .insertInto('settings')
    .values({ name: settingName, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute()
  return `${config.basePath}/login/?token=${token}`
}

/** The account that a login link logs in, or null. A matching link is used up even when it has expired. */
export const spendLoginLink = async (ctx: Context, token: string): Promise<number | null> => {
  const row = await ctx.db.selectFrom('settings').select('value').where('name', '=', settingName).executeTakeFirst()
  if (!row) return null
  const stored = JSON.parse(row.value) as Stored
  if (!timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hashOf(token)))) return null
  const spent = await ctx.db.deleteFrom('settings').where('name', '=', settingName).where('value', '=', row.value).executeTakeFirst()
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
