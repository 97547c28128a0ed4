import { Lock, SearchX } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../../../data/paths.ts'
import { ButtonLink } from '../../../../ui/button/Button.tsx'
import { EmptyState } from '../../../../ui/feedback/State.tsx'

/** Shown if the dashboard does not exist or is forbidden. */
export const Denied = ({ status }: { status: 404 | 403 }) => {
  const back = <ButtonLink to={paths.dashboards}>{t('All dashboards')}</ButtonLink>
  if (status === 404)
    return (
      <EmptyState
        fills
        icon={<SearchX />}
        title={t('This dashboard was not found')}
        text={t(
          'It was deleted, the address is wrong, or you have no access to it. Its owners can give you access, and bring a deleted one back.',
        )}
        actions={back}
      />
    )
  return (
    <EmptyState
      fills
      icon={<Lock />}
      title={t('You have no access to this dashboard')}
      text={t('Ask one of its owners to give you access to it or to its data.')}
      actions={back}
    />
  )
}
