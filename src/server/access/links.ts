import { sql } from 'kysely'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Db } from '../db/open.ts'

/** How accounts, groups, roles and pairs hang together; seen from one end. */
const ways = {
  'roles of a user': { table: 'user_roles', from: 'user_id', to: 'role_id', among: 'roles', field: 'roles' },
  'groups of a user': { table: 'user_groups', from: 'user_id', to: 'group_id', among: 'groups', field: 'groups' },
  'users of a role': { table: 'user_roles', from: 'role_id', to: 'user_id', among: 'users', field: 'user_ids' },
  'groups of a role': { table: 'group_roles', from: 'role_id', to: 'group_id', among: 'groups', field: 'group_ids' },
  'pairs of a role': {
    table: 'role_permissions',
    from: 'role_id',
    to: 'permission_view_id',
    among: 'permission_views',
    field: 'permission_view_menu_ids',
  },
  'users of a group': { table: 'user_groups', from: 'group_id', to: 'user_id', among: 'users', field: 'users' },
  'roles of a group': { table: 'group_roles', from: 'group_id', to: 'role_id', among: 'roles', field: 'roles' },
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

/** Puts exactly these ids at the other end. @throws MessageError 422 naming ids that do not exist. */
export const setLinks = async (trx: Db, way: Way, id: number, wanted: readonly number[]): Promise<void> => {
  const { table, from, to, among, field } = ways[way]
  const ids = [...new Set(wanted)]
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(among)} where id in (${sql.join([-1, ...ids])})`.execute(trx)
  const unknown = ids.filter((one) => !rows.some((row) => row.id === one))
  if (unknown.length) throw new MessageError(422, { [field]: [t('Unknown ids: %(ids)s', { ids: unknown.join(', ') })] })
  await sql`delete from ${sql.table(table)} where ${sql.ref(from)} = ${id}`.execute(trx)
  if (ids.length === 0) return
  const values = sql.join(ids.map((one) => sql`(${id}, ${one})`))
  await sql`insert into ${sql.table(table)} (${sql.ref(from)}, ${sql.ref(to)}) values ${values}`.execute(trx)
}

/** Takes a record out of all its links. */
export const dropLinks = async (trx: Db, id: number, ...named: Way[]): Promise<void> => {
  for (const way of named) await setLinks(trx, way, id, [])
}
