import { Trash2 } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { useDashboardStore } from '../../state/dashboard-context.ts'
import { removePart } from '../actions.ts'

/** In a card that shows nothing any more. */
export const RemoveButton = ({ id }: { id: string }) => {
  const store = useDashboardStore()
  return (
    <Button icon={<Trash2 />} onClick={() => removePart(store, id)}>
      {t('Remove from the dashboard')}
    </Button>
  )
}
