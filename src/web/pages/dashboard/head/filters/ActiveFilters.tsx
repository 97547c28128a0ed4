import { useMemo } from 'react'
import { writtenName } from '#charts/shared/text/written-name.ts'
import { t } from '#core/i18n/t.ts'
import { isActive } from '#core/filters/data-mask.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Chip } from '../../../../ui/Chip.tsx'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { useDescribedMasks } from '../../state/mask-names.ts'
import css from './ActiveFilters.module.css'

/** The active filters and cross-filters, each of which can be cleared. */
export const ActiveFilters = () => {
  const store = useDashboardStore()
  const masks = useDashboard((state) => state.masks.applied)
  const charts = useDashboard((state) => state.charts)
  const active = useDescribedMasks(useMemo(() => Object.values(masks).filter(isActive), [masks]))
  if (active.length === 0) return null
  const clear = (id: string) => store.getState().clearMask(id)
  return (
    <div className={css['row']} role="group" aria-label={t('Filters in force')}>
      {active.map(({ mask: { id }, name, value }) => {
        const words = t('%(name)s: %(value)s', { name, value: writtenName(value, t) })
        const source = charts[Number(id)]?.slice_name
        return (
          <Chip
            key={id}
            set
            title={source ? t('%(words)s, chosen in “%(chart)s”', { words, chart: source }) : words}
            clearLabel={t('Clear “%(name)s”', { name })}
            onClear={() => clear(id)}
          >
            {words}
          </Chip>
        )
      })}
      {active.length > 1 && (
        <Button kind="quiet" dense onClick={() => active.forEach(({ mask }) => clear(mask.id))}>
          {t('Clear all')}
        </Button>
      )}
    </div>
  )
}
