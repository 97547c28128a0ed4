import type { Layout, Outcome, Place } from '../component.ts'
import { canHold } from '../rules.ts'
import { settle } from '../settle.ts'

/** Puts a component that is in the layout, but has no parent yet, into a place where the rules allow it. */
export const put = (layout: Layout, id: string, place: Place): Outcome => {
  const component = layout[id]
  return component && canHold(layout, place.parent, id) ? settle(layout, component, place) : { refused: 'place' }
}
