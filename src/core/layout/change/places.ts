import { rootId, type Layout, type Place } from '../component.ts'
import { parentOf } from '../tree.ts'

/** Right after a component, after its parent, and so on outwards. */
export const placesAfter = (layout: Layout, id: string): Place[] => {
  const parent = parentOf(layout, id)
  if (!parent || parent.id === rootId) return []
  return [{ parent: parent.id, index: parent.children.indexOf(id) + 1 }, ...placesAfter(layout, parent.id)]
}

export const endOf = (layout: Layout, parent: string): Place => ({ parent, index: layout[parent]?.children.length ?? 0 })
