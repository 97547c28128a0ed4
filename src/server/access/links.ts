import { sql } from 'kysely'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { isPostgres } from '../db/dialect.ts'
import type { Db } from '../db/open.ts'

/** `[3, 4]`, as Superset's texts list ids. */
const idList = (ids: readonly number[]) => `[${ids.toSorted((a, b) => a - b).join(', ')}]`

/** Superset's errors for unknown ids, which differ per link. */
const unknownIds = {
  roles: (ids: readonly number[]) =>
    new MessageError(400, { roles: [t('Role(s) with ID(s) %(ids)s do not exist.', { ids: idList(ids) })] }),
  users: (ids: readonly number[]) =>
    new MessageError(400, { users: [t('User(s) with ID(s) %(ids)s do not exist.', { ids: idList(ids) })] }),
  rolesOfUser: (status: 400 | 404) => (ids: readonly number[]) =>
    new MessageError(status, { roles: [t('Role(s) with ID(s) %(ids)s not found.', { ids: idList(ids) })] }),
  groupsOfUser: (status: 400 | 404) => (ids: readonly number[]) =>
    new MessageError(status, { groups: [t('Group(s) with ID(s) %(ids)s not found.', { ids: idList(ids) })] }),
  ofRole: () => notFound(),
  datasetsOfRule: () => new MessageError(422, t('Datasource does not exist')),
  rolesOfRule: () => new MessageError(422, t('Some roles do not exist')),
}

const rolesOfUser = { of: 'users', table: 'user_roles', from: 'user_id', to: 'role_id', among: 'roles' } as const
const groupsOfUser = { of: 'users', table: 'user_groups', from: 'user_id', to: 'group_id', among: 'groups' } as const

/** The many-to-many links between users, groups, roles, permission pairs and row-level rules, each as seen from one side. */
const linkKinds = {
  'roles of a new user': { ...rolesOfUser, refusal: unknownIds.rolesOfUser(400) },
  'groups of a new user': { ...groupsOfUser, refusal: unknownIds.groupsOfUser(400) },
  'roles of a user': { ...rolesOfUser, refusal: unknownIds.rolesOfUser(404) },
  'groups of a user': { ...groupsOfUser, refusal: unknownIds.groupsOfUser(404) },
  'users of a role': { of: 'roles', table: 'user_roles', from: 'role_id', to: 'user_id', among: 'users', refusal: unknownIds.ofRole },
  'groups of a role': { of: 'roles', table: 'group_roles', from: 'role_id', to: 'group_id', among: 'groups', refusal: unknownIds.ofRole },
  // Unknown pairs are ignored: a pair disappears with its object, and a client may hold an older list.
  'pairs of a role': {
    of: 'roles',
    table: 'role_permissions',
    from: 'role_id',
    to: 'permission_view_id',
    among: 'permission_views',
    refusal: null,
  },
  'datasets of a rule': {
    of: 'row_rules',
    table: 'row_rule_datasets',
    from: 'rule_id',
    to: 'dataset_id',
    among: 'datasets',
    refusal: unknownIds.datasetsOfRule,
  },
  'roles of a rule': {
    of: 'row_rules',
    table: 'row_rule_roles',
    from: 'rule_id',
    to: 'role_id',
    among: 'roles',
    refusal: unknownIds.rolesOfRule,
  },
  'roles of a column rule': {
    of: 'column_rules',
    table: 'column_rule_roles',
    from: 'rule_id',
    to: 'role_id',
    among: 'roles',
    refusal: unknownIds.rolesOfRule,
  },
  'column rules of a role': {
    of: 'roles',
    table: 'column_rule_roles',
    from: 'role_id',
    to: 'rule_id',
    among: 'column_rules',
    refusal: null,
  },
  'rules of a role': { of: 'roles', table: 'row_rule_roles', from: 'role_id', to: 'rule_id', among: 'row_rules', refusal: null },
  'users of a group': { of: 'groups', table: 'user_groups', from: 'group_id', to: 'user_id', among: 'users', refusal: unknownIds.users },
  'roles of a group': { of: 'groups', table: 'group_roles', from: 'group_id', to: 'role_id', among: 'roles', refusal: unknownIds.roles },
} as const

export type LinkKind = keyof typeof linkKinds

/** The linked ids, ascending. */
export const readLinks = async (db: Db, kind: LinkKind, id: number): Promise<number[]> => {
  const { table, from, to } = linkKinds[kind]
  const { rows } = await sql<{
    id: number
  }>`select ${sql.ref(to)} as id from ${sql.table(table)} where ${sql.ref(from)} = ${id} order by 1`.execute(db)
  return rows.map((row) => row.id)
}

/** Replaces the linked ids. @throws MessageError 400 or 404 for unknown ids; unknown permission pairs are ignored */
export const setLinks = async (trx: Db, kind: LinkKind, id: number, wanted: readonly number[]): Promise<void> => {
  const { of, table, from, to, among, refusal } = linkKinds[kind]
  // Serializes concurrent writers.
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

/** Deletes all links of a record. */
export const dropLinks = async (trx: Db, id: number, ...kinds: LinkKind[]): Promise<void> => {
  for (const kind of kinds) await setLinks(trx, kind, id, [])
}
