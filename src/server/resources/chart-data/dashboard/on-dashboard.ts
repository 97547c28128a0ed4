import { startMasks } from '#core/filters/data-mask.ts'
import { effectiveForm } from '#core/filters/effective-form.ts'
import { isFilter, readFilters } from '#core/filters/native-filter.ts'
import { masksOn, reachOf } from '#core/filters/reach.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import type { FormData } from '#core/query/query-object.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Context } from '../../../context.ts'

type Place = { chartId: number; dashboardId: number }

/** The chart's form data when its dashboard opens, with the default values of the filters in scope; unchanged if it is not on the dashboard. */
export const formOnDashboard = async ({ db }: Pick<Context, 'db'>, form: FormData, { chartId, dashboardId }: Place): Promise<FormData> => {
  const dashboard = await db
    .selectFrom('dashboards')
    .innerJoin('dashboard_charts', 'dashboard_charts.dashboard_id', 'dashboards.id')
    .select(['position_json', 'json_metadata'])
    .where('dashboards.id', '=', dashboardId)
    .where('dashboard_charts.chart_id', '=', chartId)
    .where('dashboards.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!dashboard) return form
  const metadata = readObject(dashboard.json_metadata)
  const layout = readLayout(readObject(dashboard.position_json))
  const filters = readFilters(metadata['native_filter_configuration'])
  const masks = startMasks(filters.filter(isFilter), {})
  return effectiveForm(form, { dashboardId, masks: masksOn(chartId, masks, reachOf(layout, filters, metadata)), urlParams: {} })
}
