import { useDashboard } from '../state/dashboard-context.ts'
import { layoutOf, openTabOf } from '../state/derived.ts'

/** The tab of a tabs component that is open: the chosen one, else the first. */
export const useOpenTab = (id: string): string | undefined =>
  useDashboard((state) => openTabOf({ layout: layoutOf(state), openTabs: state.openTabs }, id))
