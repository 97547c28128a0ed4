import { randomUUID } from 'node:crypto'
import { userOf, type Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { logAction } from '../../access/log-action.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { requireAccess } from '../../db/owned.ts'
import { transact } from '../../db/transact.ts'

type Writing = { ctx: Pick<Context, 'db' | 'now'>; by: Principal }

/** An embedding by one of its names, in the shape of the wire; undefined if there is none, or its dashboard is deleted. */
const findEmbedding = async (db: Db, column: 'uuid' | 'dashboard_id', value: string | number) => {
  const row = await db
    .selectFrom('embedded_dashboards')
    .innerJoin('dashboards', 'dashboards.id', 'embedded_dashboards.dashboard_id')
    .leftJoin('users', 'users.id', 'embedded_dashboards.changed_by_fk')
    .select([
      'embedded_dashboards.uuid',
      'allowed_domains',
      'dashboard_id',
      'embedded_dashboards.changed_on',
      'dashboards.uuid as dashboard',
    ])
    .select(['users.id as user_id', 'first_name', 'last_name', 'username'])
    .where(`embedded_dashboards.${column}`, '=', value)
    .where('dashboards.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { user_id: id, first_name, last_name, username } = row
  return {
    dashboardUuid: row.dashboard,
    result: {
      uuid: row.uuid,
      allowed_domains: JSON.parse(row.allowed_domains) as string[],
      dashboard_id: String(row.dashboard_id),
      changed_on: row.changed_on,
      changed_by:
        id !== null && first_name !== null && last_name !== null && username !== null ? { id, first_name, last_name, username } : null,
    },
  }
}

export const embeddingByUuid = (db: Db, uuid: string) => findEmbedding(db, 'uuid', uuid)

/** @throws MessageError 404 */
export const embeddingOf = async (db: Db, dashboardId: number) => {
  const found = await findEmbedding(db, 'dashboard_id', dashboardId)
  if (!found) throw notFound()
  return found
}

/** Allows the dashboard to be embedded; one that is keeps its uuid. @throws MessageError 403, 404 */
export const setEmbedding = ({ ctx, by }: Writing, dashboardId: number, domains: readonly string[]): Promise<void> =>
  transact(ctx.db, async (trx) => {
    await requireAccess(trx, by, 'change', { kind: 'dashboard', id: dashboardId })
    const now = ctx.now().toISOString()
    const me = userOf(by)?.id ?? null
    const values = { allowed_domains: JSON.stringify([...new Set(domains)]), changed_on: now, changed_by_fk: me }
    await trx
      .insertInto('embedded_dashboards')
      .values({ ...values, uuid: randomUUID(), dashboard_id: dashboardId, created_on: now, created_by_fk: me })
      .onConflict((conflict) => conflict.column('dashboard_id').doUpdateSet(values))
      .execute()
    await logAction(trx, { action: 'dashboard.embed', now: ctx.now(), by, json: { id: dashboardId, allowed_domains: [...domains] } })
  })

/** Ends the embedding, and with it all its guest tokens. @throws MessageError 403, 404 */
export const deleteEmbedding = ({ ctx, by }: Writing, dashboardId: number): Promise<void> =>
  transact(ctx.db, async (trx) => {
    await requireAccess(trx, by, 'change', { kind: 'dashboard', id: dashboardId })
    await trx.deleteFrom('embedded_dashboards').where('dashboard_id', '=', dashboardId).execute()
    await logAction(trx, { action: 'dashboard.unembed', now: ctx.now(), by, json: { id: dashboardId } })
  })
