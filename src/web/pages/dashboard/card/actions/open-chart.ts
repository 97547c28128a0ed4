import type { NavigateFunction } from 'react-router'
import type { FormData } from '#core/query/query-object.ts'
import { basePath } from '../../../../data/base-path.ts'
import type { DashboardStore } from '../../state/store.ts'
import { dashboardPlace, pathWithFilters } from './explore-path.ts'

type Opened = { form: FormData; chartId: number; store: DashboardStore; navigate: NavigateFunction }

/** Opens a chart in explore with the filters in force: in another tab where the press asks for one, as on any link. */
export const openChart = (
  { button, metaKey, ctrlKey, shiftKey }: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey'>,
  { form, chartId, store, navigate }: Opened,
) => {
  const path = pathWithFilters(form, { chartId, ...dashboardPlace(store) })
  if (button === 1 || metaKey || ctrlKey || shiftKey) window.open(basePath() + path)
  else if (button === 0) void navigate(path)
}
