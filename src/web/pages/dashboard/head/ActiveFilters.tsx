import { writtenName } from '#charts/shared/text/written-name.ts'
import { t } from '#core/i18n/t.ts'
import { isActive } from '#core/filters/data-mask.ts'
import { describeMask } from '#core/filters/describe.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { useDashboard, useDashboardStore } from '../state/dashboard-context.ts'
import { useMaskNames } from '../state/mask-names.ts'
import css from './ActiveFilters.module.css'

/** What narrows the dashboard now: filters with a value and pressed items of charts, each to be taken away. */
export const ActiveFilters = () => {
  const store = useDashboardStore()
  const masks = useDashboard((state) => state.masks)
  const names = useMaskNames()
  const charts = useDashboard((state) => state.charts)
  const active = Object.entries(masks).filter(([, mask]) => isActive(mask))
  if (active.length === 0) return null
  const clear = (id: string) => store.getState().clearMask(id)
  return (
    <div className={css['row']} role="group" aria-label={t('Filters in force')}>
      {active.map(([id, mask]) => {
        const { name, value } = describeMask(id, mask, names)
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
        <Button kind="quiet" dense onClick={() => active.forEach(([id]) => clear(id))}>
          {t('Clear all')}
        </Button>
      )}
    </div>
  )
}
