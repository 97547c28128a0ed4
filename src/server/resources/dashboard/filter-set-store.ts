import type { FilterSetChange, NewFilterSet } from '#api/filter-sets.ts'
import { can } from '#core/access/can.ts'
import { isAdmin, userOf, type Principal } from '#core/access/principal.ts'
import { BodyError, forbidden, notFound } from '#core/errors.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { change, type Action, type ChangeScope, type Writer } from '../../db/change.ts'
import type { Db } from '../../db/open.ts'
import type { Row } from '../../db/tables.ts'
import { requireTargets } from './sources.ts'

export type FilterSet = Row<'filter_sets'>
type WriteContext = Pick<Context, 'db' | 'events' | 'now'>

/** Whether the principal may change the dashboard. @throws the error of `refuse` if they may not see it */
export const canChange = async (db: Db, principal: Principal, id: number, refuse: () => Error): Promise<boolean> => {
  const subject = await subjectOf(db, 'dashboard', id)
  if (!subject || !can(principal, 'see', subject).allowed) throw refuse()
  return can(principal, 'change', subject).allowed
}

const isMine = (principal: Principal, { owner_type, owner_id }: Pick<FilterSet, 'owner_type' | 'owner_id'>) =>
  owner_type === 'User' && owner_id === userOf(principal)?.id

const goneError = () => new BodyError(404, {})

/** The filter sets of a dashboard that the principal may see. */
export const filterSetsOf = async (db: Db, principal: Principal, dashboardId: number): Promise<FilterSet[]> => {
  const sets = await db
    .selectFrom('filter_sets')
    .selectAll()
    .where('dashboard_id', '=', dashboardId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return sets.filter((set) => set.owner_type === 'Dashboard' || isMine(principal, set))
}

/** Path parameters of a filter set. */
export type FilterSetPath = { dashboard_id: number; pk: number }

/** The filter set if the principal may change it, or null if it does not exist. @throws 404, 403 */
const findChangeable = async (db: Db, principal: Principal, { dashboard_id, pk }: FilterSetPath): Promise<FilterSet | null> => {
  const owns = await canChange(db, principal, dashboard_id, goneError)
  const set = await db
    .selectFrom('filter_sets')
    .selectAll()
    .where('id', '=', pk)
    .where('dashboard_id', '=', dashboard_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!set) return null
  if (set.owner_type === 'User' && !isMine(principal, set) && !isAdmin(principal)) return null
  if (set.owner_type === 'Dashboard' && !owns) throw forbidden()
  return set
}

const record = ({ record: note }: ChangeScope, set: FilterSet, action: Action) => {
  const { name, description, owner_type, owner_id, dashboard_id, params } = set
  return note({ kind: 'filter_set', id: set.id, action, state: { name, description, owner_type, owner_id, dashboard_id, params } })
}

export const createFilterSet = (ctx: WriteContext, writer: Writer, dashboardId: number, sent: NewFilterSet): Promise<FilterSet> =>
  change(ctx, writer, async (scope) => {
    const { principal } = writer
    const owns = await canChange(scope.trx, principal, dashboardId, notFound)
    const owner = { owner_type: sent.owner_type, owner_id: sent.owner_type === 'Dashboard' ? dashboardId : (sent.owner_id ?? -1) }
    const isAllowed = owner.owner_type === 'Dashboard' ? owns : isMine(principal, owner)
    if (!isAllowed) throw forbidden()
    await requireTargets(scope.trx, principal, dashboardId, sent.json_metadata)
    const what = { name: sent.name, description: sent.description ?? null, params: sent.json_metadata, dashboard_id: dashboardId }
    const set = await scope.trx
      .insertInto('filter_sets')
      .values({ ...scope.stamp(), ...what, ...owner, deleted_at: null })
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(scope, set, 'create')
    return set
  })

/** Changes a filter set; it can be given to the dashboard, but not back to a user. @throws 404, 403 */
export const updateFilterSet = (ctx: WriteContext, writer: Writer, place: FilterSetPath, sent: FilterSetChange): Promise<FilterSet> =>
  change(ctx, writer, async (scope) => {
    const found = await findChangeable(scope.trx, writer.principal, place)
    if (!found) throw goneError()
    const { name, description, json_metadata: params, owner_type: owner } = sent
    if (owner === 'Dashboard' && !(await canChange(scope.trx, writer.principal, place.dashboard_id, goneError))) throw forbidden()
    if (params !== undefined) await requireTargets(scope.trx, writer.principal, place.dashboard_id, params)
    const set = await scope.trx
      .updateTable('filter_sets')
      .set({
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(params !== undefined && { params }),
        ...(owner !== undefined && { owner_type: owner, owner_id: place.dashboard_id }),
        changed_on: scope.now,
      })
      .where('id', '=', found.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(scope, set, 'update')
    return set
  })

/** Returns whether the filter set existed. @throws 404, 403 */
export const deleteFilterSet = (ctx: WriteContext, writer: Writer, place: FilterSetPath): Promise<boolean> =>
  change(ctx, writer, async (scope) => {
    const set = await findChangeable(scope.trx, writer.principal, place)
    if (!set) return false
    await scope.trx.updateTable('filter_sets').set({ deleted_at: scope.now }).where('id', '=', set.id).execute()
    await record(scope, set, 'delete')
    return true
  })

/** Permanently deletes all filter sets of a dashboard or a user, with their history. */
export const deleteAllFilterSets = async (trx: Db, of: { dashboard: number } | { user: number }): Promise<void> => {
  const sets = trx.selectFrom('filter_sets').select('id')
  const theirs =
    'dashboard' in of
      ? sets.where('dashboard_id', '=', of.dashboard)
      : sets.where('owner_type', '=', 'User').where('owner_id', '=', of.user)
  await trx.deleteFrom('versions').where('kind', '=', 'filter_set').where('object_id', 'in', theirs).execute()
  await trx.deleteFrom('filter_sets').where('id', 'in', theirs).execute()
}
