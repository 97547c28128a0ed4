import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, type ReactNode } from 'react'
import type { Location } from 'react-router'
import { isUnsaved } from '#core/undo/history.ts'
import { t } from '#core/i18n/t.ts'
import { useLeaveGuard } from '../../../window/use-leave-guard.ts'
import type { MenuEntry } from '../../../ui/overlay/Menu.tsx'
import { useKeys } from '../../../ui/keys/use-keys.ts'
import type { EditTools } from '../stage/edit-tools.ts'
import { useDashboard, useDashboardStore } from '../state/dashboard-context.ts'
import { useFirstChange, useSave } from '../state/use-save.ts'
import { ChangeBar } from './ChangeBar.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { removePart } from './deeds.ts'
import { Gap, UprightLine } from './Gap.tsx'
import { Handles } from './Handles.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { askWhereTo } from './move-store.ts'
import { BuilderPane } from './pane/BuilderPane.tsx'
import { askToRemoveTab } from './remove-tab.tsx'
import { RootZone } from './RootZone.tsx'
import { AddTab, TabWord } from './TabWord.tsx'
import { TextPlace } from './TextPlace.tsx'
import { useDragMonitor } from './use-drag-monitor.ts'
import { useEntries } from './use-entries.tsx'

const Entries = ({ id, children }: { id: string; children: (entries: MenuEntry[]) => ReactNode }) => children(useEntries(id))

export const editTools: EditTools = { Handles, Gap, TextPlace, TabWord, AddTab, RootZone, Entries }

const leaves = (from: Location, to: Location) => from.pathname !== to.pathname

/** Editing itself: pane, bar, dragging, keys. It stays while changes are unsaved, also when the page is only looked at. */
export const Editing = ({ onReload }: { onReload: () => void }) => {
  const store = useDashboardStore()
  const { save } = useSave()
  const isEditing = useDashboard((state) => state.isEditing)
  const unsaved = useDashboard((state) => isUnsaved(state.history))
  const chosen = useDashboard((state) => state.chosen)
  const { undo, redo, choose } = store.getState()
  useFirstChange()
  useLeaveGuard(unsaved, leaves)
  useDragMonitor()
  useEffect(() => {
    const page = document.querySelector('[data-page]')
    return page ? dropTargetForElements({ element: page }) : undefined
  }, [])
  const remove = () => {
    if (!chosen) return
    if (store.getState().layout[chosen]?.type === 'TAB') void askToRemoveTab(store, chosen)
    else removePart(store, chosen)
  }
  useKeys([
    { keys: '⌘S', label: t('Save the dashboard'), run: () => void save(), always: true },
    { keys: '⌘Z', label: t('Undo'), run: undo },
    { keys: '⇧⌘Z', label: t('Redo'), run: redo },
    { keys: '⌘Y', label: t('Redo'), run: redo },
    ...(chosen
      ? [
          { keys: 'M', label: t('Move what is chosen'), run: () => askWhereTo(chosen) },
          { keys: 'Delete', label: t('Remove what is chosen'), run: remove },
          { keys: '⌫', label: t('Remove what is chosen'), run: remove },
          { keys: 'Escape', label: t('Choose nothing'), run: () => choose(null) },
        ]
      : []),
  ])
  return (
    <>
      {isEditing && <BuilderPane />}
      <ChangeBar />
      <UprightLine />
      <MoveDialog />
      <ConflictDialog onReload={onReload} />
    </>
  )
}
