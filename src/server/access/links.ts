import { sql } from 'kysely'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/open.ts'

/** `[3, 4]`, as the wire lists ids in a text. */
const idList = (ids: readonly number[]) => `[${ids.toSorted((a, b) => a - b).join(', ')}]`

/** What the wire answers to ids that nothing has, each side of a link in its own words. */
const unknown = {
  roles: (ids: readonly number[]) =>
    new MessageError(400, { roles: [t('Role(s) with ID(s) %(ids)s do not exist.', { ids: idList(ids) })] }),
  users: (ids: readonly number[]) =>
    new MessageError(400, { users: [t('User(s) with ID(s) %(ids)s do not exist.', { ids: idList(ids) })] }),
  rolesOfUser: (status: 400 | 404) => (ids: readonly number[]) =>
    new MessageError(status, { roles: [t('Role(s) with ID(s) %(ids)s not found.', { ids: idList(ids) })] }),
  groupsOfUser: (status: 400 | 404) => (ids: readonly number[]) =>
    new MessageError(status, { groups: [t('Group(s) with ID(s) %(ids)s not found.', { ids: idList(ids) })] }),
  ofRole: () => notFound(),
}

const rolesOfUser = { of: 'users', table: 'user_roles', from: 'user_id', to: 'role_id', among: 'roles' } as const
const groupsOfUser = { of: 'users', table: 'user_groups', from: 'user_id', to: 'group_id', among: 'groups' } as const

/** How accounts, groups, roles and pairs hang together; seen from one end. */
const ways = {
  'roles of a new user': { ...rolesOfUser, refusal: unknown.rolesOfUser(400) },
  'groups of a new user': { ...groupsOfUser, refusal: unknown.groupsOfUser(400) },
  'roles of a user': { ...rolesOfUser, refusal: unknown.rolesOfUser(404) },
  'groups of a user': { ...groupsOfUser, refusal: unknown.groupsOfUser(404) },
  'users of a role': { of: 'roles', table: 'user_roles', from: 'role_id', to: 'user_id', among: 'users', refusal: unknown.ofRole },
  'groups of a role': { of: 'roles', table: 'group_roles', from: 'role_id', to: 'group_id', among: 'groups', refusal: unknown.ofRole },
  // A pair goes with the object that it names; a list of pairs that was read before still fits.
  'pairs of a role': {
    of: 'roles',
    table: 'role_permissions',
    from: 'role_id',
    to: 'permission_view_id',
    among: 'permission_views',
    refusal: null,
  },
  'users of a group': { of: 'groups', table: 'user_groups', from: 'group_id', to: 'user_id', among: 'users', refusal: unknown.users },
  'roles of a group': { of: 'groups', table: 'group_roles', from: 'group_id', to: 'role_id', among: 'roles', refusal: unknown.roles },
} as const

export type Way = keyof typeof ways

/** Ids at the other end, ascending. */
export const readLinks = async (db: Db, way: Way, id: number): Promise<number[]> => {
  const { table, from, to } = ways[way]
  const { rows } = await sql<{
    id: number
  }>`select ${sql.ref(to)} as id from ${sql.table(table)} where ${sql.ref(from)} = ${id} order by 1`.execute(db)
  return rows.map((row) => row.id)
}

/** Puts exactly these ids at the other end. @throws MessageError 400 or 404 for ids that do not exist; pairs that do not exist are left out */
export const setLinks = async (trx: Db, way: Way, id: number, wanted: readonly number[]): Promise<void> => {
  const { of, table, from, to, among, refusal } = ways[way]
  // Of two writers the second sees what the first wrote.
  if (isPostgres(trx)) await sql`select id from ${sql.table(of)} where id = ${id} for update`.execute(trx)
  const asked = [...new Set(wanted)]
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(among)} where id in (${sql.join([-1, ...asked])})`.execute(trx)
  const known = new Set(rows.map((row) => row.id))
  const missing = asked.filter((one) => !known.has(one))
  if (missing.length && refusal) throw refusal(missing)
  const ids = asked.filter((one) => known.has(one))
  await sql`delete from ${sql.table(table)} where ${sql.ref(from)} = ${id}`.execute(trx)
  if (ids.length === 0) return
  const values = sql.join(ids.map((one) => sql`(${id}, ${one})`))
  await sql`insert into ${sql.table(table)} (${sql.ref(from)}, ${sql.ref(to)}) values ${values}`.execute(trx)
}

/** Takes a record out of all its links. */
export const dropLinks = async (trx: Db, id: number, ...named: Way[]): Promise<void> => {
  for (const way of named) await setLinks(trx, way, id, [])
}
