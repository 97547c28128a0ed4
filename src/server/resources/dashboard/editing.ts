import {
  dashboardDraftDelete,
  dashboardDraftGet,
  dashboardDraftPut,
  dashboardEditorsPut,
  type DashboardDraft,
} from '#api/dashboard-editing.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import { deleteValue, getValue, putValue, valuesSince } from '../../db/key-values.ts'
import { requireAccess } from '../../db/owned.ts'
import { serve, type App } from '../../http/serve.ts'

/** Somebody who has not said so for this long is no longer editing. Pages say it three times as often. */
const goneAfterMs = 60_000

const editorId = async ({ db }: Pick<Context, 'db'>, principal: Principal, id: number): Promise<number> => {
  await requireAccess(db, principal, 'change', { kind: 'dashboard', id })
  return userOf(principal)?.id ?? 0
}

/** What people do with a dashboard before they save it: their drafts, and that they are there. */
export const editing = (app: App): void => {
  const { ctx } = app

  serve(app, dashboardDraftGet, async ({ principal, params }) => {
    const user = await editorId(ctx, principal, params.pk)
    const found = await getValue(ctx, 'dashboard_draft', `${params.pk}/${user}`)
    return { result: found && { ...(JSON.parse(found.value) as DashboardDraft), changed_on: found.changedOn } }
  })

  serve(app, dashboardDraftPut, async ({ principal, params, body }) => {
    const user = await editorId(ctx, principal, params.pk)
    await putValue(ctx, 'dashboard_draft', `${params.pk}/${user}`, { value: JSON.stringify(body), ownerId: user })
    return { message: 'OK' }
  })

  serve(app, dashboardDraftDelete, async ({ principal, params }) => {
    const user = await editorId(ctx, principal, params.pk)
    await deleteValue(ctx, 'dashboard_draft', `${params.pk}/${user}`)
    return { message: t('Deleted successfully') }
  })

  serve(app, dashboardEditorsPut, async ({ principal, params, body }) => {
    const user = await editorId(ctx, principal, params.pk)
    const prefix = `${params.pk}/`
    const key = `${prefix}${user}/${body.tab_id}`
    if (body.is_editing) await putValue(ctx, 'dashboard_editor', key, { value: '', ownerId: user })
    else await deleteValue(ctx, 'dashboard_editor', key)
    const present = await valuesSince(ctx, 'dashboard_editor', { prefix, since: new Date(ctx.now().getTime() - goneAfterMs) })
    const ids = new Set(present.filter((one) => one.key !== key).flatMap(({ ownerId }) => ownerId ?? []))
    if (ids.size === 0) return { result: [] }
    const people = ctx.db.selectFrom('users').select(['id', 'first_name', 'last_name'])
    return {
      result: await people
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute(),
    }
  })
}
