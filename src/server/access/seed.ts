import { createHash } from 'node:crypto'
import { pair } from '#core/access/principal.ts'
import { ConfigError } from '../start/config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { transact } from '../db/transact.ts'
import { hashPassword } from './login/passwords.ts'
import builtIn from './pairs.json' with { type: 'json' }

type RolePairs = Record<string, Record<string, string[]>>

/** Permissions on single objects, which are granted by administrators and never seeded. */
export const objectPermissions = ['database_access', 'catalog_access', 'schema_access', 'datasource_access'] as const

const pairsHash = createHash('sha256').update(JSON.stringify(builtIn)).digest('hex').slice(0, 16)

/**
 * Creates the built-in roles with their permission pairs, and the first account. When a release changes the list of pairs, edited
 * built-in roles are reset to it; grants on single objects and the role Public are left alone.
 */
export const seedAccess = async (ctx: Pick<Context, 'db' | 'now' | 'config'>): Promise<void> => {
  const seeded = await ctx.db.selectFrom('settings').select('value').where('name', '=', 'access_pairs').executeTakeFirst()
  if (seeded?.value !== pairsHash) await transact(ctx.db, seedRoles)
  await transact(ctx.db, (trx) => seedAdmin({ ...ctx, db: trx }))
}

const seedRoles = async (db: Db): Promise<void> => {
  const roles: RolePairs = builtIn
  const views = new Set(Object.values(roles).flatMap((pairs) => Object.keys(pairs)))
  const permissions = new Set([...objectPermissions, ...Object.values(roles).flatMap((pairs) => Object.values(pairs).flat())])
  await insertNames(db, 'permissions', permissions)
  await insertNames(db, 'view_menus', views)
  await insertNames(db, 'roles', new Set(Object.keys(roles)))
  const [permissionIds, viewIds, roleIds] = [
    await idsByName(db, 'permissions'),
    await idsByName(db, 'view_menus'),
    await idsByName(db, 'roles'),
  ]
  const wanted = new Map<string, { permission_id: number; view_menu_id: number }>()
  for (const pairs of Object.values(roles)) {
    for (const [view, names] of Object.entries(pairs)) {
      for (const name of names)
        wanted.set(pair(name, view), { permission_id: permissionIds.get(name) ?? 0, view_menu_id: viewIds.get(view) ?? 0 })
    }
  }
  await db
    .insertInto('permission_views')
    .values([...wanted.values()])
    .onConflict((oc) => oc.doNothing())
    .execute()
  const pairIds = new Map(
    (await db.selectFrom('permission_views').selectAll().execute()).map((row) => [`${row.permission_id} ${row.view_menu_id}`, row.id]),
  )
  const perObject = new Set<number>(objectPermissions.map((name) => permissionIds.get(name) ?? 0))
  for (const [role, pairs] of Object.entries(roles)) {
    if (role === 'Public') continue
    const roleId = roleIds.get(role) ?? 0
    const ids = Object.entries(pairs).flatMap(([view, names]) =>
      names.map((name) => pairIds.get(`${permissionIds.get(name)} ${viewIds.get(view)}`) ?? 0),
    )
    await db
      .deleteFrom('role_permissions')
      .where('role_id', '=', roleId)
      .where(
        'permission_view_id',
        'in',
        db
          .selectFrom('permission_views')
          .select('id')
          .where('permission_id', 'not in', [...perObject]),
      )
      .execute()
    await db
      .insertInto('role_permissions')
      .values(ids.map((id) => ({ role_id: roleId, permission_view_id: id })))
      .execute()
  }
  await db
    .insertInto('settings')
    .values({ name: 'access_pairs', value: pairsHash })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value: pairsHash }))
    .execute()
}

type Named = 'permissions' | 'view_menus' | 'roles'

const insertNames = (db: Db, table: Named, names: ReadonlySet<string>) =>
  db
    .insertInto(table)
    .values([...names].map((name) => ({ name })))
    .onConflict((oc) => oc.doNothing())
    .execute()

const idsByName = async (db: Db, table: Named): Promise<Map<string, number>> =>
  new Map((await db.selectFrom(table).select(['id', 'name']).execute()).map((row) => [row.name, row.id]))

/** Creates the first account, and sets the configured password if it has none. */
const seedAdmin = async ({ db, now, config }: Pick<Context, 'db' | 'now' | 'config'>): Promise<void> => {
  const { adminUser, adminPassword } = config
  const first = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (!first) {
    const time = now().toISOString()
    const admin = await db.selectFrom('roles').select('id').where('name', '=', 'Admin').executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('users')
      .values({
        username: adminUser,
        first_name: 'Admin',
        last_name: '',
        created_on: time,
        changed_on: time,
        created_by_fk: null,
        changed_by_fk: null,
        email: null,
        password: null,
        last_login: null,
        preferences: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('user_roles').values({ user_id: id, role_id: admin.id }).execute()
  }
  if (!adminPassword) return
  const account = await db.selectFrom('users').select(['id', 'password']).where('username', '=', adminUser).executeTakeFirst()
  if (!account) return requireSomePassword(db, adminUser)
  if (account.password !== null) return
  await db
    .updateTable('users')
    .set({ password: await hashPassword(adminPassword) })
    .where('id', '=', account.id)
    .execute()
}

/** The configured account may have been renamed since; but if no account has a password, the configured name is a mistake. */
const requireSomePassword = async (db: Db, adminUser: string): Promise<void> => {
  const known = await db.selectFrom('users').select(['username', 'password']).orderBy('id').execute()
  if (known.some(({ password }) => password !== null)) return
  throw new ConfigError(`--admin-user: no account is named "${adminUser}"; the first one is "${known[0]?.username ?? ''}"`)
}
