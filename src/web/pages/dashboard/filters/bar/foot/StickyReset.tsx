import { RotateCcw } from 'lucide-react'
import { isCrossFilter, startMasks } from '#core/filters/data-mask.ts'
import { isFilter } from '#core/filters/native-filter.ts'
import { areDefaults } from '#core/filters/values/sticky-masks.ts'
import { chosenMasks } from '#core/filters/values/pending-masks.ts'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../../../../ui/button/IconButton.tsx'
import { useDashboard, useDashboardStore } from '../../../state/dashboard-context.ts'
import { filtersOf } from '../../../state/derived.ts'

/** Gives every filter its default value, also for the next visits. */
export const StickyReset = () => {
  const store = useDashboardStore()
  const isDefault = useDashboard((state) => areDefaults(filtersOf(state).filter(isFilter), chosenMasks(state.masks)))
  const reset = () => {
    const filters = filtersOf(store.getState()).filter(isFilter)
    store.getState().updateMasks(({ applied }) => ({
      applied: {
        ...startMasks(filters, {}),
        ...Object.fromEntries(Object.entries(applied).filter(([id]) => isCrossFilter(id))),
      },
      pending: {},
    }))
  }
  return <IconButton label={t('Reset to default')} icon={<RotateCcw />} focusableWhenDisabled disabled={isDefault} onClick={reset} />
}
