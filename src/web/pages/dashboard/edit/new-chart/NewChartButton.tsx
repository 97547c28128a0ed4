import { Plus } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../../../data/session.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { useDashboardStore } from '../../state/dashboard-context.ts'
import { editStateOf } from '../edit-state.ts'

/** Opens the creation of a chart over the dashboard; `short`: as an icon. */
export const NewChartButton = ({ short = false }: { short?: boolean }) => {
  const store = useDashboardStore()
  const mayCreate = useSession().hasPermission('can_write', 'Chart')
  const create = () => editStateOf(store).setState({ isCreatingChart: true })
  if (!mayCreate) return null
  return short ? (
    <Button icon={<Plus />} aria-label={t('Create a new chart')} title={t('Create a new chart')} onClick={create}>
      {null}
    </Button>
  ) : (
    <Button onClick={create}>{t('Create a new chart')}</Button>
  )
}
