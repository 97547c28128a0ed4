import { blockingFilters } from '#core/filters/values/pending-masks.ts'
import type { NativeFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../../../ui/button/Button.tsx'
import { useDashboardStore } from '../../../state/dashboard-context.ts'
import { useList } from '../../../state/use-list.ts'
import css from '../FilterBar.module.css'

/** Leads to the filter out of sight without which nothing can be applied. */
export const Blocking = ({ hidden }: { hidden: readonly NativeFilter[] }) => {
  const store = useDashboardStore()
  const [first] = useList((state) => blockingFilters(state.masks, hidden))
  return (
    first && (
      <Button kind="link" className={css['blocking']} onClick={() => store.getState().set({ requestedFilter: first.id })}>
        {t('Set “%(name)s” first', { name: first.name })}
      </Button>
    )
  )
}
