import { lazyPart } from '../../../lazy/lazy-part.tsx'
import { useDashboard } from '../state/dashboard-context.ts'

/** Whether a container has no components, not even some that are hidden from viewers. */
export const useIsEmpty = (id: string): boolean => useDashboard(({ history }) => history.present.layout[id]?.children.length === 0)

export const Empty = lazyPart(async () => (await import('./EmptyContainer.tsx')).EmptyContainer)
