import { chartCreate, chartGet, chartUpdate } from '#api/chart.ts'
import type { ChartPatch } from '#api/bodies/chart.ts'
import { dashboardCreate } from '#api/dashboard.ts'
import type { RouteResult } from '#api/declare/route.ts'
import type { FormData } from '#core/query/query-object.ts'
import { parseDatasource } from '#core/query/build-query-context.ts'
import { call, callWithEtag } from '../../../data/call.ts'
import { loadedChart } from '../../../frame/chart-registry.ts'
import { buildChartQuery } from '../../../frame/data/query-key.ts'

/** A chart as its own resource shows it. */
export type StoredChart = RouteResult<typeof chartGet>['result']

/** The saved chart with the mark that a later save must still find. */
export const readChart = async (id: number, signal?: AbortSignal): Promise<{ chart: StoredChart; etag: string | null }> => {
  const { data, etag } = await callWithEtag(chartGet, { params: { idOrName: String(id) } }, { signal })
  return { chart: data.result, etag }
}

const contextOf = (form: FormData): string | null => {
  const chart = loadedChart(form.viz_type)
  try {
    return chart ? JSON.stringify(buildChartQuery(form, chart)) : null
  } catch {
    return null
  }
}

const contentOf = (form: FormData) => {
  const { id, type } = parseDatasource(form.datasource)
  return {
    viz_type: form.viz_type,
    datasource_id: Number(id),
    datasource_type: type,
    params: JSON.stringify(form),
    query_context: contextOf(form),
  }
}

export type Where = { kind: 'none' } | { kind: 'dashboard'; id: number } | { kind: 'new-dashboard'; title: string }

/** The dashboard a chart is put on, made first where it is new. */
export const dashboardFor = async (where: Where): Promise<number | null> => {
  if (where.kind === 'dashboard') return where.id
  if (where.kind === 'none') return null
  return (await call(dashboardCreate, { body: { dashboard_title: where.title } })).id
}

/** Saves a new chart; gives back its id. */
export const saveNew = async (name: string, form: FormData, dashboards: number[]): Promise<{ id: number; etag: string | null }> => {
  const { data, etag: created } = await callWithEtag(chartCreate, {
    body: { slice_name: name, ...contentOf(form), ...(dashboards.length > 0 && { dashboards }) },
  })
  const { id } = data
  const withId = { ...form, slice_id: id }
  const { etag } = await patchChart(id, { params: JSON.stringify(withId), query_context: contextOf(withId) }, created)
  return { id, etag }
}

/** Writes over a saved chart. Refused with 412 when somebody else changed it since `etag`. */
export const patchChart = async (id: number, patch: Partial<ChartPatch>, etag: string | null): Promise<{ etag: string | null }> => {
  const { etag: written } = await callWithEtag(
    chartUpdate,
    { params: { pk: id }, body: patch },
    etag ? { headers: { 'if-match': etag } } : {},
  )
  return { etag: written }
}

export const saveOver = (id: number, content: { name: string; form: FormData; dashboards?: number[] }, etag: string | null) =>
  patchChart(
    id,
    {
      slice_name: content.name,
      ...contentOf({ ...content.form, slice_id: id }),
      ...(content.dashboards && { dashboards: content.dashboards }),
    },
    etag,
  )
