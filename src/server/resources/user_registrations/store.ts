import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { RegistrationRequest } from '#api/bodies/sign-in/registration.ts'
import type { Principal } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { logAction } from '../../access/log-action.ts'
import { requireGoodPassword } from '../../access/login/password-rules.ts'
import { hashPassword } from '../../access/login/passwords.ts'
import { newToken } from '../../access/login/sessions.ts'
import { clearRightsCache } from '../../access/principals.ts'
import { makeAccount } from '../../access/sign-in/admit.ts'
import type { Context } from '../../context.ts'
import { isPostgres } from '../../db/dialect.ts'
import type { Db } from '../../db/open.ts'
import type { Row } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'

type Registration = Row<'user_registrations'>

/** More requests than this wait for nobody who could look at them. */
const maxWaiting = 1000
export const confirmableMs = 86_400_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

const isSame = (db: Db, column: 'username' | 'email', value: string): RawBuilder<boolean> =>
  isPostgres(db) ? sql`lower(${sql.ref(column)}) = ${value.toLowerCase()}` : sql`fold(${sql.ref(column)}) = ${value.toLowerCase()}`

const accountWith = (db: Db, column: 'username' | 'email', value: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(isSame(db, column, value))
    .executeTakeFirst()

const taken = () => new MessageError(422, { username: [t('This name belongs to another account.')] })

export type Asked =
  | { kind: 'waits'; token: string; registration: Registration }
  | { kind: 'has account'; email: string }
  | { kind: 'waited before' }

/**
 * Notes that somebody asks for an account. With `password` an administrator has to approve it; without, the person confirms the address by
 * the token, which replaces an earlier one.
 * @throws MessageError 422 for a taken name or a bad password, 429 when too many wait
 */
export const askForAccount = async (ctx: Context, { password, ...person }: RegistrationRequest): Promise<Asked> => {
  if (password !== undefined) await requireGoodPassword(password, person)
  const hash = password === undefined ? '' : await hashPassword(password)
  const token = newToken()
  return transact(ctx.db, async (trx) => {
    if (await accountWith(trx, 'username', person.username)) throw taken()
    const owner = await accountWith(trx, 'email', person.email)
    if (owner) return { kind: 'has account', email: person.email }
    const earlier = await trx
      .selectFrom('user_registrations')
      .selectAll()
      .where(isSame(trx, 'email', person.email))
      .executeTakeFirst()
    if (earlier && password !== undefined) return { kind: 'waited before' }
    if (earlier) await trx.deleteFrom('user_registrations').where('id', '=', earlier.id).execute()
    const named = await trx
      .selectFrom('user_registrations')
      .select('id')
      .where(isSame(trx, 'username', person.username))
      .executeTakeFirst()
    if (named) throw taken()
    const { count } = await trx
      .selectFrom('user_registrations')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= maxWaiting) throw new MessageError(429, t('Too many people wait for an account. Try again later.'))
    const registration = await trx
      .insertInto('user_registrations')
      .values({
        ...person,
        password: hash,
        registration_date: ctx.now().toISOString(),
        registration_hash: hashOf(token),
        confirmed_on: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { kind: 'waits', token, registration }
  })
}

type Way = { how: 'mail' } | { how: 'approval'; by: Principal }

/** Makes the account, in the caller's transaction. @throws MessageError 422 when name or address were taken meanwhile */
const admitRegistered = async (
  ctx: Context,
  trx: Db,
  { registration, password, ...way }: { registration: Registration; password: string } & Way,
) => {
  const { id, username, email, first_name: firstName, last_name: lastName } = registration
  const removed = await trx.deleteFrom('user_registrations').where('id', '=', id).executeTakeFirst()
  if (removed.numDeletedRows !== 1n) throw notFound()
  if (await accountWith(trx, 'username', username)) throw taken()
  if (await accountWith(trx, 'email', email)) throw new MessageError(422, t('This e-mail address belongs to another account.'))
  const userId = await makeAccount(ctx, trx, { username, email, firstName, lastName, password, hasDefaultRoles: true })
  const by = way.how === 'approval' ? { by: way.by } : { userId }
  await logAction(trx, { action: 'account.registered', now: ctx.now(), ...by, json: { id: userId, username, how: way.how } })
}

/** Makes the account of a link. @throws MessageError 400 for a bad password, 422 for a link that was used or is too old */
export const confirmRegistration = async (ctx: Context, { token, password }: { token: string; password: string }): Promise<string> => {
  const since = new Date(ctx.now().getTime() - confirmableMs).toISOString()
  const registration = await ctx.db
    .selectFrom('user_registrations')
    .selectAll()
    .where('registration_hash', '=', hashOf(token))
    .where('password', '=', '')
    .where('registration_date', '>', since)
    .executeTakeFirst()
  if (!registration) throw new MessageError(422, t('This link was already used or has expired.'))
  await requireGoodPassword(password, registration)
  const hash = await hashPassword(password)
  await transact(ctx.db, (trx) => admitRegistered(ctx, trx, { registration, password: hash, how: 'mail' }))
  clearRightsCache(ctx)
  return registration.username
}

const readRegistration = async ({ db }: Context, id: number): Promise<Registration> => {
  const found = await db.selectFrom('user_registrations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** @throws MessageError 404, or 422 while the address is not confirmed */
export const approveRegistration = async (ctx: Context, by: Principal, id: number): Promise<Registration> => {
  const registration = await readRegistration(ctx, id)
  if (registration.password === '') throw new MessageError(422, t('This person has yet to follow the link in the mail.'))
  await transact(ctx.db, (trx) => admitRegistered(ctx, trx, { registration, password: registration.password, how: 'approval', by }))
  clearRightsCache(ctx)
  return registration
}

/** @throws MessageError 404 */
export const refuseRegistration = async (ctx: Context, by: Principal, id: number): Promise<void> => {
  const { username } = await readRegistration(ctx, id)
  await transact(ctx.db, async (trx) => {
    await trx.deleteFrom('user_registrations').where('id', '=', id).execute()
    await logAction(trx, { action: 'registration.refuse', now: ctx.now(), by, json: { id, username } })
  })
}

/** Deletes requests whose link has expired. */
export const deleteExpiredRegistrations = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const since = new Date(now().getTime() - confirmableMs).toISOString()
  await db.deleteFrom('user_registrations').where('password', '=', '').where('registration_date', '<', since).execute()
}
