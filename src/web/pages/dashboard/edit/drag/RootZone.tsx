import { rootId } from '#core/layout/component.ts'
import { topTabs } from '#core/layout/tree.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../../ui/cx.ts'
import { useDashboard } from '../../state/dashboard-context.ts'
import css from '../Edit.module.css'

/** Drop zone for top-level tabs, shown while tabs are dragged and the dashboard has none. */
export const RootZone = () => {
  const isWanted = useDashboard((state) => {
    const { layout } = state.history.present
    const { dragged } = state.dragging ?? {}
    if (!dragged || topTabs(layout)) return false
    return ('id' in dragged ? layout[dragged.id]?.type : dragged.type) === 'TABS'
  })
  const isOver = useDashboard(({ dragging }) => dragging?.target?.place.parent === rootId)
  if (!isWanted) return null
  return (
    <div className={cx(css['rootZone'], isOver && css['over'])} data-component={rootId}>
      {t('Drop here for tabs over the whole dashboard')}
    </div>
  )
}
