import { t } from '#core/i18n/t.ts'
import { isActive } from '#core/filters/data-mask.ts'
import { isFilter } from '#core/filters/native-filter.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { useDashboard, useDashboardStore } from '../state/dashboard-context.ts'
import css from './ActiveFilters.module.css'

/** What narrows the dashboard now: filters with a value and pressed items of charts, each to be taken away. */
export const ActiveFilters = () => {
  const store = useDashboardStore()
  const masks = useDashboard((state) => state.masks)
  const filters = useDashboard((state) => state.filters)
  const charts = useDashboard((state) => state.charts)
  const active = Object.entries(masks).filter(([, mask]) => isActive(mask))
  if (active.length === 0) return null
  const nameOf = (id: string) => filters.filter(isFilter).find((filter) => filter.id === id)?.name ?? charts[Number(id)]?.slice_name ?? id
  const clear = (id: string) => store.getState().clearMask(id)
  return (
    <div className={css['row']} role="group" aria-label={t('Filters in force')}>
      {active.map(([id, { filterState }]) => {
        const name = nameOf(id)
        const value = filterState?.label ?? String(filterState?.value)
        return (
          <Chip key={id} set title={`${name}: ${value}`} clearLabel={t('Clear “%(name)s”', { name })} onClear={() => clear(id)}>
            <span className={css['name']}>{name}</span> {value}
          </Chip>
        )
      })}
      {active.length > 1 && (
        <Button kind="quiet" dense onClick={() => active.forEach(([id]) => clear(id))}>
          {t('Clear all')}
        </Button>
      )}
    </div>
  )
}
