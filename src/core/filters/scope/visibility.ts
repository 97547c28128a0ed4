import { parentOf, pathTo, withMeta } from '../../layout/tree.ts'
import type { Layout } from '../../layout/component.ts'
import { remove } from '../../layout/change/remove.ts'
import { ownWidth } from '../../layout/width.ts'
import { remembered } from '../../query/remembered.ts'
import type { DataMasks } from '../data-mask.ts'
import { isMet, readCondition } from './condition.ts'

/** Gives the columns of a removed component to those that were beside it, in turn. */
const withFreedWidth = (layout: Layout, row: string, columns: number): Layout => {
  const members = layout[row]?.children ?? []
  let next = layout
  for (let i = 0; i < columns && members.length > 0; i++) {
    const id = members[i % members.length] ?? ''
    next = withMeta(next, id, { width: ownWidth(next, id) + 1 })
  }
  return next
}

/** Removes a component without leaving a hole: its row closes up, and containers that are left empty go, too. */
const withoutPart = (layout: Layout, id: string): Layout => {
  const parent = parentOf(layout, id)
  const next = remove(layout, id)
  if (!parent) return next
  if (parent.type === 'ROW') {
    const outer = parentOf(layout, parent.id)
    if (!next[parent.id]) return outer?.type === 'COLUMN' && next[outer.id]?.children.length === 0 ? withoutPart(next, outer.id) : next
    return withFreedWidth(next, parent.id, ownWidth(layout, id))
  }
  return parent.type === 'COLUMN' && next[parent.id]?.children.length === 0 ? withoutPart(next, parent.id) : next
}

const visibleIn = remembered((layout: Layout) =>
  remembered((masks: DataMasks): Layout => {
    const hidden = Object.values(layout).filter(({ id, type, meta }) => {
      const condition = type === 'TAB' ? null : readCondition(meta)
      return condition !== null && pathTo(layout, id).length > 0 && !isMet(condition, masks)
    })
    return hidden.reduce((next, { id }) => (next[id] ? withoutPart(next, id) : next), layout)
  }),
)

/** The layout as viewers see it: without components whose condition is not met. */
export const visibleLayout = (layout: Layout, masks: DataMasks): Layout => visibleIn(layout)(masks)
