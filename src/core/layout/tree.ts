import type { Component, Layout } from './component.ts'
import { gridId, rootId } from './component.ts'

const parentsByLayout = new WeakMap<Layout, Map<string, string>>()

const parentsIn = (layout: Layout): Map<string, string> => {
  let parents = parentsByLayout.get(layout)
  if (!parents) {
    parents = new Map(Object.values(layout).flatMap(({ id, children }) => children.map((child) => [child, id] as const)))
    parentsByLayout.set(layout, parents)
  }
  return parents
}

export const parentOf = (layout: Layout, id: string): Component | undefined => layout[parentsIn(layout).get(id) ?? '']

/** Ids from the root down to the direct parent. */
export const pathTo = (layout: Layout, id: string): string[] => {
  const path: string[] = []
  for (let parent = parentOf(layout, id); parent; parent = parentOf(layout, parent.id)) path.unshift(parent.id)
  return path
}

export const childrenOf = (layout: Layout, id: string): Component[] => (layout[id]?.children ?? []).flatMap((child) => layout[child] ?? [])

/** A component and its descendants in reading order, itself first. */
export const subtree = (layout: Layout, id: string): Component[] => {
  const component = layout[id]
  return component ? [component, ...component.children.flatMap((child) => subtree(layout, child))] : []
}

/** The top-level tabs: those that replace the grid. */
export const topTabs = (layout: Layout): Component | undefined => childrenOf(layout, rootId).find(({ type }) => type === 'TABS')

export const isTopTab = (layout: Layout, id: string): boolean => topTabs(layout)?.children.includes(id) ?? false

/** The default container for rows: the grid, or the first top-level tab. */
export const mainContainer = (layout: Layout): string => topTabs(layout)?.children[0] ?? gridId

/** Chart ids in reading order, once per component. */
export const chartsIn = (layout: Layout, id: string = rootId): number[] =>
  subtree(layout, id).flatMap(({ type, meta }) => (type === 'CHART' && typeof meta.chartId === 'number' ? [meta.chartId] : []))

/** Components in reading order, without those that lie inside another one of them. */
export const topmost = (layout: Layout, ids: readonly string[]): string[] => {
  const wanted = new Set(ids)
  return subtree(layout, rootId)
    .map(({ id }) => id)
    .filter((id) => wanted.has(id) && !pathTo(layout, id).some((parent) => wanted.has(parent)))
}

/** The layout with one component changed. */
export const withComponent = (layout: Layout, component: Component): Layout => ({ ...layout, [component.id]: component })

export const withMeta = (layout: Layout, id: string, meta: Component['meta']): Layout => {
  const component = layout[id]
  return component ? withComponent(layout, { ...component, meta: { ...component.meta, ...meta } }) : layout
}

export const withChildren = (layout: Layout, id: string, children: readonly string[]): Layout => {
  const component = layout[id]
  return component ? withComponent(layout, { ...component, children }) : layout
}

export const insertChild = (layout: Layout, parent: string, index: number, id: string): Layout =>
  withChildren(layout, parent, (layout[parent]?.children ?? []).toSpliced(index, 0, id))

/** Removes a component from its parent's children; it stays in the layout with its descendants. */
export const detach = (layout: Layout, id: string): Layout => {
  const parent = parentOf(layout, id)
  return parent
    ? withChildren(
        layout,
        parent.id,
        parent.children.filter((child) => child !== id),
      )
    : layout
}

/** Removes a component with all its descendants. */
export const dropSubtree = (layout: Layout, id: string): Layout => {
  const gone = new Set(subtree(layout, id).map((component) => component.id))
  return Object.fromEntries(Object.entries(detach(layout, id)).filter(([key]) => !gone.has(key)))
}
