import type { Layout } from './component.ts'
import { gridId, rootId } from './component.ts'
import { depthOf, isValidChildAt } from './rules.ts'
import { childrenOf, subtree } from './tree.ts'
import { freeWidth } from './width.ts'

/** What is wrong with a layout, in words for a developer; empty when it is sound. */
export const faultsOf = (layout: Layout): string[] => {
  const reached = subtree(layout, rootId)
  const ids = reached.map(({ id }) => id)
  const lost = Object.keys(layout).filter((id) => id !== gridId && !ids.includes(id))
  return [
    ...(childrenOf(layout, rootId).length === 1 ? [] : ['the root has not one child']),
    ...(layout[gridId] ? [] : ['the grid is gone']),
    ...(ids.includes(gridId) || layout[gridId]?.children.length === 0 ? [] : ['a grid that hangs nowhere holds something']),
    ...(new Set(ids).size === ids.length ? [] : ['a component stands twice']),
    ...lost.map((id) => `${id} hangs nowhere`),
    ...reached.flatMap(({ id, type, children }) => [
      ...children.filter((child) => !layout[child]).map((child) => `${id} names ${child}, which is not there`),
      ...childrenOf(layout, id)
        .filter((child) => !isValidChildAt({ type, depth: depthOf(layout, id) }, child.type))
        .map((child) => `${child.type} in ${type} at ${depthOf(layout, id)}`),
      ...(type === 'ROW' && freeWidth(layout, id) < 0 ? [`row ${id} is too full`] : []),
      ...(type === 'TABS' && children.length === 0 ? [`tabs ${id} are empty`] : []),
    ]),
  ]
}
