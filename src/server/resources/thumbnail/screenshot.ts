import type { FastifyRequest } from 'fastify'
import { chartCacheScreenshot, dashboardCacheScreenshot } from '#api/thumbnail.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../../http/edge/origin.ts'
import { serve, type App } from '../../http/serve.ts'
import { thumbnailDigest } from '../../list/thumbnail.ts'
import { drawChart, drawDashboard } from './picture.ts'

/** In px. */
const defaultSize = { width: 1600, height: 1200 }

type ScreenshotRequest = { kind: 'chart' | 'dashboard'; id: number; principal: Principal; request: FastifyRequest }
type Size = { width: number; height: number }

const tables = { chart: 'charts', dashboard: 'dashboards' } as const

/** Describes a drawn picture; its address draws it again if it is no longer cached. */
const describeScreenshot = async (ctx: Context, { kind, id, principal, request }: ScreenshotRequest, { width, height }: Size) => {
  const row = await ctx.db.selectFrom(tables[kind]).select(['uuid', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
  const digest = thumbnailDigest(row.uuid, row.version, userOf(principal)?.id ?? null)
  const origin = originOf(request, ctx.config)
  return {
    cache_key: digest,
    image_url: `${origin}/api/v1/${kind}/${id}/screenshot/${digest}/?width=${width}&height=${height}`,
    task_status: 'Updated',
    task_updated_at: ctx.now().toISOString(),
  }
}

/** Screenshots on request, drawn before the response. */
export const screenshots = (app: App): void => {
  const { ctx } = app

  serve(app, chartCacheScreenshot, async ({ principal, params, q, request, reply, signal }) => {
    const [width, height] = q.thumb_size ?? q.window_size ?? [defaultSize.width, defaultSize.height]
    await drawChart(ctx, { id: params.pk, principal, signal, theme: 'light', width, height, large: true })
    reply.code(202)
    const told = await describeScreenshot(ctx, { kind: 'chart', id: params.pk, principal, request }, { width, height })
    return { ...told, chart_url: `${originOf(request, ctx.config)}/explore/?slice_id=${params.pk}` }
  })

  serve(app, dashboardCacheScreenshot, async ({ principal, params, body, request, reply, signal }) => {
    if (Object.keys(body.dataMask ?? {}).length || body.activeTabs?.length) {
      throw new MessageError(422, t('A picture shows a dashboard as it is saved.'))
    }
    await drawDashboard(ctx, { id: params.pk, principal, signal, theme: 'light', ...defaultSize })
    reply.code(202)
    const told = await describeScreenshot(ctx, { kind: 'dashboard', id: params.pk, principal, request }, defaultSize)
    return { ...told, dashboard_url: `${originOf(request, ctx.config)}/superset/dashboard/${params.pk}/` }
  })
}
