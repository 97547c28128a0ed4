import type { FormData } from '#core/query/query-object.ts'
import { readLabelColors } from '#core/color/label-colors.ts'
import { asRecord, asText } from '#core/query/read.ts'
import { tabId } from '../../../../data/changes/tab-id.ts'
import { keepExploreContext } from '../../../../data/explore-context.ts'
import type { DashboardStore } from '../../state/store.ts'
import { paths } from '../../../../data/paths.ts'

type Place = { chartId: number; dashboardId: number; metadata: Readonly<Record<string, unknown>> }

/** What identifies the dashboard, and what it lends to its charts. */
export const dashboardPlace = (store: DashboardStore): Pick<Place, 'dashboardId' | 'metadata'> => {
  const { serverFields, history } = store.getState()
  return { dashboardId: serverFields.id, metadata: history.present.properties.metadata }
}

/** The address of a chart in explore, with the filters that are in force on it now and the colours of the dashboard. */
export const pathWithFilters = (form: FormData, { chartId, dashboardId, metadata }: Place): string => {
  const extraFormData = asRecord(form['extra_form_data'])
  const colorScheme = asText(metadata['color_scheme'])
  const labelColors = readLabelColors(metadata)
  const hasContext = [extraFormData, labelColors].some((part) => Object.keys(part).length > 0) || colorScheme !== undefined
  if (!hasContext) return paths.chart(chartId)
  const pageId = `${tabId()}-${dashboardId}-${chartId}`
  keepExploreContext(pageId, { dashboardId, extraFormData, colorScheme, labelColors })
  return `${paths.chart(chartId)}&dashboard_page_id=${pageId}`
}
