import { useMount } from '../state/dashboard-context.ts'

/** Prefix of tab panel ids, unique on the page. */
export const usePanels = (): string => `panel${useMount().id}`
