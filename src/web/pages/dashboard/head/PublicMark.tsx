import { Globe } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useDashboardStore } from '../state/dashboard-context.ts'

/** The mark of a publicly shared dashboard beside its title. The dialog that it opens is loaded then. */
export const PublicMark = () => {
  const store = useDashboardStore()
  return (
    <IconButton
      dense
      label={t('Anyone with the link can view this')}
      icon={<Globe />}
      onClick={() => store.getState().set({ dialog: 'public' })}
    />
  )
}
