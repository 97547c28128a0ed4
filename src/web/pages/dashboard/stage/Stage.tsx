import { Pencil } from 'lucide-react'
import { use } from 'react'
import { gridId, rootId } from '#core/layout/component.ts'
import { topTabs } from '#core/layout/tree.ts'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useDashboardActions } from '../head/use-dashboard-actions.ts'
import { useLayout } from '../state/dashboard-context.ts'
import { EditContext } from './edit-tools.ts'
import { Part } from './Part.tsx'
import { useOpenTab } from './use-open-tab.ts'
import css from './Stage.module.css'

/** The content of the open top-level tab, or the grid. */
export const Stage = () => {
  const tabs = useLayout((layout) => topTabs(layout)?.id)
  const open = useOpenTab(tabs ?? rootId)
  const container = tabs ? open : gridId
  return (
    <>
      {container && <Part key={container} id={container} />}
      {!tabs && <Empty />}
    </>
  )
}

const Empty = () => {
  const tools = use(EditContext)
  const isEmpty = useLayout((layout) => layout[gridId]?.children.length === 0)
  const { edit, canEdit } = useDashboardActions()
  const isNarrow = useNarrow()
  if (!isEmpty) return null
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
