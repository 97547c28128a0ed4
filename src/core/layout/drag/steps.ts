import type { Layout, Place } from '../component.ts'
import { gridId } from '../component.ts'
import { move } from '../change/move.ts'
import { moveAll } from '../change/move-all.ts'
import { isTopTab, parentOf, topTabs } from '../tree.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

const isSideways = (type: string | undefined) => type === 'ROW' || type === 'TABS'

/** The next place up or down: past the sibling on that side, else past that of the nearest ancestor that has one. */
const stackedPlace = (layout: Layout, id: string, step: -1 | 1): Place | null => {
  const parent = parentOf(layout, id)
  if (!parent || parent.type === 'ROOT') return null
  const at = parent.children.indexOf(id)
  const isLone = parent.children.length === 1
  if (isSideways(parent.type)) {
    const above = parentOf(layout, parent.id)
    if (parent.type === 'ROW' && !isLone && above)
      return { parent: above.id, index: above.children.indexOf(parent.id) + (step === 1 ? 1 : 0) }
    return stackedPlace(layout, parent.id, step)
  }
  const next = at + step
  if (next >= 0 && next < parent.children.length) return { parent: parent.id, index: step === 1 ? at + 2 : at - 1 }
  if (isTopTab(layout, parent.id) || parent.id === gridId) return null
  const outer = stackable(layout, parent.id)
  return outer && { parent: outer.parent, index: outer.index + (step === 1 ? 1 : 0) }
}

/** The position of the nearest ancestor with stacked siblings. */
const stackable = (layout: Layout, id: string): Place | null => {
  const parent = parentOf(layout, id)
  if (!parent || parent.type === 'ROOT') return null
  return isSideways(parent.type) ? stackable(layout, parent.id) : { parent: parent.id, index: parent.children.indexOf(id) }
}

const sidewaysPlace = (layout: Layout, id: string, step: -1 | 1): Place | null => {
  const parent = parentOf(layout, id)
  if (!parent || parent.type === 'ROOT') return null
  if (!isSideways(parent.type)) return parent.type === 'COLUMN' ? besideOf(layout, parent.id, step) : null
  const at = parent.children.indexOf(id)
  const next = at + step
  if (next >= 0 && next < parent.children.length) return { parent: parent.id, index: step === 1 ? at + 2 : at - 1 }
  const outer = parentOf(layout, parent.id)
  return outer?.type === 'COLUMN' ? besideOf(layout, outer.id, step) : null
}

const besideOf = (layout: Layout, id: string, step: -1 | 1): Place | null => {
  const parent = parentOf(layout, id)
  return parent ? { parent: parent.id, index: parent.children.indexOf(id) + (step === 1 ? 1 : 0) } : null
}

/** The places one keyboard step away; directions without one are missing. */
export const steps = (layout: Layout, id: string): Partial<Record<Direction, Place>> => {
  const places: Record<Direction, Place | null> = {
    up: layout[id]?.type === 'TAB' ? null : stackedPlace(layout, id, -1),
    down: layout[id]?.type === 'TAB' ? null : stackedPlace(layout, id, 1),
    left: sidewaysPlace(layout, id, -1),
    right: sidewaysPlace(layout, id, 1),
  }
  return Object.fromEntries(
    Object.entries(places).filter(([, place]) => {
      const outcome = place && move(layout, id, place)
      return outcome && !outcome.refused && outcome.layout !== layout
    }),
  ) as Partial<Record<Direction, Place>>
}

/** The containers to whose end components can be moved together, in reading order. */
export const destinations = (layout: Layout, ids: readonly string[]): string[] => {
  const reading = (container: string): string[] => [container, ...(layout[container]?.children ?? []).flatMap(reading)]
  return reading(topTabs(layout)?.id ?? gridId).filter((parent) => {
    const type = layout[parent]?.type
    if (!type || !['ROW', 'COLUMN', 'TAB', 'GRID', 'TABS'].includes(type)) return false
    if (ids.every((id) => parentOf(layout, id)?.id === parent)) return false
    const outcome = moveAll(layout, ids, parent)
    return !outcome.refused && outcome.layout !== layout
  })
}
