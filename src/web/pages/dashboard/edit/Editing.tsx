import { useEffect, type ReactNode } from 'react'
import type { Location } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { visibleLayout } from '#core/filters/scope/visibility.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { useLeaveGuard } from '../../../window/use-leave-guard.ts'
import type { MenuEntry } from '../../../ui/overlay/Menu.tsx'
import { useKeys } from '../../../ui/keys/use-keys.ts'
import type { EditTools } from '../stage/edit-tools.ts'
import { useDashboard, useMount } from '../state/dashboard-context.ts'
import { hasChanges } from '../state/derived.ts'
import { useHost } from '../state/host.ts'
import { useFirstChange, useSave } from '../state/use-save.ts'
import { ChangeBar } from './saving/ChangeBar.tsx'
import { ConflictDialog } from './saving/ConflictDialog.tsx'
import { useKeptDraft } from './saving/use-kept-draft.ts'
import { useClipboard } from './clipboard/use-clipboard.ts'
import { currentLayout } from './actions.ts'
import { editStateOf, useEditState } from './edit-state.ts'
import { EditActions, EditState } from './EditHead.tsx'
import { Gap, UprightLine } from './drag/Gap.tsx'
import { Handles } from './parts/Handles.tsx'
import { MoveDialog } from './parts/MoveDialog.tsx'
import { BuilderPane } from './pane/BuilderPane.tsx'
import { askToRemoveTab } from './parts/remove-tab.tsx'
import { RootZone } from './drag/RootZone.tsx'
import { AddTab, EditableTab } from './parts/EditableTab.tsx'
import { EditableText } from './parts/EditableText.tsx'
import { RemoveButton } from './parts/RemoveButton.tsx'
import { ChartTitle, DashboardTitle, HeaderTitle } from './parts/Titles.tsx'
import { NewChartButton } from './new-chart/NewChartButton.tsx'
import { NewChartSheet } from './new-chart/NewChartSheet.tsx'
import { removeParts } from './selection/arrange.ts'
import { SelectionBar } from './selection/SelectionBar.tsx'
import { partsToChange, setSelection, useSelectionSize } from './selection/selection.ts'
import { useSelectionInput } from './selection/use-selection-input.ts'
import { useUndoWarning } from './undo/use-undo-warning.ts'
import { useDragMonitor } from './drag/use-drag-monitor.ts'
import { useEntries } from './parts/use-entries.tsx'

const ConditionDialog = lazyDialog(async () => (await import('./condition/ConditionDialog.tsx')).ConditionDialog)

const Entries = ({ id, children }: { id: string; children: (entries: () => MenuEntry[]) => ReactNode }) => children(useEntries(id))

export const editTools: EditTools = {
  Handles,
  Gap,
  ChartTitle,
  HeaderTitle,
  DashboardTitle,
  EditState,
  EditActions,
  EditableText,
  EditableTab,
  AddTab,
  RootZone,
  NewChartButton,
  RemoveButton,
  Entries,
}

const leaves = (from: Location, to: Location) => from.pathname !== to.pathname

/** Asks before the page is left with unsaved changes. */
const LeaveGuard = ({ isUnsaved }: { isUnsaved: boolean }) => {
  useLeaveGuard(isUnsaved, leaves)
  return null
}

/** The parts of the edit mode: pane, bar, dragging, keys. They stay mounted while there are unsaved changes. */
export const Editing = () => {
  const { store, root } = useMount()
  const { save } = useSave()
  const { onUnsaved } = useHost()
  const isEditing = useDashboard((state) => state.isEditing)
  const unsaved = useDashboard(hasChanges)
  const chosen = useDashboard((state) => state.selectedId)
  const { undo, redo, select, set } = store.getState()
  useFirstChange()
  useUndoWarning()
  useKeptDraft()
  useDragMonitor()
  useSelectionInput()
  useClipboard()
  const hasSelection = useSelectionSize() > 0
  const conditionOf = useEditState((state) => state.conditionOf)
  const closeCondition = () => editStateOf(store).setState({ conditionOf: null })
  useEffect(() => store.setState({ visibleLayout }), [store])
  const remove = () => {
    const ids = partsToChange(store)
    const [only = ''] = ids
    if (ids.length === 1 && currentLayout(store)[only]?.type === 'TAB') void askToRemoveTab(store, only)
    else removeParts(store, ids)
  }
  const unselect = () => (hasSelection ? setSelection(store, []) : select(null))
  useKeys(
    [
      { keys: '⌘S', label: t('Save the dashboard'), run: () => void save(), always: true },
      { keys: '⌘Z', label: t('Undo'), run: undo },
      { keys: '⇧⌘Z', label: t('Redo'), run: redo },
      { keys: '⌘Y', label: t('Redo'), run: redo },
      ...(chosen || hasSelection
        ? [
            { keys: 'M', label: t('Move what is chosen'), run: () => set({ movingId: partsToChange(store)[0] ?? null }) },
            { keys: 'Delete', label: t('Remove what is chosen'), run: remove },
            { keys: '⌫', label: t('Remove what is chosen'), run: remove },
            { keys: 'Escape', label: t('Choose nothing'), run: unselect },
          ]
        : []),
    ],
    root,
  )
  return (
    <>
      {isEditing && <BuilderPane />}
      {isEditing && <SelectionBar />}
      {isEditing && <NewChartSheet />}
      {isEditing && conditionOf !== null && <ConditionDialog key={conditionOf} id={conditionOf} onClose={closeCondition} />}
      <ChangeBar />
      <UprightLine />
      <MoveDialog />
      <ConflictDialog />
      {!onUnsaved && <LeaveGuard isUnsaved={unsaved} />}
    </>
  )
}
