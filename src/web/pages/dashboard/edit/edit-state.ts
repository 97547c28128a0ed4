import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { useDashboardStore } from '../state/dashboard-context.ts'
import type { DashboardStore } from '../state/store.ts'

/** State that only editing needs; it is loaded with its code. */
export type EditState = {
  /** Components that were selected together. */
  selected: readonly string[]
  /** A chart is being created over the dashboard. */
  isCreatingChart: boolean
  /** The component whose condition is being edited. */
  conditionOf: string | null
}

const states = new WeakMap<DashboardStore, UseBoundStore<StoreApi<EditState>>>()

export const editStateOf = (store: DashboardStore) => {
  const known = states.get(store)
  if (known) return known
  const state = create<EditState>(() => ({ selected: [], isCreatingChart: false, conditionOf: null }))
  states.set(store, state)
  return state
}

export const useEditState = <T>(select: (state: EditState) => T): T => editStateOf(useDashboardStore())(select)
