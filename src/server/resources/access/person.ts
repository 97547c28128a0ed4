import { fullName } from '#core/format/full-name.ts'
import { nobody, pair, type Pair, type Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { visitorOfLink } from '../../access/login/guest-token.ts'
import type { PublicLink } from '../../access/login/public-links.ts'
import { publicPrincipal, userPrincipal } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'

type Reader = Pick<Context, 'db' | 'now' | 'config'>

/** A role that a person holds: directly, or through groups. */
export type HeldRole = { id: number; name: string; groups: readonly string[]; pairs: ReadonlySet<Pair> }

export type ExplainedPerson = {
  id: number | null
  name: string
  isActive: boolean
  principal: Principal
  roles: readonly HeldRole[]
}

const pairsByRole = async (db: Db, ids: readonly number[]): Promise<Map<number, Set<Pair>>> => {
  const rows = await db
    .selectFrom('role_permissions')
    .innerJoin('permission_views', 'permission_views.id', 'role_permissions.permission_view_id')
    .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
    .innerJoin('view_menus', 'view_menus.id', 'permission_views.view_menu_id')
    .select(['role_permissions.role_id', 'permissions.name as permission', 'view_menus.name as view'])
    .where('role_permissions.role_id', 'in', [-1, ...ids])
    .execute()
  const byRole = new Map(ids.map((id) => [id, new Set<Pair>()]))
  for (const { role_id, permission, view } of rows) byRole.get(role_id)?.add(pair(permission, view))
  return byRole
}

/** Names of the groups through which roles are held, by role; a role that is held directly has none. */
const groupsByRole = async (db: Db, user: number): Promise<Map<number, string[]>> => {
  const rows = await db
    .selectFrom('group_roles')
    .innerJoin('user_groups', 'user_groups.group_id', 'group_roles.group_id')
    .innerJoin('groups', 'groups.id', 'group_roles.group_id')
    .select(['role_id', 'groups.name'])
    .where('user_id', '=', user)
    .where('role_id', 'not in', (eb) => eb.selectFrom('user_roles').select('role_id').where('user_id', '=', user))
    .orderBy('groups.name')
    .execute()
  const groups = new Map<number, string[]>()
  for (const { role_id, name } of rows) groups.set(role_id, [...(groups.get(role_id) ?? []), name])
  return groups
}

const heldRoles = async (db: Db, principal: Principal, user: number | null): Promise<HeldRole[]> => {
  const roles = principal.kind === 'job' ? principal.actsFor.roles : principal.roles
  const pairs = await pairsByRole(
    db,
    roles.map(({ id }) => id),
  )
  const groups = user === null ? new Map<number, string[]>() : await groupsByRole(db, user)
  return roles.map(({ id, name }) => ({ id, name, groups: groups.get(id) ?? [], pairs: pairs.get(id) ?? new Set() }))
}

/** A person with the roles that make up their rights; null is an anonymous visitor, who may have a public link. @throws 404 for an unknown person */
export const explainedPerson = async (ctx: Reader, id: number | null, link?: PublicLink): Promise<ExplainedPerson> => {
  if (id === null) {
    const principal = link ? await visitorOfLink(ctx, link.key) : await publicPrincipal(ctx)
    return { id, name: t('Somebody who is not logged in'), isActive: true, principal, roles: await heldRoles(ctx.db, principal, id) }
  }
  const row = await ctx.db.selectFrom('users').select(['username', 'first_name', 'last_name']).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const principal = await userPrincipal(ctx, id, 'session')
  return {
    id,
    name: fullName(row) || row.username,
    isActive: principal !== null,
    principal: principal ?? nobody,
    roles: principal ? await heldRoles(ctx.db, principal, id) : [],
  }
}
