import type { Layout } from '../component.ts'
import { gridId, rootId } from '../component.ts'
import { deleteTopTabs, withoutEmptyParent } from '../top-level-tabs.ts'
import { dropSubtree, parentOf, topTabs } from '../tree.ts'

/** Removes a component with its descendants, and a parent row or tabs component left empty. The content of top-level tabs moves to the grid. */
export const remove = (layout: Layout, id: string): Layout => {
  if (id === rootId || id === gridId || !layout[id]) return layout
  if (topTabs(layout)?.id === id) return deleteTopTabs(layout)
  const parent = parentOf(layout, id)
  const left = dropSubtree(layout, id)
  return parent ? withoutEmptyParent(left, parent.id) : left
}
