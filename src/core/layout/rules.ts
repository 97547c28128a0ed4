import type { Component, ComponentType, Layout } from './component.ts'
import { rootId, unknownTypeKey } from './component.ts'
import { childrenOf, isTopTab, parentOf, pathTo } from './tree.ts'

/** The children that each type may have, and the greatest depth of a parent that may have them. */
const deepest: Partial<Record<ComponentType, Partial<Record<ComponentType, number>>>> = {
  ROOT: { TABS: 0, GRID: 0 },
  GRID: { CHART: 1, DYNAMIC: 1, MARKDOWN: 1, COLUMN: 1, DIVIDER: 1, HEADER: 1, ROW: 1, TABS: 1 },
  ROW: { CHART: 4, DYNAMIC: 4, MARKDOWN: 4, COLUMN: 4 },
  TABS: { TAB: 3 },
  TAB: { CHART: 5, DYNAMIC: 5, MARKDOWN: 5, DIVIDER: 5, HEADER: 5, COLUMN: 3, ROW: 3, TABS: 3 },
  COLUMN: { CHART: 5, HEADER: 5, MARKDOWN: 5, ROW: 3, DIVIDER: 3, TABS: 3 },
}

export const isValidChild = (parent: ComponentType, child: ComponentType, parentDepth: number): boolean =>
  parentDepth <= (deepest[parent]?.[child] ?? -1)

const isUnknown = ({ meta }: Pick<Component, 'meta'>): boolean => meta[unknownTypeKey] !== undefined

/** What a component of an unknown type may have come with. It keeps that, and nothing else can be put into it. */
const anyContent: readonly ComponentType[] = ['CHART', 'MARKDOWN', 'HEADER', 'DIVIDER', 'ROW', 'COLUMN', 'TABS', 'DYNAMIC']

/** Whether a stored component may have a child of this type, at any depth. */
export const isStorable = (parent: Pick<Component, 'type' | 'meta'>, child: ComponentType): boolean =>
  isUnknown(parent) ? anyContent.includes(child) : isValidChild(parent.type, child, 0)

/** Whether a parent in a layout may have a child. Tabs have the depth of their own parent: those in a column can have tabs, too. */
export const isValidChildAt = (parent: { type: ComponentType; depth: number }, child: ComponentType): boolean =>
  isValidChild(parent.type, child, parent.type === 'TABS' ? parent.depth - 1 : parent.depth)

/** Whether a component is wrapped in a new row when it is put into a grid or tab. */
export const wrapsInRow = (parent: ComponentType, child: ComponentType): boolean =>
  (parent === 'GRID' || parent === 'TAB') && (child === 'CHART' || child === 'COLUMN' || child === 'MARKDOWN')

/** The depth of a container's children. Tabs do not add depth, but a top-level tab counts as a grid. */
const below = (type: ComponentType, depth: number, isTop: boolean): number =>
  type === 'TABS' || (type === 'TAB' && !isTop) ? depth : depth + 1

/** Root 0, grid and top-level tab 1, row 2, column 3, row in a column 4. */
export const depthOf = (layout: Layout, id: string): number => {
  const path = pathTo(layout, id)
  return path.reduce((depth, step) => {
    const type = layout[step]?.type ?? 'ROOT'
    return below(type, depth, isTopTab(layout, step))
  }, 0)
}

type Container = { type: ComponentType; depth: number; /** Top-level tabs, or one of them. */ isTop: boolean }

const containerAt = (layout: Layout, id: string): Container | null => {
  const type = layout[id]?.type
  if (!type) return null
  return {
    type,
    depth: depthOf(layout, id),
    isTop: isTopTab(layout, id) || (type === 'TABS' && layout[rootId]?.children.includes(id) === true),
  }
}

/** Whether a container wraps such a child in a row. */
const wraps = (parent: Container, child: ComponentType): boolean =>
  wrapsInRow(parent.type, child) && isValidChild(parent.type, 'ROW', parent.depth)

/** Whether a container may hold a component with all its descendants. */
const fitsIn = (layout: Layout, id: string, parent: Container): boolean => {
  const component = layout[id]
  if (!component) return false
  const { type } = component
  const depth = below(parent.type, parent.depth, parent.isTop)
  if (wraps(parent, type)) return fitsIn(layout, id, { type: 'ROW', depth, isTop: false })
  if (!isValidChildAt(parent, type)) return false
  if (isUnknown(component)) return true
  const isTop = (type === 'TAB' && parent.isTop) || (type === 'TABS' && parent.type === 'ROOT')
  return childrenOf(layout, id).every((child) => fitsIn(layout, child.id, { type, depth, isTop }))
}

/** Whether `parent` may hold `id` with all its descendants. A container like the present one is always allowed. */
export const canHold = (layout: Layout, parent: string, id: string): boolean => {
  const container = containerAt(layout, parent)
  const path = pathTo(layout, parent)
  if (!container || path[0] !== rootId || parent === id || path.includes(id)) return false
  const present = parentOf(layout, id)
  const before = present && containerAt(layout, present.id)
  if (before && before.type === container.type && before.depth === container.depth && before.isTop === container.isTop) return true
  return fitsIn(layout, id, container)
}

/** Whether `id` is wrapped in a new row when it is put into `parent`. */
export const needsRow = (layout: Layout, parent: string, id: string): boolean => {
  const container = containerAt(layout, parent)
  const type = layout[id]?.type
  return container !== null && type !== undefined && wraps(container, type)
}
