import type { Action, ChangeScope } from '../../db/change.ts'
import { ownerIds } from '../../db/owned.ts'
import type { Db } from '../../db/open.ts'
import { recordSources } from './sources.ts'

const rolesOf = async (db: Db, id: number): Promise<number[]> => {
  const rows = await db.selectFrom('dashboard_roles').select('role_id').where('dashboard_id', '=', id).orderBy('role_id').execute()
  return rows.map((row) => row.role_id)
}

/** Ids of the charts on a dashboard, also of deleted ones. */
export const linkedChartIds = async (db: Db, id: number): Promise<number[]> => {
  const rows = await db.selectFrom('dashboard_charts').select('chart_id').where('dashboard_id', '=', id).orderBy('chart_id').execute()
  return rows.map((row) => row.chart_id)
}

/** Ids of the charts on a dashboard that are not deleted. */
export const chartIdsOf = async (db: Db, id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .select('dashboard_charts.chart_id')
    .where('dashboard_charts.dashboard_id', '=', id)
    .where('charts.deleted_at', 'is', null)
    .orderBy('dashboard_charts.chart_id')
    .execute()
  return rows.map((row) => row.chart_id)
}

/** The state of a dashboard that a version stores. */
export const readDashboardState = async (db: Db, id: number): Promise<Record<string, unknown>> => ({
  ...(await db.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
  owners: await ownerIds(db, 'dashboard', id),
  roles: await rolesOf(db, id),
  charts: await chartIdsOf(db, id),
})

/** Records a change of a dashboard and its sources. @throws AppError 403 for data that the writer may not read */
export const recordDashboard = async (scope: ChangeScope, id: number, action: Action): Promise<number> => {
  if (action !== 'delete') await recordSources(scope, id)
  return scope.record({ kind: 'dashboard', id, action, state: await readDashboardState(scope.trx, id) })
}
