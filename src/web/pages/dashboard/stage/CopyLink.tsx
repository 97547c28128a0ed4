import { Link } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useDashboardActions } from '../head/use-dashboard-actions.ts'
import { useShare } from '../head/use-share.ts'
import { nameOf } from '../state/draft.ts'
import { useLayout } from '../state/dashboard-context.ts'
import css from './Stage.module.css'

/** Copies a link to a tab or header, for those who may share the dashboard. */
export const CopyLink = ({ id }: { id: string }) => {
  const { canShare } = useDashboardActions()
  const { copy } = useShare()
  const name = useLayout((layout) => nameOf(layout, id))
  if (!canShare) return null
  return (
    <IconButton
      dense
      className={css['copyLink']}
      label={t('Copy permalink to clipboard')}
      aria-label={t('Copy permalink to “%(name)s”', { name })}
      icon={<Link />}
      onClick={() => void copy(id)}
      data-screen-only
    />
  )
}
