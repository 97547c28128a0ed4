import { useDashboard } from '../state/dashboard-context.ts'

/** The tab of a tabs component that is open: the chosen one, else the first. */
export const useOpenTab = (id: string): string | undefined =>
  useDashboard((state) => {
    const children = state.layout[id]?.children ?? []
    const chosen = state.open[id]
    return chosen && children.includes(chosen) ? chosen : children[0]
  })
