import { explorePermalinkCreate, explorePermalinkGet } from '#api/explore.ts'
import { isAllowed } from '#core/access/can.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { serve, type App } from '../../http/serve.ts'
import { originOf } from '../../http/edge/origin.ts'
import { getValue, keyOf, putValue } from '../../db/key-values.ts'
import { isQueryType } from '../chart-data/request/query-source.ts'
import { hasData } from './explored-query.ts'

export type ExplorePermalink = {
  chartId: number | null
  datasourceId: number
  datasourceType: string
  datasource: string
  state: {
    formData: Record<string, unknown>
    urlParams?: unknown[] | null | undefined
    chartState?: Record<string, unknown> | null | undefined
  }
}

/** @throws 404 for an unknown dataset, statement or chart, 403 without access to its data */
const requireData = async (
  ctx: Context,
  principal: Principal,
  { datasourceId: id, datasourceType: type, chartId }: Pick<ExplorePermalink, 'datasourceId' | 'datasourceType' | 'chartId'>,
) => {
  const closed = () => new MessageError(403, t("You don't have access to this dataset."))
  if (!(await hasData(ctx, principal, { id, type }, closed))) throw new MessageError(404, t('Dataset does not exist'))
  const chart = chartId === null ? undefined : await subjectOf(ctx.db, 'chart', chartId)
  if (chart === null || (chart && !isAllowed(principal, 'see', chart))) throw new MessageError(404, t('Chart not found.'))
}

const chartIdOf = (formData: Record<string, unknown>): number | null => {
  const id = Number(formData['slice_id'])
  return Number.isInteger(id) && id > 0 ? id : null
}

/** The value of a permalink, if the principal may read its dataset; null if unknown. */
export const readPermalink = async (ctx: Context, principal: Principal, key: string): Promise<ExplorePermalink | null> => {
  const found = await getValue(ctx, 'explore_permalink', key)
  if (!found) return null
  const kept = JSON.parse(found.value) as ExplorePermalink
  await requireData(ctx, principal, kept)
  return kept
}

export const explorePermalink = (app: App): void => {
  const { ctx } = app

  serve(app, explorePermalinkCreate, async ({ principal, body, request, reply }) => {
    const [, id, type] = /^(\d+)__(\w+)$/.exec(String(body.formData['datasource'])) ?? []
    if (!id || !type) throw new MessageError(400, { formData: ['Missing data for required field.'] })
    if (type !== 'table' && !isQueryType(type)) throw new MessageError(400, [t('Datasource type is invalid')])
    const kept: ExplorePermalink = {
      chartId: chartIdOf(body.formData),
      datasourceId: Number(id),
      datasourceType: type,
      datasource: `${id}__${type}`,
      state: body,
    }
    await requireData(ctx, principal, kept)
    const ownerId = userOf(principal)?.id ?? null
    const key = keyOf(ctx, 'explore_permalink', kept, ownerId)
    await putValue(ctx, 'explore_permalink', key, { value: JSON.stringify(kept), ownerId })
    reply.code(201)
    return { key, url: `${originOf(request, ctx.config)}/superset/explore/p/${key}/` }
  })

  serve(app, explorePermalinkGet, async ({ principal, params }) => {
    const found = await readPermalink(ctx, principal, params.key)
    if (!found) throw notFound()
    return found
  })
}
