import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { topmost } from '#core/layout/tree.ts'
import { useDashboardStore } from '../../state/dashboard-context.ts'
import type { DashboardStore } from '../../state/store.ts'
import { currentLayout } from '../actions.ts'

type Selection = { ids: readonly string[] }

const selections = new WeakMap<DashboardStore, UseBoundStore<StoreApi<Selection>>>()

/** Components that were selected together. Kept beside the dashboard's state, because only editing needs it. */
const selectionOf = (store: DashboardStore) => {
  const known = selections.get(store)
  if (known) return known
  const selection = create<Selection>(() => ({ ids: [] }))
  selections.set(store, selection)
  return selection
}

export const useIsSelected = (id: string): boolean => selectionOf(useDashboardStore())(({ ids }) => ids.includes(id))

/** How many components are selected; those that no longer exist do not count. */
export const useSelectionSize = (): number => {
  const store = useDashboardStore()
  const { ids } = selectionOf(store)()
  return store(({ history }) => ids.filter((id) => history.present.layout[id]).length)
}

export const setSelection = (store: DashboardStore, ids: readonly string[]): void => {
  if (ids.length > 0 || selectionOf(store).getState().ids.length > 0) selectionOf(store).setState({ ids })
}

/** Adds a component to the selection or removes it; the first one added joins the chosen component. */
export const toggleSelected = (store: DashboardStore, id: string): void => {
  const { ids } = selectionOf(store).getState()
  const { chosen, choose } = store.getState()
  const before = ids.length > 0 || chosen === null ? ids : [chosen]
  const isSecondPress = ids.includes(id)
  setSelection(store, isSecondPress ? ids.filter((one) => one !== id) : [...before.filter((one) => one !== id), id])
  choose(id)
}

/** The components that an action applies to, in reading order: the selected ones, else the chosen one. */
export const partsToChange = (store: DashboardStore): string[] => {
  const { chosen } = store.getState()
  const layout = currentLayout(store)
  const selected = topmost(layout, selectionOf(store).getState().ids)
  return selected.length > 0 ? selected : topmost(layout, chosen === null ? [] : [chosen])
}

/** The same for the menu of one component, which acts on the selection only if it belongs to it. */
export const partsWith = (store: DashboardStore, id: string): string[] => {
  const { ids } = selectionOf(store).getState()
  return ids.includes(id) ? topmost(currentLayout(store), ids) : [id]
}
