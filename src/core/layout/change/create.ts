import type { ComponentType, Layout, Meta, Outcome, Place } from '../component.ts'
import { rootId } from '../component.ts'
import { newComponent } from '../new-component.ts'
import { canHold } from '../rules.ts'
import { settle } from '../settle.ts'
import { createTopTabs } from '../top-level-tabs.ts'
import { topTabs, withComponent } from '../tree.ts'

export type NewComponent = { type: ComponentType; meta?: Meta }

/** Creates a component; new tabs get one tab. The outcome has the id of the new component. */
export const create = (layout: Layout, { type, meta }: NewComponent, place: Place): Outcome => {
  if (place.parent === rootId) return type === 'TABS' && !topTabs(layout) ? createTopTabs(layout) : { refused: 'place' }
  const component = newComponent(layout, type, meta)
  const tab = newComponent(layout, 'TAB')
  const made = type === 'TABS' ? { ...component, children: [tab.id] } : component
  const present = withComponent(type === 'TABS' ? withComponent(layout, tab) : layout, made)
  return canHold(present, place.parent, made.id) ? settle(present, made, place) : { refused: 'place' }
}
