import type { DashboardSubject } from '#core/access/subject.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import type { Source } from './source.ts'

type Reader = Pick<Context, 'db'>

const readObject = (text: string | null): Record<string, unknown> => {
  try {
    return asRecord(JSON.parse(text || '{}'))
  } catch {
    return {}
  }
}

const isOnDashboard = async ({ db }: Reader, { dashboard, chart, dataset }: { dashboard: number; chart: number; dataset: number }) =>
  (await db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .select('charts.id')
    .where('dashboard_id', '=', dashboard)
    .where('chart_id', '=', chart)
    .where('charts.datasource_id', '=', dataset)
    .where('charts.deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

const hasNativeFilter = async ({ db }: Reader, { dashboard, filter, dataset }: { dashboard: number; filter: string; dataset: number }) => {
  const row = await db.selectFrom('dashboards').select('json_metadata').where('id', '=', dashboard).executeTakeFirst()
  const filters = asList<Record<string, unknown>>(readObject(row?.json_metadata ?? null)['native_filter_configuration'])
  return filters.some(
    (each) => each['id'] === filter && asList<Record<string, unknown>>(each['targets']).some((target) => target['datasetId'] === dataset),
  )
}

/** The dashboard through which a query reads its dataset: one that holds the asking chart, or the asking filter, with this dataset. */
export const throughDashboard = async (
  ctx: Reader,
  form: Record<string, unknown>,
  { dataset }: Source,
): Promise<DashboardSubject | null> => {
  const id = Number(form['dashboardId'] ?? form['dashboard_id'])
  if (!Number.isInteger(id) || id <= 0) return null
  const dashboard = await subjectOf(ctx.db, 'dashboard', id)
  if (!dashboard) return null
  const chart = Number(form['slice_id'])
  const filter = form['native_filter_id']
  const standsThere =
    (Number.isInteger(chart) && chart > 0 && (await isOnDashboard(ctx, { dashboard: id, chart, dataset: dataset.id }))) ||
    (typeof filter === 'string' && (await hasNativeFilter(ctx, { dashboard: id, filter, dataset: dataset.id })))
  return standsThere ? dashboard : null
}
