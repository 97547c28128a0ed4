import { chartCreate, chartGet, chartUpdate } from '#api/chart.ts'
import type { ChartPatch } from '#api/bodies/chart.ts'
import { dashboardCreate } from '#api/dashboard.ts'
import type { RouteResult } from '#api/declare/route.ts'
import type { FormData } from '#core/query/query-object.ts'
import { parseDatasource } from '#core/query/build-query-context.ts'
import { call, callWithEtag } from '../../../data/call.ts'
import { loadedChart } from '../../../frame/chart-registry.ts'
import { buildChartQuery } from '../../../frame/data/query-key.ts'

/** A chart as returned by the chart resource. */
export type StoredChart = RouteResult<typeof chartGet>['result']

/** Reads a saved chart and its version. */
export const readChart = async (id: number, signal?: AbortSignal): Promise<{ chart: StoredChart; etag: string | null }> => {
  const { data, etag } = await callWithEtag(chartGet, { params: { idOrName: String(id) } }, { signal })
  return { chart: data.result, etag }
}

const queryContextText = (form: FormData): string | null => {
  const chart = loadedChart(form.viz_type)
  try {
    return chart ? JSON.stringify(buildChartQuery(form, chart)) : null
  } catch {
    return null
  }
}

const chartBody = (form: FormData) => {
  const { id, type } = parseDatasource(form.datasource)
  return {
    viz_type: form.viz_type,
    datasource_id: Number(id),
    datasource_type: type,
    params: JSON.stringify(form),
    query_context: queryContextText(form),
  }
}

export type DashboardTarget = { kind: 'none' } | { kind: 'dashboard'; id: number } | { kind: 'new-dashboard'; title: string }

/** The id of the dashboard to add a chart to; creates a new dashboard if asked to. */
export const resolveDashboard = async (target: DashboardTarget): Promise<number | null> => {
  if (target.kind === 'dashboard') return target.id
  if (target.kind === 'none') return null
  return (await call(dashboardCreate, { body: { dashboard_title: target.title } })).id
}

/** Creates a chart and returns its id and version. */
export const createChart = async (name: string, form: FormData, dashboards: number[]): Promise<{ id: number; etag: string | null }> => {
  const { data, etag: created } = await callWithEtag(chartCreate, {
    body: { slice_name: name, ...chartBody(form), ...(dashboards.length > 0 && { dashboards }) },
  })
  const { id } = data
  const withId = { ...form, slice_id: id }
  const { etag } = await patchChart(id, { params: JSON.stringify(withId), query_context: queryContextText(withId) }, created)
  return { id, etag }
}

/** Updates a saved chart. Fails with 412 if someone else has changed it since `etag`. */
export const patchChart = async (id: number, patch: Partial<ChartPatch>, etag: string | null): Promise<{ etag: string | null }> => {
  const { etag: written } = await callWithEtag(
    chartUpdate,
    { params: { pk: id }, body: patch },
    etag ? { headers: { 'if-match': etag } } : {},
  )
  return { etag: written }
}

export const overwriteChart = (id: number, content: { name: string; form: FormData; dashboards?: number[] }, etag: string | null) =>
  patchChart(
    id,
    {
      slice_name: content.name,
      ...chartBody({ ...content.form, slice_id: id }),
      ...(content.dashboards && { dashboards: content.dashboards }),
    },
    etag,
  )
