import { Pencil } from 'lucide-react'
import { use } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useDashboardActions } from '../head/use-dashboard-actions.ts'
import { EditContext } from './edit-tools.ts'
import css from './Stage.module.css'

const EmptyDashboard = () => {
  const tools = use(EditContext)
  const { edit, canEdit } = useDashboardActions()
  const isNarrow = useNarrow()
  if (!tools)
    return (
      <EmptyState
        title={t('There are no charts added to this dashboard')}
        text={canEdit && t('Edit the dashboard to add some.')}
        actions={
          canEdit && (
            <Button kind="primary" icon={<Pencil />} onClick={edit}>
              {t('Edit dashboard')}
            </Button>
          )
        }
      />
    )
  return (
    <EmptyState
      className={css['empty'] ?? ''}
      title={t('Drag and drop components and charts to the dashboard')}
      text={
        isNarrow
          ? t('You can create a new chart; existing ones are added on a wider screen')
          : t('You can create a new chart or use existing ones from the panel on the right')
      }
      actions={<tools.NewChartButton />}
    />
  )
}

const EmptyTab = () => {
  const tools = use(EditContext)
  const { edit, canEdit } = useDashboardActions()
  return (
    <div className={css['emptyTab']}>
      <p>{tools ? t('Drag and drop components to this tab') : t('There are no components added to this tab')}</p>
      {tools ? <tools.NewChartButton /> : canEdit && <Button onClick={edit}>{t('Edit dashboard')}</Button>}
    </div>
  )
}

/** Shown in a dashboard or tab without components. */
export const EmptyContainer = ({ isTab }: { isTab: boolean }) => (isTab ? <EmptyTab /> : <EmptyDashboard />)
