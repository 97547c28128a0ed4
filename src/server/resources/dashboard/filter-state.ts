import { filterStateCreate, filterStateDelete, filterStateGet, filterStateUpdate } from '#api/dashboard-links.ts'
import { isAllowed } from '#core/access/can.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { serve, type App } from '../../http/serve.ts'
import { deleteValue, getValue, putValue, ensureTabKey } from '../../db/key-values.ts'
import { requireTargets } from './sources.ts'

/** The key includes the dashboard, so that it is invalid for others. */
const nameOf = (dashboardId: number, key: string) => `${dashboardId}/${key}`

const requireDashboard = async (ctx: Pick<Context, 'db'>, principal: Principal, id: number): Promise<void> => {
  const subject = await subjectOf(ctx.db, 'dashboard', id)
  if (!subject || !isAllowed(principal, 'see', subject)) throw new MessageError(404, t('Resource was not found.'))
}

const requireOwner = (principal: Principal, ownerId: number | null): void => {
  if (ownerId !== (userOf(principal)?.id ?? null)) throw new MessageError(403, t("You don't have permission to modify the value."))
}

/** Native filter state of a browser tab, by key. */
export const filterState = (app: App): void => {
  const { ctx } = app

  serve(app, filterStateCreate, async ({ principal, params, query, body, reply }) => {
    await requireDashboard(ctx, principal, params.pk)
    await requireTargets(ctx.db, principal, params.pk, body.value)
    const ownerId = userOf(principal)?.id ?? null
    const key = await ensureTabKey(ctx, { place: ['filter_state', params.pk], tabId: query.tab_id, ownerId })
    await putValue(ctx, 'filter_state', nameOf(params.pk, key), { value: body.value, ownerId })
    reply.code(201)
    return { key }
  })

  serve(app, filterStateGet, async ({ principal, params }) => {
    await requireDashboard(ctx, principal, params.pk)
    const found = await getValue(ctx, 'filter_state', nameOf(params.pk, params.key))
    if (!found) throw notFound()
    return { value: found.value }
  })

  serve(app, filterStateUpdate, async ({ principal, params, query, body }) => {
    await requireDashboard(ctx, principal, params.pk)
    const ownerId = userOf(principal)?.id ?? null
    const found = await getValue(ctx, 'filter_state', nameOf(params.pk, params.key))
    if (found) requireOwner(principal, found.ownerId)
    await requireTargets(ctx.db, principal, params.pk, body.value)
    const key = await ensureTabKey(ctx, { place: ['filter_state', params.pk], tabId: query.tab_id, ownerId })
    await putValue(ctx, 'filter_state', nameOf(params.pk, key), { value: body.value, ownerId })
    return { key }
  })

  serve(app, filterStateDelete, async ({ principal, params }) => {
    await requireDashboard(ctx, principal, params.pk)
    const found = await getValue(ctx, 'filter_state', nameOf(params.pk, params.key))
    if (!found) throw notFound()
    requireOwner(principal, found.ownerId)
    await deleteValue(ctx, 'filter_state', nameOf(params.pk, params.key))
    return { message: t('Deleted successfully') }
  })
}
