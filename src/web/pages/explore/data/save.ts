import { chartGet } from '#api/chart.ts'
import { dashboardCreate } from '#api/dashboard.ts'
import type { RouteResult } from '#api/declare/route.ts'
import type { FormData } from '#core/query/query-object.ts'
import { call, callWithEtag } from '../../../data/call.ts'
import { chartBody, patchChart } from '../../../frame/data/save-chart.ts'

/** A chart as returned by the chart resource. */
export type StoredChart = RouteResult<typeof chartGet>['result']

/** Reads a saved chart and its version. */
export const readChart = async (id: number, signal?: AbortSignal): Promise<{ chart: StoredChart; etag: string | null }> => {
  const { data, etag } = await callWithEtag(chartGet, { params: { idOrName: String(id) } }, { signal })
  return { chart: data.result, etag }
}

export type DashboardTarget =
  | { kind: 'none' }
  | { kind: 'dashboard'; id: number; /** The tab that shows the chart. */ tab?: string | null }
  | { kind: 'new-dashboard'; title: string }

/** The id of the dashboard to add a chart to; creates a new dashboard if asked to. */
export const resolveDashboard = async (target: DashboardTarget): Promise<number | null> => {
  if (target.kind === 'dashboard') return target.id
  if (target.kind === 'none') return null
  return (await call(dashboardCreate, { body: { dashboard_title: target.title } })).id
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
