import type { FormData } from '#core/query/query-object.ts'
import { asRecord } from '#core/query/read.ts'
import { tabId } from '../../../../data/changes/tab-id.ts'
import { keepExploreContext } from '../../../../data/explore-context.ts'
import { paths } from '../../../../data/paths.ts'

type Place = { chartId: number; dashboardId: number }

/** The address of a chart in explore, with the filters that are in force on it now. */
export const pathWithFilters = (form: FormData, { chartId, dashboardId }: Place): string => {
  const extraFormData = asRecord(form['extra_form_data'])
  if (Object.keys(extraFormData).length === 0) return paths.chart(chartId)
  const pageId = `${tabId()}-${dashboardId}-${chartId}`
  keepExploreContext(pageId, { dashboardId, extraFormData })
  return `${paths.chart(chartId)}&dashboard_page_id=${pageId}`
}
