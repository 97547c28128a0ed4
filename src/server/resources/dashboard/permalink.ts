import { dashboardPermalinkBody, dashboardPermalinkCreate, dashboardPermalinkGet } from '#api/dashboard.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { userOf } from '#core/access/principal.ts'
import { fieldTexts, pythonText } from '../../http/faults.ts'
import { originOf } from '../../http/origin.ts'
import { serve, type App } from '../../http/serve.ts'
import { getValue, keyOf, putValue } from '../../key-values.ts'
import { idByName } from '../../list/sees.ts'
import { dashboardSpec } from './spec.ts'

type Kept = { dashboardId: string; state: Record<string, unknown> }

export const permalink = (app: App): void => {
  const { ctx } = app

  serve(app, dashboardPermalinkCreate, async ({ principal, params, body, request, reply }) => {
    const parsed = dashboardPermalinkBody.safeParse(body)
    if (!parsed.success) throw new MessageError(400, pythonText(fieldTexts(parsed.error)))
    const id = await idByName(dashboardSpec, { ctx, principal }, params.idOrName, ['slug', 'uuid'])
    const row = id === null ? undefined : await ctx.db.selectFrom('dashboards').select('uuid').where('id', '=', id).executeTakeFirst()
    if (!row) throw new MessageError(404, t('Dashboard not found.'))
    const kept: Kept = { dashboardId: row.uuid, state: parsed.data }
    const ownerId = userOf(principal)?.id ?? null
    const key = keyOf(ctx, 'dashboard_permalink', kept, ownerId)
    await putValue(ctx, 'dashboard_permalink', key, { value: JSON.stringify(kept), ownerId })
    reply.code(201)
    return { key, url: `${originOf(request, ctx.config.basePath)}/superset/dashboard/p/${key}/` }
  })

  serve(app, dashboardPermalinkGet, async ({ principal, params }) => {
    const found = await getValue(ctx, 'dashboard_permalink', params.key)
    if (!found) throw notFound()
    const kept = JSON.parse(found.value) as Kept
    const there = await ctx.db
      .selectFrom('dashboards')
      .select('id')
      .where('uuid', '=', kept.dashboardId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!there || !principal) throw notFound()
    return kept
  })
}
