import { parentOf } from '#core/layout/tree.ts'
import { useDashboard } from '../state/dashboard-context.ts'

/** The columns that a component takes of its row. */
export const useSpan = (id: string) => {
  const width = useDashboard((state) => {
    const inRow = parentOf(state.layout, id)?.type === 'ROW'
    return inRow ? state.layout[id]?.meta.width : undefined
  })
  return width === undefined ? {} : { gridColumn: `span ${width}` }
}
