import type { NewUser, UserPatch } from '#api/bodies/user.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import { requireRemainingAdmin, rejectEscalation } from '../../access/admin-guard.ts'
import { dropLinks, readLinks, setLinks } from '../../access/links.ts'
import { logAction } from '../../access/log-action.ts'
import { requireGoodPassword } from '../../access/login/password-rules.ts'
import { hashPassword } from '../../access/login/passwords.ts'
import { clearRightsCache } from '../../access/principals.ts'
import { endSessionsOf } from '../../access/login/sessions.ts'
import type { Context } from '../../context.ts'
import { deleteTagsOfUser } from '../../db/implicit-tags.ts'
import type { Db } from '../../db/open.ts'
import { transact } from '../../db/transact.ts'
import { handOver } from './owned.ts'
import { deleteAllFilterSets } from '../dashboard/filter-set-store.ts'
import { deleteStickyValues } from '../dashboard/sticky-filters.ts'

/** What is written in the transaction of the account. */
type Also = { also?: (trx: Db, id: number) => Promise<void> }
type Made = Omit<NewUser, 'password'> & Partial<Pick<NewUser, 'password'>> & Also

/** Makes an account; without a password nobody can log in to it until a link sets one. @throws MessageError */
export const createUser = async (ctx: Context, by: Principal, made: Made): Promise<number> => {
  const { roles, groups, password, active, also, ...names } = made
  if (password !== undefined) await requireGoodPassword(password, { username: names.username, email: names.email })
  const hash = password === undefined ? null : await hashPassword(password)
  const now = ctx.now().toISOString()
  const maker = userOf(by)?.id ?? null
  const id = await transact(ctx.db, async (trx) => {
    await rejectEscalation(trx, by, { roles, groups })
    await requireUnique(trx, names)
    const row = await trx
      .insertInto('users')
      .values({
        ...names,
        password: hash,
        active: active === false ? 0 : 1,
        last_login: null,
        preferences: null,
        created_on: now,
        changed_on: now,
        created_by_fk: maker,
        changed_by_fk: maker,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setLinks(trx, 'roles of a new user', row.id, roles ?? [])
    await setLinks(trx, 'groups of a new user', row.id, groups ?? [])
    await also?.(trx, row.id)
    await logAction(trx, { action: 'user.create', now: ctx.now(), by, json: { id: row.id, roles, groups } })
    return row.id
  })
  clearRightsCache(ctx)
  return id
}

export const updateUser = async (ctx: Context, by: Principal, id: number, { also, ...body }: UserPatch & Also): Promise<void> => {
  const { roles, groups, password, active, ...names } = body
  if (password !== undefined) await requireGoodPassword(password, { username: names.username ?? '', email: names.email ?? null })
  const hash = password === undefined ? undefined : await hashPassword(password)
  await transact(ctx.db, async (trx) => {
    if (!(await trx.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())) throw notFound()
    await rejectEscalation(trx, by, { userId: id, roles, groups })
    await requireRoleOrGroup(trx, id, { roles, groups })
    await requireUnique(trx, names, id)
    await trx
      .updateTable('users')
      .set({
        ...names,
        ...(hash !== undefined && { password: hash }),
        ...(active !== undefined && { active: active ? 1 : 0 }),
        changed_on: ctx.now().toISOString(),
        changed_by_fk: userOf(by)?.id ?? null,
      })
      .where('id', '=', id)
      .execute()
    if (roles) await setLinks(trx, 'roles of a user', id, roles)
    if (groups) await setLinks(trx, 'groups of a user', id, groups)
    await also?.(trx, id)
    await requireRemainingAdmin(trx)
    await logAction(trx, { action: 'user.update', now: ctx.now(), by, json: { id, roles, groups, active, fields: Object.keys(body) } })
  })
  clearRightsCache(ctx)
  if (hash !== undefined || active === false) await endSessionsOf(ctx, id)
}

type Leaver = { id: number; newOwner?: number | undefined }

/** Deletes an account with its sessions, favourites, filter sets and ownerships; its objects stay, with a new owner if one is given. */
export const deleteUser = async (ctx: Context, by: Principal, { id, newOwner }: Leaver): Promise<void> => {
  await transact(ctx.db, async (trx) => {
    if (!(await trx.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())) throw notFound()
    await rejectEscalation(trx, by, { userId: id })
    if (newOwner !== undefined) await handOver(trx, id, newOwner)
    await dropLinks(trx, id, 'roles of a user', 'groups of a user')
    for (const table of [
      'owners',
      'favorites',
      'sessions',
      'user_attributes',
      'api_tokens',
      'external_accounts',
      'external_grants',
      'second_factors',
      'recovery_codes',
    ] as const) {
      await trx.deleteFrom(table).where('user_id', '=', id).execute()
    }
    await trx.deleteFrom('scim_records').where('kind', '=', 'user').where('object_id', '=', id).execute()
    await deleteTagsOfUser(trx, id)
    await deleteAllFilterSets(trx, { user: id })
    await deleteStickyValues(trx, { user: id })
    await trx.deleteFrom('users').where('id', '=', id).execute()
    await requireRemainingAdmin(trx)
    await logAction(trx, { action: 'user.delete', now: ctx.now(), by, json: { id, newOwner } })
  })
  clearRightsCache(ctx)
  await endSessionsOf(ctx, id)
}

type Links = { roles?: number[] | undefined; groups?: number[] | undefined }

/** @throws MessageError 400 when the user would have neither roles nor groups */
const requireRoleOrGroup = async (trx: Db, id: number, { roles, groups }: Links): Promise<void> => {
  const isEmptied = { roles: roles?.length === 0, groups: groups?.length === 0 }
  if (isEmptied.roles && isEmptied.groups) throw new MessageError(400, t('User must have at least one role or group!'))
  if (isEmptied.roles && !groups && (await readLinks(trx, 'groups of a user', id)).length === 0)
    throw new MessageError(400, t('Cannot clear all roles unless at least one group is assigned!'))
  if (isEmptied.groups && !roles && (await readLinks(trx, 'roles of a user', id)).length === 0)
    throw new MessageError(400, t('Cannot clear all groups unless at least one role is assigned!'))
}

/** User names and e-mail addresses identify accounts at login, so both must be unique. @throws MessageError 422 */
const requireUnique = async (trx: Db, { username, email }: { username?: string | undefined; email?: string | undefined }, except = -1) => {
  const taken = async (column: 'username' | 'email', value: string | undefined) =>
    value !== undefined &&
    value !== '' &&
    (await trx.selectFrom('users').select('id').where(column, '=', value).where('id', '!=', except).executeTakeFirst()) !== undefined
  if (await taken('email', email)) throw new MessageError(422, t('This e-mail address belongs to another account.'))
  if (await taken('username', username)) throw new MessageError(422, t('This name belongs to another account.'))
}
