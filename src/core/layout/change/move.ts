import type { Layout, Outcome, Place } from '../component.ts'
import { rootId } from '../component.ts'
import { canHold } from '../rules.ts'
import { settle } from '../settle.ts'
import { putTabsOnTop, withoutEmptyParent } from '../top-level-tabs.ts'
import { detach, insertChild, isTopTab, parentOf, topTabs } from '../tree.ts'

/**
 * Moves a component with its descendants. `index` refers to the destination's children before the move.
 * Returns the same layout if nothing changes; removes a row or tabs component that is left empty.
 */
export const move = (layout: Layout, id: string, to: Place): Outcome => {
  const component = layout[id]
  const from = parentOf(layout, id)
  if (!component || !from) return { refused: 'place' }
  if (to.parent === rootId) {
    if (component.type !== 'TABS' || topTabs(layout)) return { refused: 'place' }
    return { layout: withoutEmptyParent(putTabsOnTop(layout, id), from.id), id }
  }
  if (component.type === 'TAB' && isTopTab(layout, id) && topTabs(layout)?.id !== to.parent && layout[to.parent]?.type === 'TABS')
    return { refused: 'top-level tab' }
  const at = from.children.indexOf(id)
  const index = from.id === to.parent && at < to.index ? to.index - 1 : to.index
  if (from.id === to.parent) return { layout: at === index ? layout : insertChild(detach(layout, id), from.id, index, id), id }
  if (!canHold(layout, to.parent, id)) return { refused: 'place' }
  const settled = settle(detach(layout, id), component, { parent: to.parent, index })
  if (settled.refused) return settled
  const moved = withoutEmptyParent(settled.layout, from.id)
  return isSamePlace(layout, moved, id) ? { layout, id } : { layout: moved, id }
}

/** Whether a single chart was only wrapped in a new row at the place of its old one. */
const isSamePlace = (before: Layout, after: Layout, id: string): boolean => {
  const [oldRow, newRow] = [parentOf(before, id), parentOf(after, id)]
  if (!oldRow || !newRow || oldRow.id === newRow.id || oldRow.type !== 'ROW' || newRow.type !== 'ROW') return false
  if (oldRow.children.length !== 1 || newRow.children.length !== 1 || after[oldRow.id]) return false
  const [oldParent, newParent] = [parentOf(before, oldRow.id), parentOf(after, newRow.id)]
  return oldParent?.id === newParent?.id && oldParent?.children.indexOf(oldRow.id) === newParent?.children.indexOf(newRow.id)
}
