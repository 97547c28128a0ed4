import type { Layout, Outcome } from '../component.ts'
import { parentOf } from '../tree.ts'
import { freeWidth, ownWidth } from '../width.ts'
import { copySubtree } from './copy-subtree.ts'
import { put } from './put.ts'

/** Whether the row of a component has room for a copy of the same width. */
const fits = (layout: Layout, id: string, parent: string): boolean => {
  if (parent !== 'ROW') return true
  const row = parentOf(layout, id)
  return row !== undefined && freeWidth(layout, row.id) >= ownWidth(layout, id)
}

/** Inserts a copy right after the original, or in a new row below if its row is full. */
export const duplicate = (layout: Layout, id: string): Outcome => {
  const parent = parentOf(layout, id)
  const copy = copySubtree(layout, id, layout)
  if (!parent || !copy || parent.type === 'ROOT') return { refused: 'place' }
  const beside = fits(layout, id, parent.type)
    ? put(copy.layout, copy.id, { parent: parent.id, index: parent.children.indexOf(id) + 1 })
    : null
  if (beside && !beside.refused) return beside
  const outer = parentOf(layout, parent.id)
  return outer ? put(copy.layout, copy.id, { parent: outer.id, index: outer.children.indexOf(parent.id) + 1 }) : { refused: 'space' }
}
