import type { Layout } from './component.ts'
import { gridId, rootId } from './component.ts'
import { newComponent } from './new-component.ts'
import { childrenOf, detach, dropSubtree, topTabs, withChildren, withComponent } from './tree.ts'
import { withoutEmpty } from './settle.ts'

/** Makes tabs the top-level tabs: the grid's children are appended to the first tab. The same layout if it has top-level tabs already. */
export const putTabsOnTop = (layout: Layout, id: string): Layout => {
  if (topTabs(layout) || layout[id]?.type !== 'TABS') return layout
  const lifted = detach(layout, id)
  const first = lifted[lifted[id]?.children[0] ?? '']
  const rest = lifted[gridId]?.children ?? []
  const filled = first ? withChildren(lifted, first.id, [...first.children, ...rest]) : lifted
  return withChildren(withChildren(filled, gridId, []), rootId, [id])
}

/** Adds new top-level tabs. */
export const createTopTabs = (layout: Layout): { layout: Layout; id: string } => {
  const tab = newComponent(layout, 'TAB')
  const tabs = { ...newComponent(layout, 'TABS'), children: [tab.id] }
  return { layout: putTabsOnTop(withComponent(withComponent(layout, tab), tabs), tabs.id), id: tabs.id }
}

/** Removes the top-level tabs and appends the children of all tabs to the grid, in order. */
export const deleteTopTabs = (layout: Layout): Layout => {
  const tabs = topTabs(layout)
  if (!tabs) return layout
  const contents = tabs.children.flatMap((tab) => layout[tab]?.children ?? [])
  const emptied = tabs.children.reduce((next, tab) => withChildren(next, tab, []), layout)
  const grid = layout[gridId]?.children ?? []
  return withChildren(withChildren(dropSubtree(emptied, tabs.id), gridId, [...grid, ...contents]), rootId, [gridId])
}

/** Puts the grid back below the root after the top-level tabs were removed. */
export const withRootChild = (layout: Layout): Layout =>
  childrenOf(layout, rootId).length > 0 ? layout : withChildren(layout, rootId, [gridId])

export const withoutEmptyParent = (layout: Layout, id: string): Layout => withRootChild(withoutEmpty(layout, id))
