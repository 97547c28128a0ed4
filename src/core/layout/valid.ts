import type { Layout } from './component.ts'
import { gridId, rootId } from './component.ts'
import { depthOf, isStorable, isValidChildAt } from './rules.ts'
import { childrenOf, subtree } from './tree.ts'
import { freeWidth } from './width.ts'

/** The violated invariants of a layout, as messages for developers; empty if it is valid. */
export const faultsOf = (layout: Layout): string[] => {
  const reached = subtree(layout, rootId)
  const ids = reached.map(({ id }) => id)
  const lost = Object.keys(layout).filter((id) => id !== gridId && !ids.includes(id))
  return [
    ...(childrenOf(layout, rootId).length === 1 ? [] : ['the root does not have exactly one child']),
    ...(layout[gridId] ? [] : ['the grid is missing']),
    ...(ids.includes(gridId) || layout[gridId]?.children.length === 0 ? [] : ['the grid is outside the tree, but has children']),
    ...(new Set(ids).size === ids.length ? [] : ['a component has two parents']),
    ...lost.map((id) => `${id} cannot be reached from the root`),
    ...reached.flatMap(({ id, type, children, meta }) => [
      ...children.filter((child) => !layout[child]).map((child) => `${id} has the missing child ${child}`),
      ...childrenOf(layout, id)
        .filter(
          (child) =>
            !(type === 'DYNAMIC'
              ? isStorable({ type, meta }, child.type)
              : isValidChildAt({ type, depth: depthOf(layout, id) }, child.type)),
        )
        .map((child) => `${child.type} is not allowed in ${type} at depth ${depthOf(layout, id)}`),
      ...(type === 'ROW' && freeWidth(layout, id) < 0 ? [`row ${id} is wider than its container`] : []),
      ...(type === 'TABS' && children.length === 0 ? [`tabs ${id} have no tab`] : []),
    ]),
  ]
}
