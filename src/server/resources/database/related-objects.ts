import type { Principal } from '#core/access/principal.ts'
import { isVisible } from '../../access/is-visible.ts'
import type { Db } from '../../db/open.ts'

const chartsOn = (db: Db, principal: Principal, datasetIds: readonly number[]) =>
  datasetIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('charts')
        .select(['id', 'slice_name', 'viz_type'])
        .where('datasource_id', 'in', [...datasetIds])
        .where('deleted_at', 'is', null)
        .where(isVisible(principal, 'chart'))
        .orderBy('id')
        .execute()

const dashboardsOf = async (db: Db, principal: Principal, chartIds: readonly number[]) => {
  if (chartIds.length === 0) return []
  const rows = await db
    .selectFrom('dashboards')
    .select(['id', 'json_metadata', 'slug', 'dashboard_title'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb(
        'id',
        'in',
        eb
          .selectFrom('dashboard_charts')
          .select('dashboard_id')
          .where('chart_id', 'in', [...chartIds]),
      ),
    )
    .where(isVisible(principal, 'dashboard'))
    .orderBy('id')
    .execute()
  return rows.map(({ id, json_metadata, slug, dashboard_title }) => ({ id, json_metadata, slug, title: dashboard_title }))
}

/** Charts of datasets and their dashboards that the caller may see. */
export const relatedToDatasets = async (db: Db, principal: Principal, datasetIds: readonly number[]) => {
  const charts = await chartsOn(db, principal, datasetIds)
  const dashboards = await dashboardsOf(
    db,
    principal,
    charts.map((chart) => chart.id),
  )
  return { charts: { count: charts.length, result: charts }, dashboards: { count: dashboards.length, result: dashboards } }
}

export const relatedToDatabase = async (db: Db, principal: Principal, databaseId: number) => {
  const datasets = await db
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', databaseId)
    .where('deleted_at', 'is', null)
    .execute()
  const related = await relatedToDatasets(
    db,
    principal,
    datasets.map((dataset) => dataset.id),
  )
  const tabs = await db
    .selectFrom('tab_states')
    .select(['id', 'label', 'active'])
    .where('database_id', '=', databaseId)
    .where('closed_on', 'is', null)
    .orderBy('id')
    .execute()
  const result = tabs.map(({ active, id, label }) => ({ active: active === 1, id, label }))
  return { ...related, sqllab_tab_states: { count: result.length, result } }
}
