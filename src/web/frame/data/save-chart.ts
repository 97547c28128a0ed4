import { chartCreate, chartUpdate } from '#api/chart.ts'
import type { ChartPatch } from '#api/bodies/chart.ts'
import type { FormData } from '#core/query/query-object.ts'
import { parseDatasource } from '#core/query/build-query-context.ts'
import { callWithEtag } from '../../data/call.ts'
import { loadedChart } from '../chart-registry.ts'
import { buildChartQuery } from '#charts/query-key.ts'

const queryContextText = (form: FormData): string | null => {
  const chart = loadedChart(form.viz_type)
  try {
    return chart ? JSON.stringify(buildChartQuery(form, chart)) : null
  } catch {
    return null
  }
}

/** The fields of a chart that its form determines. */
export const chartBody = (form: FormData) => {
  const { id, type } = parseDatasource(form.datasource)
  return {
    viz_type: form.viz_type,
    datasource_id: Number(id),
    datasource_type: type,
    params: JSON.stringify(form),
    query_context: queryContextText(form),
  }
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
