import { dashboardCharts, dashboardCreate, dashboardGet, dashboardUpdate } from '#api/dashboard.ts'
import { chartsIn } from '#core/layout/tree.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import { withCharts } from '#core/layout/change/with-charts.ts'
import { writeLayout } from '#core/layout/wire/write.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { call, callRecord } from '../../data/call.ts'
import { CallError } from '../../data/call-error.ts'
import { parseJson } from '../../data/wire/parse-json.ts'

export type NamedChart = { id: number; slice_name: string }

type StoredDashboard = { id: number; dashboard_title: string | null; position_json: string | null; json_metadata: string | null }

/** How many charts were added, and how many were on the dashboard already. */
export type Added = { added: number; alreadyThere: number }

const columns = ['id', 'dashboard_title', 'position_json', 'json_metadata'] as const

type Wanted = { linked: NamedChart[]; wanted: NamedChart[]; /** The tab at whose end the charts go. */ tab?: string | null | undefined }

/** The body that saves a dashboard with these charts at its end; null if it already has all of them. */
export const buildBody = (dashboard: StoredDashboard, { linked, wanted, tab = null }: Wanted) => {
  // Saving the layout would unlink charts that are linked but missing from it.
  const before = withCharts(readLayout(parseJson(dashboard.position_json || '{}')), linked)
  const presentIds = new Set(chartsIn(before))
  const missing = wanted.filter(({ id }) => !presentIds.has(id))
  if (missing.length === 0) return null
  const { show_native_filters: _unknown, ...metadata } = readObject(dashboard.json_metadata)
  const positions = writeLayout(withCharts(before, missing, tab), dashboard.dashboard_title ?? '')
  return { added: missing.length, json_metadata: JSON.stringify({ ...metadata, positions }) }
}

const tryToAdd = async (id: number, wanted: NamedChart[], tab: string | null): Promise<Added> => {
  const params = { idOrName: String(id) }
  const [{ data, etag }, charts] = await Promise.all([callRecord(dashboardGet, { params, columns }), call(dashboardCharts, { params })])
  const body = buildBody(data.result, { linked: charts.result, wanted, tab })
  if (!body) return { added: 0, alreadyThere: wanted.length }
  await call(
    dashboardUpdate,
    { params: { pk: id }, body: { json_metadata: body.json_metadata } },
    { headers: etag ? { 'if-match': etag } : {} },
  )
  return { added: body.added, alreadyThere: wanted.length - body.added }
}

/** Adds charts at the end of a dashboard, or of one of its tabs. Retries once if someone else saved it meanwhile. */
export const addToDashboard = async (id: number, charts: NamedChart[], tab: string | null = null): Promise<Added> => {
  try {
    return await tryToAdd(id, charts, tab)
  } catch (error) {
    if (error instanceof CallError && error.status === 412) return tryToAdd(id, charts, tab)
    throw error
  }
}

export const createDashboardNamed = async (title: string): Promise<number> =>
  (await call(dashboardCreate, { body: { dashboard_title: title } })).id
