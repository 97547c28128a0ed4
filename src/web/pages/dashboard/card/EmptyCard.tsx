import { FunnelX, SearchX } from 'lucide-react'
import type { Indicator } from '#core/filters/indicators.ts'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { useDashboardStore } from '../state/dashboard-context.ts'
import css from './Card.module.css'

/** No rows under the dashboard's filters: what was asked, and the last filter to take away. */
export const EmptyCard = ({ indicators }: { indicators: Indicator[] }) => {
  const store = useDashboardStore()
  const last = indicators.at(-1)
  return (
    <div className={css['state']} role="status">
      <p className={css['stateTitle']}>
        <SearchX aria-hidden />
        {t('Nothing matches')}
      </p>
      <p className={css['stateText']}>
        {t('Asked for: %(filters)s.', { filters: indicators.map(({ name, value }) => `${name} “${value}”`).join(', ') })}
      </p>
      {last && (
        <Button icon={<FunnelX />} onClick={() => store.getState().clearMask(last.id)}>
          {t('Clear “%(name)s”', { name: last.name })}
        </Button>
      )}
    </div>
  )
}
