import { topmost } from '#core/layout/tree.ts'
import { useDashboard } from '../../state/dashboard-context.ts'
import type { DashboardStore } from '../../state/store.ts'
import { currentLayout } from '../actions.ts'
import { editStateOf, useEditState } from '../edit-state.ts'

export const useIsSelected = (id: string): boolean => useEditState(({ selected }) => selected.includes(id))

/** How many components are selected; those that no longer exist do not count. */
export const useSelectionSize = (): number => {
  const selected = useEditState((state) => state.selected)
  return useDashboard(({ history }) => selected.filter((id) => history.present.layout[id]).length)
}

export const setSelection = (store: DashboardStore, ids: readonly string[]): void => {
  if (ids.length > 0 || editStateOf(store).getState().selected.length > 0) editStateOf(store).setState({ selected: ids })
}

/** Adds a component to the selection or removes it; the first one added joins the chosen component. */
export const toggleSelected = (store: DashboardStore, id: string): void => {
  const { selected } = editStateOf(store).getState()
  const { selectedId, select } = store.getState()
  const before = selected.length > 0 || selectedId === null || selectedId === id ? selected : [selectedId]
  setSelection(store, selected.includes(id) ? selected.filter((one) => one !== id) : [...before, id])
  select(id)
}

/** The components that an action applies to, in reading order: the selected ones, else the chosen one. */
export const partsToChange = (store: DashboardStore): string[] => {
  const { selectedId } = store.getState()
  const layout = currentLayout(store)
  const selected = topmost(layout, editStateOf(store).getState().selected)
  return selected.length > 0 ? selected : topmost(layout, selectedId === null ? [] : [selectedId])
}

/** The same for the menu of one component, which acts on the selection only if it belongs to it. */
export const partsWith = (store: DashboardStore, id: string): string[] => {
  const { selected } = editStateOf(store).getState()
  return selected.includes(id) ? topmost(currentLayout(store), selected) : [id]
}
