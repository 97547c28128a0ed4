import { t } from '#core/i18n/t.ts'
import { hasFeature } from '../../../../data/feature-flags.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import css from './FilterBar.module.css'

/** A bar without filters, with the way to the first one for people who may edit. */
export const NoFilters = ({ text }: { text: string }) => {
  const store = useDashboardStore()
  const canEdit = useDashboard((state) => state.canEdit) && hasFeature('DASHBOARD_NATIVE_FILTERS')
  return (
    <div className={css['none']}>
      <p>{text}</p>
      {canEdit && <Button onClick={() => store.getState().set({ dialog: 'filters' })}>{t('Add/Edit Filters')}</Button>}
    </div>
  )
}
