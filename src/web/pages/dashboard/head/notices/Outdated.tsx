import { CloudOff, RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { t } from '#core/i18n/t.ts'
import { isUnreachable, readFault } from '../../../../frame/data/fault.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { useCards, useCardsOfPage } from '../../state/dashboard-context.ts'
import css from './Notice.module.css'

/** One notice for all charts that could not be updated. Retries when the network is back. */
export const Outdated = () => {
  const cards = useCardsOfPage()
  const count = useCards(({ statuses }) => Object.values(statuses).filter(({ refreshError }) => refreshError !== undefined).length)
  const reason = useCards(({ statuses }) => Object.values(statuses).find(({ refreshError }) => refreshError !== undefined)?.refreshError)
  useEffect(() => {
    window.addEventListener('online', cards.retryFailed)
    return () => window.removeEventListener('online', cards.retryFailed)
  }, [cards])
  if (count === 0) return null
  const why = isUnreachable(reason) ? t('The server could not be reached.') : `${readFault(reason, null).title.replace(/\.$/, '')}.`
  return (
    <div className={css['notice']} role="alert">
      <CloudOff aria-hidden />
      <span>
        {why} {t.plural(count, '%(count)s chart shows its last picture.', '%(count)s charts show their last picture.')}
      </span>
      <Button dense icon={<RotateCw />} onClick={cards.retryFailed}>
        {t('Try again')}
      </Button>
    </div>
  )
}
