import { useMemo } from 'react'
import type { DataMask } from '#core/filters/data-mask.ts'
import { describeMask, type MaskDescription } from '#core/filters/describe.ts'
import { useDashboard } from './dashboard-context.ts'
import { boxFiltersOf, filtersOf } from './derived.ts'
import { useList } from './use-list.ts'

/** Masks with readable names of their filters and columns. */
export const useDescribedMasks = (masks: readonly DataMask[]): (MaskDescription & { mask: DataMask })[] => {
  const filters = useDashboard(filtersOf)
  const boxFilters = useDashboard(boxFiltersOf)
  const datasets = useList((state) => masks.map(({ id }) => state.datasets[state.charts[Number(id)]?.form_data.datasource ?? '']))
  return useMemo(
    () =>
      masks.map((mask, i) => {
        const columnName = (column: string) =>
          datasets[i]?.columns.find(({ column_name }) => column_name === column)?.verbose_name || column
        return { mask, ...describeMask(mask, { filters: [...filters, ...boxFilters], columnName }) }
      }),
    [masks, filters, boxFilters, datasets],
  )
}
