import type { Context } from '../../context.ts'
import { ignoreDiskFull } from '../../db/disk-full.ts'
import type { Row } from '../../db/tables.ts'
import { deviceOf } from './device.ts'
import { accountKey, countAccountAttempt, countAddressAttempt, forgetAttempts } from './login-limits.ts'
import { admit } from '../sign-in/admit.ts'
import { logInByLdap } from '../sign-in/ldap.ts'
import { logAction } from '../log-action.ts'
import { clearRightsCache } from '../principals.ts'
import { hashPassword, isOutdated, passwordMatches } from './passwords.ts'

type Attempt = { username: string; password: string; address: string; device: string | undefined }

/**
 * The account with this user name (or e-mail address) and password, or null. An unknown name takes as long as a wrong password.
 * @throws TooManyAttempts, MessageError 403 or 503 of a directory
 */
export const logIn = async (ctx: Context, { username, password, address, device }: Attempt): Promise<Row<'users'> | null> => {
  const now = ctx.now()
  await countAddressAttempt(ctx, address)
  const user = await accountOf(ctx, username)
  const account = accountKey(user, username, user && (await deviceOf(ctx, device, user.id)))
  await countAccountAttempt(ctx, account)
  const matched = await matchingAccount(ctx, user, { username, password })
  if (!matched) {
    if (user) {
      const counted = ctx.db.updateTable('users').set((eb) => ({ fail_login_count: eb('fail_login_count', '+', 1) }))
      await ignoreDiskFull(() => counted.where('id', '=', user.id).execute())
    }
    await ignoreDiskFull(() => logAction(ctx.db, { action: 'login.failed', now, userId: user?.id ?? null }))
    return null
  }
  await forgetAttempts(ctx, account)
  return matched
}

type Typed = { username: string; password: string }

/** Checks the account's own password; an account without one is looked up in the directory, if there is one. */
const matchingAccount = async (
  ctx: Context,
  user: Row<'users'> | undefined,
  { username, password }: Typed,
): Promise<Row<'users'> | null> => {
  const { ldap } = ctx.config.auth
  if (!ldap || (user && user.password !== null)) {
    const matches = await passwordMatches(password, user?.active === 1 ? user.password : null)
    if (!user || !matches) return null
    await renewHash(ctx, user, password)
    return user
  }
  const person = await logInByLdap(ldap, username, password)
  if (!person) return null
  const userId = await admit(ctx, person, ldap)
  return ctx.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
}

/** The account that a user name or an e-mail address names. */
export const accountOf = async ({ db }: Context, name: string) => {
  const byName = await db.selectFrom('users').selectAll().where('username', '=', name).executeTakeFirst()
  return byName ?? (await db.selectFrom('users').selectAll().where('email', '=', name).executeTakeFirst())
}

/** Hashes a password again that was hashed with weaker parameters. Bearer tokens end, as after a change of the password. */
const renewHash = async (ctx: Context, { id, password: stored }: Row<'users'>, password: string): Promise<void> => {
  if (stored === null || !isOutdated(stored)) return
  const hash = await hashPassword(password)
  const renewed = ctx.db.updateTable('users').set({ password: hash }).where('id', '=', id).where('password', '=', stored)
  await ignoreDiskFull(() => renewed.execute())
  clearRightsCache(ctx)
}

/** Records a successful login, once nothing more is needed for it. */
export const countLogin = async (ctx: Context, userId: number): Promise<void> => {
  const now = ctx.now()
  const counted = ctx.db
    .updateTable('users')
    .set((eb) => ({ login_count: eb('login_count', '+', 1), fail_login_count: 0, last_login: now.toISOString() }))
    .where('id', '=', userId)
  await ignoreDiskFull(() => counted.execute())
  await ignoreDiskFull(() => logAction(ctx.db, { action: 'login', now, userId }))
}
