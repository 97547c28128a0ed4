import { useCallback } from 'react'
import { maskOfValue, type Offer } from '#core/filters/values/filter-value.ts'
import { chooseMask, chosenMasks } from '#core/filters/values/pending-masks.ts'
import type { NativeFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { useDashboard, useDashboardStore } from '../../../state/dashboard-context.ts'

/** The value of a filter as it was chosen, applied or not, and how to choose another. */
export const useFilterValue = (filter: NativeFilter) => {
  const store = useDashboardStore()
  const value = useDashboard(({ masks }) => chosenMasks(masks)[filter.id]?.filterState?.value)
  const choose = useCallback(
    (next: unknown, offer: Offer = {}) => {
      const mask = maskOfValue(filter, next, { excludedText: t('(excluded)'), ...offer })
      store.getState().updateMasks((masks) => chooseMask(masks, mask))
    },
    [store, filter],
  )
  return { value, choose }
}
