import type { Action, ChangeScope } from '../../db/change.ts'
import type { Db } from '../../db/open.ts'
import { ownerIds } from '../../db/owned.ts'

export const dashboardIdsOf = async (db: Db, chartId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('dashboard_charts')
    .select('dashboard_id')
    .where('chart_id', '=', chartId)
    .orderBy('dashboard_id')
    .execute()
  return rows.map((row) => row.dashboard_id)
}

/** The state of a chart that a version stores. */
export const readChartState = async (db: Db, id: number): Promise<Record<string, unknown>> => ({
  ...(await db.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
  owners: await ownerIds(db, 'chart', id),
  dashboards: await dashboardIdsOf(db, id),
})

export const recordChart = async (scope: ChangeScope, id: number, action: Action): Promise<number> =>
  scope.record({ kind: 'chart', id, action, state: await readChartState(scope.trx, id) })
