import { createHash } from 'node:crypto'
import { nobody, pair, type Pair, type PublicPrincipal, type UserPrincipal } from '#core/access/principal.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { attributesOf } from './attributes.ts'
import { preferencesOf } from './preferences.ts'

type Rights = { user: UserPrincipal; stamp: string; locale: string | null }
type CachedRights = ({ until: number } & Rights) | { until: number; user: null }

type RightsCache = { users: Map<number, CachedRights>; public: { until: number; principal: PublicPrincipal } | null }

/**
 * Cached rights expire after this time, which is how changes by other processes take effect; changes by this process take effect
 * immediately (`clearRightsCache`).
 */
const cacheTtlMs = 5000

const caches = new WeakMap<Db, RightsCache>()

const cacheOf = (ctx: Pick<Context, 'db'>): RightsCache => {
  const found = caches.get(ctx.db) ?? { users: new Map(), public: null }
  caches.set(ctx.db, found)
  return found
}

/** Call it after any committed change of users, roles, groups, grants or row-level rules. */
export const clearRightsCache = (ctx: Pick<Context, 'db'>): void => {
  caches.delete(ctx.db)
}

type Reader = Pick<Context, 'db' | 'now'>

/** The active user with roles and permission pairs, or null. `stamp` changes with the password; `locale` is the user's choice. */
export const userRights = async (ctx: Reader, userId: number): Promise<Rights | null> => {
  const memory = cacheOf(ctx)
  const now = ctx.now().getTime()
  const known = memory.users.get(userId)
  if (known && known.until > now) return known.user ? known : null
  const read = await readUser(ctx.db, userId)
  memory.users.set(userId, { until: now + cacheTtlMs, ...(read ?? { user: null }) })
  return read
}

export const userPrincipal = async (ctx: Reader, userId: number, via: UserPrincipal['via']): Promise<UserPrincipal | null> => {
  const rights = await userRights(ctx, userId)
  return rights && (rights.user.via === via ? rights.user : { ...rights.user, via })
}

/** The principal of anonymous callers, with the pairs of the role Public, which is empty by default. */
export const publicPrincipal = async (ctx: Reader): Promise<PublicPrincipal> => {
  const memory = cacheOf(ctx)
  const now = ctx.now().getTime()
  if (memory.public && memory.public.until > now) return memory.public.principal
  const roles = await ctx.db.selectFrom('roles').select(['id', 'name']).where('name', '=', 'Public').execute()
  const pairs = await pairsOf(
    ctx.db,
    roles.map((role) => role.id),
  )
  const principal = { ...nobody, roles, pairs }
  memory.public = { until: now + cacheTtlMs, principal }
  return principal
}

const readUser = async (db: Db, userId: number) => {
  const row = await db.selectFrom('users').selectAll().where('id', '=', userId).where('active', '=', 1).executeTakeFirst()
  if (!row) return null
  const groups = await db
    .selectFrom('user_groups')
    .innerJoin('groups', 'groups.id', 'user_groups.group_id')
    .select(['groups.id', 'groups.name'])
    .where('user_id', '=', userId)
    .orderBy('groups.id')
    .execute()
  const roles = await rolesOfUser(db, userId)
  const pairs = await pairsOf(
    db,
    roles.map((role) => role.id),
  )
  const user: UserPrincipal = {
    kind: 'user',
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    groups,
    attributes: await attributesOf(db, userId),
    roles,
    pairs,
    via: 'session',
  }
  return {
    user,
    locale: preferencesOf(row).locale ?? null,
    stamp: createHash('sha256')
      .update(row.password ?? '')
      .digest('base64url')
      .slice(0, 12),
  }
}

/** Roles of a user, direct or through a group. */
export const rolesOfUser = (db: Db, userId: number): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where((eb) =>
      eb.or([
        eb('id', 'in', eb.selectFrom('user_roles').select('role_id').where('user_id', '=', userId)),
        eb(
          'id',
          'in',
          eb
            .selectFrom('group_roles')
            .innerJoin('user_groups', 'user_groups.group_id', 'group_roles.group_id')
            .select('role_id')
            .where('user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('id')
    .execute()

export const pairsOf = async (db: Db, roleIds: number[]): Promise<ReadonlySet<Pair>> => {
  if (roleIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('role_permissions')
    .innerJoin('permission_views', 'permission_views.id', 'role_permissions.permission_view_id')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .innerJoin('view_menus', 'view_menus.id', 'permission_views.view_menu_id')
    .select(['permissions.name as permission', 'view_menus.name as view'])
    .where('role_permissions.role_id', 'in', roleIds)
    .execute()
  return new Set(rows.map((row) => pair(row.permission, row.view)))
}
