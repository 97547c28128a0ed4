import {
  filterSetCreate,
  filterSetDelete,
  filterSetList,
  filterSetUpdate,
  type FilterSetChange,
  type NewFilterSet,
} from '#api/filter-sets.ts'
import { can } from '#core/access/can.ts'
import { isAdmin, userOf, type Principal } from '#core/access/principal.ts'
import { BodyError, forbidden, MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import type { Row } from '../../db/tables.ts'
import { serve, type App } from '../../http/serve.ts'
import { naive } from '../../list/times.ts'

type FilterSet = Row<'filter_sets'>

const shown = ({ id, name, description, owner_type, owner_id, dashboard_id, params }: FilterSet) => ({
  id,
  name,
  description,
  owner_type,
  owner_id,
  dashboard_id,
  params: JSON.parse(params) as unknown,
})

/** Whether the principal may change the dashboard. @throws what is given when it must not be known */
const mayChange = async (db: Db, principal: Principal, id: number, refuse: () => Error): Promise<boolean> => {
  const subject = await subjectOf(db, 'dashboard', id)
  if (!subject || !can(principal, 'see', subject).allowed) throw refuse()
  return can(principal, 'change', subject).allowed
}

const isMine = (principal: Principal, { owner_type, owner_id }: Pick<FilterSet, 'owner_type' | 'owner_id'>) =>
  owner_type === 'User' && owner_id === userOf(principal)?.id

const gone = () => new BodyError(404, {})

/** A set of the dashboard that the principal knows of and may change, or null where there is none. @throws 404, 403 */
const changeable = async (
  db: Db,
  principal: Principal,
  { dashboard_id, pk }: { dashboard_id: number; pk: number },
): Promise<FilterSet | null> => {
  const owns = await mayChange(db, principal, dashboard_id, gone)
  const set = await db
    .selectFrom('filter_sets')
    .selectAll()
    .where('id', '=', pk)
    .where('dashboard_id', '=', dashboard_id)
    .executeTakeFirst()
  if (!set) return null
  if (set.owner_type === 'User' && !isMine(principal, set) && !isAdmin(principal)) return null
  if (set.owner_type === 'Dashboard' && !owns) throw forbidden()
  return set
}

type Writing = { ctx: Context; principal: Principal }

const create = async ({ ctx, principal }: Writing, dashboardId: number, sent: NewFilterSet): Promise<FilterSet> => {
  const owns = await mayChange(ctx.db, principal, dashboardId, notFound)
  const owner = { owner_type: sent.owner_type, owner_id: sent.owner_type === 'Dashboard' ? dashboardId : (sent.owner_id ?? -1) }
  const isAllowed = owner.owner_type === 'Dashboard' ? owns : isMine(principal, owner)
  if (!isAllowed) throw forbidden()
  const now = ctx.now().toISOString()
  const by = userOf(principal)?.id ?? null
  const what = { name: sent.name, description: sent.description ?? null, params: sent.json_metadata, dashboard_id: dashboardId }
  const stamp = { created_on: now, changed_on: now, created_by_fk: by, changed_by_fk: by }
  return ctx.db
    .insertInto('filter_sets')
    .values({ ...what, ...owner, ...stamp })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A set that is given to the dashboard is from then on everybody's. */
const update = async ({ ctx, principal }: Writing, set: FilterSet, sent: FilterSetChange): Promise<FilterSet> => {
  const { name, description, json_metadata: params, owner_type: owner } = sent
  if (owner === 'Dashboard' && !(await mayChange(ctx.db, principal, set.dashboard_id, gone))) throw forbidden()
  return ctx.db
    .updateTable('filter_sets')
    .set({
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(params !== undefined && { params }),
      ...(owner !== undefined && { owner_type: owner, owner_id: set.dashboard_id }),
      changed_on: ctx.now().toISOString(),
      changed_by_fk: userOf(principal)?.id ?? null,
    })
    .where('id', '=', set.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const filterSets = (app: App): void => {
  const { ctx } = app

  serve(app, filterSetList, async ({ principal, params: { dashboard_id: id } }) => {
    await mayChange(ctx.db, principal, id, () => new MessageError(404, t("dashboard '%(id)s' not found", { id })))
    const sets = await ctx.db.selectFrom('filter_sets').selectAll().where('dashboard_id', '=', id).orderBy('id').execute()
    const known = sets.filter((set) => set.owner_type === 'Dashboard' || isMine(principal, set))
    const result = known.map((set) => ({
      ...shown(set),
      created_on: naive(set.created_on),
      changed_on: naive(set.changed_on),
      created_by_fk: set.created_by_fk,
      changed_by_fk: set.changed_by_fk,
    }))
    return { count: result.length, ids: result.map((set) => set.id), result }
  })

  serve(app, filterSetCreate, async ({ principal, params, body, reply }) => {
    const set = await create({ ctx, principal }, params.dashboard_id, body)
    reply.code(201)
    return shown(set)
  })

  serve(app, filterSetUpdate, async ({ principal, params, body }) => {
    const set = await changeable(ctx.db, principal, params)
    if (!set) throw gone()
    return shown(await update({ ctx, principal }, set, body))
  })

  serve(app, filterSetDelete, async ({ principal, params }) => {
    const set = await changeable(ctx.db, principal, params)
    if (!set) return {}
    await ctx.db.deleteFrom('filter_sets').where('id', '=', set.id).execute()
    return { id: params.dashboard_id }
  })
}
