import { useDashboard } from '../state/dashboard-context.ts'

/** Whether the viewer may read a dataset only through the dashboard, and may not make charts of it. */
export const useIsLent = (datasource: string): boolean => useDashboard((state) => state.datasets[datasource]?.is_lent === true)
