import { filterSetCreate, filterSetDelete, filterSetList, filterSetUpdate } from '#api/filter-sets.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { writerOf } from '../../db/owned.ts'
import { serve, type App } from '../../http/serve.ts'
import { withoutZone } from '../../list/times.ts'
import { createFilterSet, deleteFilterSet, filterSetsOf, canChange, updateFilterSet, type FilterSet } from './filter-set-store.ts'

const toWire = ({ id, name, description, owner_type, owner_id, dashboard_id, params }: FilterSet) => ({
  id,
  name,
  description,
  owner_type,
  owner_id,
  dashboard_id,
  params: JSON.parse(params) as unknown,
})

export const filterSets = (app: App): void => {
  const { ctx } = app

  serve(app, filterSetList, async ({ principal, params: { dashboard_id: id } }) => {
    await canChange(ctx.db, principal, id, () => new MessageError(404, t("dashboard '%(id)s' not found", { id })))
    const result = (await filterSetsOf(ctx.db, principal, id)).map((set) => ({
      ...toWire(set),
      created_on: withoutZone(set.created_on),
      changed_on: withoutZone(set.changed_on),
      created_by_fk: set.created_by_fk,
      changed_by_fk: set.changed_by_fk,
    }))
    return { count: result.length, ids: result.map((set) => set.id), result }
  })

  serve(app, filterSetCreate, async ({ principal, params, body, reply }) => {
    const set = await createFilterSet(ctx, writerOf(principal, undefined), params.dashboard_id, body)
    reply.code(201)
    return toWire(set)
  })

  serve(app, filterSetUpdate, async ({ principal, params, body }) =>
    toWire(await updateFilterSet(ctx, writerOf(principal, undefined), params, body)),
  )

  serve(app, filterSetDelete, async ({ principal, params }) =>
    (await deleteFilterSet(ctx, writerOf(principal, undefined), params)) ? { id: params.dashboard_id } : {},
  )
}
