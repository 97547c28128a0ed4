import { useMemo } from 'react'
import type { Surroundings } from '#core/filters/effective-form.ts'
import { asText } from '#core/query/read.ts'
import { useDashboard } from '../state/dashboard-context.ts'
import { labelColorsOf, masksOnChart } from '../state/derived.ts'
import { useList } from '../state/use-list.ts'

/** What the dashboard adds to a chart's form. The object is stable until something in it changes. */
export const useChartContext = (chartId: number): Surroundings => {
  const dashboardId = useDashboard((state) => state.serverFields.id)
  const masks = useList((state) => masksOnChart(state, chartId))
  const urlParams = useDashboard((state) => state.urlParams)
  const colorScheme = useDashboard((state) => asText(state.history.present.properties.metadata['color_scheme']))
  const labelColors = useDashboard(labelColorsOf)
  return useMemo(
    () => ({ dashboardId, masks, urlParams, colorScheme, labelColors }),
    [dashboardId, masks, urlParams, colorScheme, labelColors],
  )
}
