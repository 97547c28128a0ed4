import { sql } from 'kysely'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Db } from '../../db/open.ts'

const sources = [
  { kind: 'dashboard', table: 'dashboards', name: 'dashboard_title' },
  { kind: 'chart', table: 'charts', name: 'slice_name' },
  { kind: 'dataset', table: 'datasets', name: 'table_name' },
] as const

type Owned = { kind: (typeof sources)[number]['kind']; id: number; name: string; is_sole: boolean }

/** What an account owns, and whether nobody else owns it. */
export const readOwned = async (db: Db, user: number): Promise<Owned[]> => {
  const owned: Owned[] = []
  for (const { kind, table, name } of sources) {
    const { rows } = await sql<{ id: number; name: string | null; others: number }>`
      select o.id, o.${sql.ref(name)} as name, (
        select count(*) from owners as other where other.kind = ${kind} and other.object_id = o.id and other.user_id <> ${user}
      ) as others
      from ${sql.table(table)} as o
      where o.deleted_at is null
        and o.id in (select object_id from owners where kind = ${kind} and user_id = ${user})
      order by o.id`.execute(db)
    owned.push(...rows.map((row) => ({ kind, id: row.id, name: row.name ?? '', is_sole: Number(row.others) === 0 })))
  }
  return owned
}

/** Gives everything that an account owns to another one, in the caller's transaction. @throws MessageError 422 for an unsuitable heir */
export const handOver = async (trx: Db, from: number, to: number): Promise<void> => {
  const heir = await trx.selectFrom('users').select('id').where('id', '=', to).where('active', '=', 1).executeTakeFirst()
  if (!heir || to === from) throw new MessageError(422, { new_owner: [t('The new owner has to be another active account.')] })
  const owned = await trx.selectFrom('owners').select(['kind', 'object_id']).where('user_id', '=', from).execute()
  for (const { kind, object_id } of owned) {
    const own = { kind, object_id, user_id: to }
    await trx
      .insertInto('owners')
      .values(own)
      .onConflict((oc) => oc.doNothing())
      .execute()
  }
}
