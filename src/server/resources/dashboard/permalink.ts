import { dashboardPermalinkBody, dashboardPermalinkCreate, dashboardPermalinkGet, dashboardPermalinkPage } from '#api/dashboard-links.ts'
import { BodyError, MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { fieldTexts, pythonText } from '../../http/errors/faults.ts'
import { originOf } from '../../http/edge/origin.ts'
import { sendPage, wantsPage } from '../../http/pages.ts'
import { redirectToLogin, sendRedirect } from '../../http/redirect.ts'
import { serve, type App } from '../../http/serve.ts'
import { getValue, keyOf, putValue } from '../../db/key-values.ts'
import { idByName } from '../../list/can-see.ts'
import { dashboardSpec } from './spec.ts'

type PermalinkValue = { dashboardId: string; state: Record<string, unknown> }

export const permalink = (app: App): void => {
  const { ctx } = app

  serve(app, dashboardPermalinkCreate, async ({ principal, params, body, request, reply }) => {
    const parsed = dashboardPermalinkBody.safeParse(body)
    if (!parsed.success) throw new MessageError(400, pythonText(fieldTexts(parsed.error)))
    const id = await idByName(dashboardSpec, { ctx, principal }, params.idOrName, ['slug', 'uuid'])
    const row = id === null ? undefined : await ctx.db.selectFrom('dashboards').select('uuid').where('id', '=', id).executeTakeFirst()
    if (!row) throw new MessageError(404, t('Dashboard not found.'))
    const kept: PermalinkValue = { dashboardId: row.uuid, state: parsed.data }
    const ownerId = userOf(principal)?.id ?? null
    const key = keyOf(ctx, 'dashboard_permalink', kept, ownerId)
    await putValue(ctx, 'dashboard_permalink', key, { value: JSON.stringify(kept), ownerId })
    reply.code(201)
    return { key, url: `${originOf(request, ctx.config)}/superset/dashboard/p/${key}/` }
  })

  /** The value of a permalink, for users who see its dashboard. */
  const keptBehind = async (principal: Principal, key: string): Promise<PermalinkValue | null> => {
    const found = await getValue(ctx, 'dashboard_permalink', key)
    if (!found) return null
    const kept = JSON.parse(found.value) as PermalinkValue
    return (await idByName(dashboardSpec, { ctx, principal }, kept.dashboardId, ['uuid'])) === null ? null : kept
  }

  serve(app, dashboardPermalinkGet, async ({ principal, params }) => {
    const kept = await keptBehind(principal, params.key)
    if (!kept) throw notFound()
    return kept
  })

  serve(app, dashboardPermalinkPage, async ({ principal, params, request, reply }) => {
    if (principal.kind === 'public' && principal.pairs.size === 0) return redirectToLogin(ctx, request, reply)
    const kept = await keptBehind(principal, params.key)
    if (kept) return sendRedirect(reply, `${ctx.config.basePath}${addressOf(params.key, kept)}`)
    if (wantsPage(request)) return sendPage(ctx, reply.code(404))
    throw new BodyError(404, { error: t('Error: Invalid permalink key') })
  })
}

/** The dashboard's address with the shared URL parameters and anchor. */
const addressOf = (key: string, { dashboardId, state }: PermalinkValue): string => {
  const shared = Array.isArray(state['urlParams']) ? (state['urlParams'] as unknown[]) : []
  const pairs = shared.flatMap((pair) => (Array.isArray(pair) && pair.length === 2 ? [[String(pair[0]), String(pair[1])] as const] : []))
  const search = new URLSearchParams([['permalink_key', key], ...pairs.map(([name, value]) => [name, value])])
  const anchor = typeof state['anchor'] === 'string' && state['anchor'] ? `#${encodeURIComponent(state['anchor'])}` : ''
  return `/superset/dashboard/${dashboardId}/?${search.toString()}${anchor}`
}
