import { gridId, rootId } from '#core/layout/component.ts'
import { topTabs } from '#core/layout/tree.ts'
import { useLayout } from '../state/dashboard-context.ts'
import { Part } from './Part.tsx'
import { Empty, useIsEmpty } from './empty.ts'
import { useOpenTab } from './use-open-tab.ts'

/** The content of the open top-level tab, or the grid. */
export const Stage = () => {
  const tabs = useLayout((layout) => topTabs(layout)?.id)
  const open = useOpenTab(tabs ?? rootId)
  const isEmpty = useIsEmpty(gridId)
  const container = tabs ? open : gridId
  return (
    <>
      {container && <Part key={container} id={container} />}
      {!tabs && isEmpty && <Empty isTab={false} />}
    </>
  )
}
