import { useQuery } from '@tanstack/react-query'
import { databaseHealth } from '#api/database.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { cx } from '../../ui/cx.ts'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'
import css from './Health.module.css'

const staleMs = 30_000

/** Whether a database answers, with its last error and its queue on hover. */
export const Health = ({ id }: { id: number }) => {
  const { data, isError } = useQuery({
    queryKey: ['database', id, 'health'],
    queryFn: ({ signal }) => call(databaseHealth, { params: { pk: id } }, { signal }),
    staleTime: staleMs,
    retry: false,
  })
  if (isError) return <span className={css['health']}>–</span>
  if (!data) return <span className={css['health']}>{t('Checking…')}</span>
  const { is_reachable: isReachable, last_error: lastError, pool } = data
  const details = [
    lastError &&
      t('Last error, %(time)s: %(message)s', { time: new Date(lastError.at).toLocaleString(t.locale), message: lastError.message }),
    t('Queries running: %(running)s of %(slots)s, waiting: %(waiting)s', pool),
    t('Connections open: %(open)s, idle: %(idle)s', pool),
  ]
  return (
    <Tooltip text={details.filter(Boolean).join('\n')}>
      <span className={css['health']} tabIndex={0}>
        <span className={cx(css['light'], isReachable ? css['good'] : css['bad'])} aria-hidden />
        {isReachable ? t('Reachable') : t('Not reachable')}
      </span>
    </Tooltip>
  )
}
