import { isLent } from '../data/record.ts'
import { useDashboard } from '../state/dashboard-context.ts'

/** Whether the viewer may read a dataset only through the dashboard. */
export const useIsLent = (datasource: string): boolean => useDashboard((state) => isLent(state.datasets[datasource]))
