import { dashboardCharts, dashboardCreate, dashboardGet, dashboardUpdate } from '#api/dashboard.ts'
import { chartsIn } from '#core/layout/tree.ts'
import { readLayout } from '#core/layout/read.ts'
import { withCharts } from '#core/layout/with-charts.ts'
import { writeLayout } from '#core/layout/write.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { call, callRecord } from '../../data/call.ts'
import { CallError } from '../../data/call-error.ts'
import { parseJson } from '../../data/wire/parse-json.ts'

export type NamedChart = { id: number; slice_name: string }

type StoredDashboard = { id: number; dashboard_title: string | null; position_json: string | null; json_metadata: string | null }

/** How many charts were put there, and how many stood there before. */
export type Added = { added: number; known: number }

const columns = ['id', 'dashboard_title', 'position_json', 'json_metadata'] as const

/** The body that saves a dashboard with these charts at its end; null when all of them stand there already. */
export const bodyWith = (dashboard: StoredDashboard, { linked, wanted }: { linked: NamedChart[]; wanted: NamedChart[] }) => {
  // Charts that are linked but stand nowhere in the layout would be lost with it.
  const before = withCharts(readLayout(parseJson(dashboard.position_json || '{}')), linked)
  const there = new Set(chartsIn(before))
  const missing = wanted.filter(({ id }) => !there.has(id))
  if (missing.length === 0) return null
  const { show_native_filters: _unknown, ...metadata } = readObject(dashboard.json_metadata)
  const positions = writeLayout(withCharts(before, missing), dashboard.dashboard_title ?? '')
  return { added: missing.length, json_metadata: JSON.stringify({ ...metadata, positions }) }
}

const attempt = async (id: number, wanted: NamedChart[]): Promise<Added> => {
  const params = { idOrName: String(id) }
  const [{ answer, etag }, charts] = await Promise.all([callRecord(dashboardGet, { params, columns }), call(dashboardCharts, { params })])
  const body = bodyWith(answer.result, { linked: charts.result, wanted })
  if (!body) return { added: 0, known: wanted.length }
  await call(
    dashboardUpdate,
    { params: { pk: id }, body: { json_metadata: body.json_metadata } },
    { headers: etag ? { 'if-match': etag } : {} },
  )
  return { added: body.added, known: wanted.length - body.added }
}

/** Puts charts at the end of a dashboard, behind what somebody else saved meanwhile. */
export const addToDashboard = async (id: number, charts: NamedChart[]): Promise<Added> => {
  try {
    return await attempt(id, charts)
  } catch (error) {
    if (error instanceof CallError && error.status === 412) return attempt(id, charts)
    throw error
  }
}

export const createDashboardNamed = async (title: string): Promise<number> =>
  (await call(dashboardCreate, { body: { dashboard_title: title } })).id
