import type { Component, Layout, Outcome, Place } from './component.ts'
import { newComponent } from './new-component.ts'
import { needsRow } from './rules.ts'
import { dropSubtree, insertChild, parentOf, withComponent, withMeta } from './tree.ts'
import { capacity, freeWidth, minimumWidth, ownWidth } from './width.ts'

const takesWidth = ({ type }: Component) => type === 'CHART' || type === 'MARKDOWN' || type === 'COLUMN' || type === 'DYNAMIC'

/** The component's width, reduced to the free columns; null if that is below its minimum. */
const narrowedWidth = (layout: Layout, id: string, free: number): number | null => {
  const width = Math.min(ownWidth(layout, id), free)
  return width < minimumWidth(layout, id) ? null : width
}

/**
 * Inserts a component that has no parent yet, narrowed to the free columns and wrapped in a row where one is needed.
 * The caller has checked that the rules allow the place. Refuses with `space` if the component is too wide.
 */
export const settle = (layout: Layout, component: Component, { parent, index }: Place): Outcome => {
  const { id } = component
  const container = layout[parent]
  if (!container) return { refused: 'place' }
  const ownRow = needsRow(layout, parent, id)
  const inRow = ownRow || container.type === 'ROW'
  if (!inRow || !takesWidth(component)) {
    if (container.type !== 'ROOT' && minimumWidth(layout, id) > capacity(layout, parent)) return { refused: 'space' }
    return { layout: insertChild(layout, parent, index, id), id }
  }
  const width = narrowedWidth(layout, id, ownRow ? capacity(layout, parent) : freeWidth(layout, parent))
  if (width === null) return { refused: 'space' }
  const fitted = width === component.meta.width ? layout : withMeta(layout, id, { width })
  if (!ownRow) return { layout: insertChild(fitted, parent, index, id), id }
  const row = { ...newComponent(layout, 'ROW'), children: [id] }
  return { layout: insertChild(withComponent(fitted, row), parent, index, row.id), id }
}

/** Removes a row or tabs component that has lost its last child. */
export const withoutEmpty = (layout: Layout, id: string): Layout => {
  const component = layout[id]
  if (!component || component.children.length > 0 || (component.type !== 'ROW' && component.type !== 'TABS')) return layout
  return parentOf(layout, id) ? dropSubtree(layout, id) : layout
}
