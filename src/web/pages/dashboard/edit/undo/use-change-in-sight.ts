import { useEffect } from 'react'
import { useMount } from '../../state/dashboard-context.ts'
import { useHost } from '../../state/host.ts'
import { bringIntoSight } from '../actions.ts'
import { changedParts, isUndoOrRedo, tabOfChange } from './change-in-sight.ts'

/** Opens the tab of what an undo or a redo changes, where nothing of that is in sight, and scrolls there. */
export const useChangeInSight = () => {
  const mount = useMount()
  const { visitTab } = useHost()
  useEffect(
    () =>
      mount.store.subscribe(({ history, openTabs, reveal }, { history: last }) => {
        if (!isUndoOrRedo(last, history)) return
        const [before, after] = [last.present.layout, history.present.layout]
        const tab = tabOfChange(before, after, openTabs)
        if (tab === null) return
        reveal(tab)
        visitTab?.(tab, mount.store.getState().openTabs, { replace: true })
        const [first] = changedParts(before, after)
        if (first) bringIntoSight(mount, first)
      }),
    [mount, visitTab],
  )
}
