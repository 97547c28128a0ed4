import { useMount } from '../state/dashboard-context.ts'

/** Begins the ids of tab panels, which no other dashboard on the page has. */
export const usePanels = (): string => `panel${useMount().id}`
