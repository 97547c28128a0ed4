import { Share } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Kbd } from '../../../ui/keys/Kbd.tsx'
import css from './Header.module.css'
import { ChartStar, ChartTitle, CopyLinkButton, DashboardsMenu, MoreMenu, RedoButton, SaveState, ShareMenu, UndoButton } from './parts.tsx'
import type { ChartActions } from './use-chart-actions.tsx'

/** Name, state and actions of the chart in one row. */
export const ExploreHeader = ({ actions }: { actions: ChartActions }) => (
  <header className={css['header']}>
    <ChartTitle actions={actions} />
    <ChartStar actions={actions} />
    <DashboardsMenu />
    <span className={css['space']} />
    <SaveState />
    <UndoButton />
    <RedoButton />
    <span className={css['rule']} />
    <CopyLinkButton />
    <ShareMenu actions={actions}>
      <Button icon={<Share />} className={css['share'] ?? ''}>
        {t('Share')}
      </Button>
    </ShareMenu>
    <MoreMenu actions={actions} />
    {actions.canCreate && (
      <Button kind="primary" busy={actions.isSaving} after={<Kbd keys="⌘S" />} onClick={actions.save}>
        {t('Save')}
      </Button>
    )}
  </header>
)
