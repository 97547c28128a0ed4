import { createContext, useContext } from 'react'
import type { ExploreState, ExploreStore } from './store.ts'

export const ExploreContext = createContext<ExploreStore | null>(null)

export const useExploreStore = (): ExploreStore => {
  const store = useContext(ExploreContext)
  if (!store) throw new Error('used outside the explore page')
  return store
}

/** Selects a part of the page's state. */
export const useExplore = <T>(select: (state: ExploreState) => T): T => useExploreStore()(select)

export const useForm = () => useExplore((state) => state.history.present.form)
