import { isAdmin, userOf, type UserPrincipal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import type { Context } from '../../context.ts'
import { cachedUntilChange } from '../../db/cached-until-change.ts'
import { deleteValue, keyOf, putValue } from '../../db/key-values.ts'
import { logAction } from '../log-action.ts'
import { pairsOf, userPrincipal } from '../principals.ts'

/** A view ends by itself after this time. */
export const viewMinutes = 30

/** Whom an administrator looks at the product as. */
export type Viewed = { kind: 'user' | 'role'; id: number }

type Stored = Viewed & { until: string }
type Store = Pick<Context, 'db' | 'now' | 'config'>

const keyOfSession = (ctx: Store, session: string) => keyOf(ctx, 'view_as', session)

/** All views by the key of their session. */
const views = cachedUntilChange(async ({ db }: Pick<Context, 'db'>): Promise<ReadonlyMap<string, Stored>> => {
  const rows = await db.selectFrom('key_values').select(['key', 'value']).where('kind', '=', 'view_as').execute()
  return new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as Stored]))
})

/** The rights of a person, or those of somebody who holds one role and owns nothing; null if there is none such. */
const principalOf = async (ctx: Store, { kind, id }: Viewed): Promise<UserPrincipal | null> => {
  if (kind === 'user') return userPrincipal(ctx, id, 'session')
  const role = await ctx.db.selectFrom('roles').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  if (!role) return null
  const nothing = { groups: [], attributes: {}, lastName: '', email: null }
  const pairs = await pairsOf(ctx.db, [id])
  return { kind: 'user', id: 0, username: role.name, firstName: role.name, ...nothing, roles: [role], pairs, via: 'session' }
}

/** Whom a session shows instead of its own person, if an administrator began that and it has not ended. */
export const viewedBy = async (ctx: Store, session: string, own: UserPrincipal): Promise<UserPrincipal | null> => {
  const all = await views(ctx)
  const stored = all.size > 0 ? all.get(keyOfSession(ctx, session)) : undefined
  if (!stored || stored.until <= ctx.now().toISOString() || !isAdmin(own)) return null
  const { kind, id, until } = stored
  const principal = await principalOf(ctx, { kind, id })
  return principal && { ...principal, viewedBy: { id: own.id, as: kind, until } }
}

type Beginning = { session: string; by: UserPrincipal; viewed: Viewed }

/** Begins a view in a session. @throws 404 for an unknown or deactivated person, or an unknown role */
export const beginView = async (ctx: Store, { session, by, viewed }: Beginning): Promise<{ until: string }> => {
  if (!(await principalOf(ctx, viewed))) throw notFound()
  const until = new Date(ctx.now().getTime() + viewMinutes * 60_000).toISOString()
  const value = JSON.stringify({ ...viewed, until } satisfies Stored)
  await putValue(ctx, 'view_as', keyOfSession(ctx, session), { value, ownerId: by.id })
  await logAction(ctx.db, { action: 'view_as.begin', now: ctx.now(), by, json: { ...viewed, until } })
  return { until }
}

/** Ends the view of a session, if there is one. */
export const endView = async (ctx: Store, session: string, principal: UserPrincipal): Promise<void> => {
  const { viewedBy: viewer } = principal
  if (!viewer) return
  await deleteValue(ctx, 'view_as', keyOfSession(ctx, session))
  await logAction(ctx.db, { action: 'view_as.end', now: ctx.now(), userId: viewer.id, json: { kind: viewer.as, id: viewedId(principal) } })
}

const viewedId = (principal: UserPrincipal): number | undefined =>
  principal.viewedBy?.as === 'role' ? principal.roles[0]?.id : userOf(principal)?.id
