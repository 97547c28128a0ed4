import { useMemo } from 'react'
import type { MaskNames } from '#core/filters/describe.ts'
import { useDashboard } from './dashboard-context.ts'

/** The names that filters and columns of the dashboard's charts bear. */
export const useMaskNames = (): MaskNames => {
  const filters = useDashboard((state) => state.filters)
  const charts = useDashboard((state) => state.charts)
  const datasets = useDashboard((state) => state.datasets)
  return useMemo(
    () => ({
      filters,
      columnName: (chartId, column) => {
        const dataset = datasets[charts[chartId]?.form_data.datasource ?? '']
        return dataset?.columns.find(({ column_name }) => column_name === column)?.verbose_name || column
      },
    }),
    [filters, charts, datasets],
  )
}
