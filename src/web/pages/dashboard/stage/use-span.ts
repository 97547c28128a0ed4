import { parentOf } from '#core/layout/tree.ts'
import { useLayout } from '../state/dashboard-context.ts'

/** The columns that a component spans in its row. */
export const useSpan = (id: string) => {
  const width = useLayout((layout) => (parentOf(layout, id)?.type === 'ROW' ? layout[id]?.meta.width : undefined))
  return width === undefined ? {} : { gridColumn: `span ${width}` }
}
