import { isActive, isCrossFilter } from '#core/filters/data-mask.ts'
import { lazyPart } from '../../../../lazy/lazy-part.tsx'
import { useDashboard } from '../../state/dashboard-context.ts'

const CrossFilterList = lazyPart(async () => (await import('./CrossFilterList.tsx')).CrossFilterList)

/** The cross-filters of the dashboard; nothing where there are none. */
export const CrossFilters = () => {
  const hasAny = useDashboard(({ masks }) => Object.values(masks.applied).some((mask) => isCrossFilter(mask.id) && isActive(mask)))
  return hasAny ? <CrossFilterList /> : null
}
