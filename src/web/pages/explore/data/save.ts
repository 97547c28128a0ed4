import { chartCreate, chartGet, chartUpdate } from '#api/chart.ts'
import type { ChartPatch } from '#api/chart.ts'
import { dashboardCreate } from '#api/dashboard.ts'
import type { FormData } from '#core/query/query-object.ts'
import { parseDatasource } from '#core/query/build-query-context.ts'
import { call, callRaw } from '../../../data/call.ts'
import type { CallInput } from '../../../data/call.ts'
import { parseJson } from '../../../data/parse-json.ts'
import { loadedChart } from '../../../frame/chart-registry.ts'
import { questionOf } from '../../../frame/query-key.ts'

/** A chart as its own resource shows it. */
export type ChartRecord = {
  id: number
  slice_name: string
  description: string | null
  cache_timeout: string | number | null
  certified_by: string | null
  certification_details: string | null
  is_managed_externally?: boolean
  owners: { id: number; first_name?: string; last_name?: string }[]
  dashboards: { id: number; dashboard_title: string }[]
  changed_on_delta_humanized?: string
}

/** The saved chart with the mark that a later save must still find. */
export const readChart = async (id: number, signal?: AbortSignal): Promise<{ chart: ChartRecord; etag: string | null }> => {
  const response = await callRaw(chartGet, { params: { idOrName: String(id) } }, { signal })
  const { result } = parseJson(await response.text()) as { result: ChartRecord }
  return { chart: result, etag: response.headers.get('etag') }
}

const contextOf = (form: FormData): string | null => {
  const chart = loadedChart(form.viz_type)
  try {
    return chart ? JSON.stringify(questionOf(form, chart)) : null
  } catch {
    return null
  }
}

const contentOf = (form: FormData) => {
  const { id, type } = parseDatasource(form.datasource)
  return {
    viz_type: form.viz_type,
    datasource_id: Number(id),
    datasource_type: (type ?? 'table') as 'table',
    params: JSON.stringify(form),
    query_context: contextOf(form),
  }
}

export type Where = { kind: 'none' } | { kind: 'dashboard'; id: number } | { kind: 'new-dashboard'; title: string }

/** The dashboard a chart is put on, made first where it is new. */
export const dashboardFor = async (where: Where): Promise<number | null> => {
  if (where.kind === 'dashboard') return where.id
  if (where.kind === 'none') return null
  const made = (await call(dashboardCreate, {
    body: { dashboard_title: where.title } as NonNullable<CallInput<typeof dashboardCreate>['body']>,
  })) as { id: number }
  return made.id
}

/** Saves a new chart; gives back its id. */
export const saveNew = async (name: string, form: FormData, dashboards: number[]): Promise<{ id: number; etag: string | null }> => {
  const response = await callRaw(chartCreate, {
    body: { slice_name: name, ...contentOf(form), ...(dashboards.length > 0 && { dashboards }) },
  })
  const { id } = (await response.json()) as { id: number }
  const withId = { ...form, slice_id: id }
  const { etag } = await patchChart(id, { params: JSON.stringify(withId), query_context: contextOf(withId) }, response.headers.get('etag'))
  return { id, etag }
}

/** Writes over a saved chart. Refused with 412 when somebody else changed it since `etag`. */
export const patchChart = async (id: number, patch: Partial<ChartPatch>, etag: string | null): Promise<{ etag: string | null }> => {
  const response = await callRaw(chartUpdate, { params: { pk: id }, body: patch }, etag ? { headers: { 'if-match': etag } } : {})
  return { etag: response.headers.get('etag') }
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
