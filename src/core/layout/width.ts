import type { Layout } from './component.ts'
import { columnCount, defaultWidth, minWidth } from './grid.ts'
import { childrenOf, parentOf } from './tree.ts'

export const ownWidth = (layout: Layout, id: string): number => layout[id]?.meta.width ?? defaultWidth

/** The columns available inside a component: the width of the nearest enclosing column, itself included, else twelve. */
export const capacity = (layout: Layout, id: string): number => {
  const component = layout[id]
  if (!component) return columnCount
  if (component.type === 'COLUMN') return ownWidth(layout, id)
  const parent = parentOf(layout, id)
  return parent ? capacity(layout, parent.id) : columnCount
}

export const usedWidth = (layout: Layout, row: string): number =>
  childrenOf(layout, row).reduce((sum, child) => sum + ownWidth(layout, child.id), 0)

export const freeWidth = (layout: Layout, row: string): number => capacity(layout, row) - usedWidth(layout, row)

/** The minimum width of a component: one column, or the width of the widest row in it. */
export const minimumWidth = (layout: Layout, id: string): number =>
  layout[id]?.type === 'ROW'
    ? usedWidth(layout, id)
    : childrenOf(layout, id).reduce((widest, child) => Math.max(widest, minimumWidth(layout, child.id)), minWidth)
