import type { Layout, Outcome, Place } from '../component.ts'
import { newComponent } from '../new-component.ts'
import { mayHold } from '../rules.ts'
import { settle } from '../settle.ts'
import { parentOf, withComponent } from '../tree.ts'
import { freeWidth, ownWidth } from '../width.ts'

/** A copy of a component and everything below it, under new ids, that stands nowhere yet. */
const copied = (layout: Layout, id: string): { layout: Layout; id: string } | null => {
  const original = layout[id]
  if (!original) return null
  const children: string[] = []
  let next = layout
  for (const child of original.children) {
    const copy = copied(next, child)
    if (!copy) continue
    next = copy.layout
    children.push(copy.id)
  }
  const component = { ...newComponent(next, original.type), meta: original.meta, children }
  return { layout: withComponent(next, component), id: component.id }
}

/** A copy is as wide as its original: in a row it needs as much room once more. */
const fits = (layout: Layout, id: string, parent: string): boolean => {
  if (parent !== 'ROW') return true
  const row = parentOf(layout, id)
  return row !== undefined && freeWidth(layout, row.id) >= ownWidth(layout, id)
}

/** Puts a copy right after the original; where its row is full, into a row of its own below that. */
export const duplicate = (layout: Layout, id: string): Outcome => {
  const parent = parentOf(layout, id)
  const copy = copied(layout, id)
  const component = copy?.layout[copy.id]
  if (!parent || !copy || !component || parent.type === 'ROOT') return { refused: 'place' }
  const put = (place: Place): Outcome =>
    mayHold(copy.layout, place.parent, copy.id) ? settle(copy.layout, component, place) : { refused: 'place' }
  const beside = fits(layout, id, parent.type) ? put({ parent: parent.id, index: parent.children.indexOf(id) + 1 }) : null
  if (beside && !beside.refused) return beside
  const outer = parentOf(layout, parent.id)
  return outer ? put({ parent: outer.id, index: outer.children.indexOf(parent.id) + 1 }) : { refused: 'space' }
}
