import type { ComponentType, Component, Layout, Outcome, Place, Refusal } from '../component.ts'
import { gridId, rootId } from '../component.ts'
import { create, type NewComponent } from '../change/create.ts'
import { move } from '../change/move.ts'
import { childrenOf, topTabs } from '../tree.ts'

/** px in the coordinates of the pointer. */
export type Box = { left: number; top: number; width: number; height: number }
export type Point = { x: number; y: number }

/** The positions of components on the screen; null for those not drawn. */
export type Geometry = {
  /** A component; of a tab, its open content; of the root, the drop zone for top-level tabs. */
  box: (id: string) => Box | null
  /** The label of a tab in its tab list. */
  tab: (id: string) => Box | null
}

export type Dragged = { id: string } | NewComponent

export type DropTarget = {
  place: Place
  /** Lies between children that are stacked (`across`) or side by side (`upright`). */
  line: Box & { way: 'across' | 'upright' }
  refused?: Refusal
}

/** px from an edge within which a component is dropped beside instead of inside. */
const edge = 20
const gap = 16

const typeOf = (layout: Layout, dragged: Dragged): ComponentType | undefined => ('id' in dragged ? layout[dragged.id]?.type : dragged.type)

/** The result of a drop at this place. */
export const drop = (layout: Layout, dragged: Dragged, place: Place): Outcome =>
  'id' in dragged ? move(layout, dragged.id, place) : create(layout, dragged, place)

const within = ({ left, top, width, height }: Box, { x, y }: Point) => x >= left && x <= left + width && y >= top && y <= top + height

const isRow = (type: ComponentType) => type === 'ROW' || type === 'TABS'

/** The extent of a box along the axis of a container's children. */
const along = (box: Box, sideways: boolean) =>
  sideways ? { start: box.left, end: box.left + box.width } : { start: box.top, end: box.top + box.height }

const isContainer = (type: ComponentType) => type === 'ROW' || type === 'COLUMN' || type === 'TABS' || type === 'TAB' || type === 'GRID'

type Drawn = { child: Component; box: Box; index: number }

/** Children with their boxes on the screen; of tabs, only the open one. */
const drawn = (layout: Layout, id: string, at: (id: string) => Box | null): Drawn[] =>
  childrenOf(layout, id).flatMap((child, index) => {
    const box = at(child.id)
    return box ? [{ child, box, index }] : []
  })

const lineAt = (container: Box, kids: Drawn[], index: number, sideways: boolean): DropTarget['line'] => {
  const before = kids.findLast((kid) => kid.index < index)
  const after = kids.find((kid) => kid.index >= index)
  const [end, start] = [before && along(before.box, sideways).end, after && along(after.box, sideways).start]
  const own = along(container, sideways)
  const at =
    end !== undefined && start !== undefined
      ? (end + start) / 2
      : end !== undefined
        ? end + gap / 2
        : start !== undefined
          ? Math.max(own.start - gap, start - gap / 2)
          : own.start
  return sideways
    ? { left: at, top: container.top, width: 0, height: container.height, way: 'upright' }
    : { left: container.left, top: at, width: container.width, height: 0, way: 'across' }
}

/** A new place, the present place, or none. */
type Found = DropTarget | 'unchanged' | null

type Search = { layout: Layout; dragged: Dragged; pointer: Point; at: (id: string) => Box | null }

const targetIn = ({ layout, dragged, at }: Search, id: string, index: number): Found => {
  const outcome = drop(layout, dragged, { parent: id, index })
  const box = at(id)
  if (outcome.refused === 'place' || !box) return null
  if (!outcome.refused && outcome.layout === layout) return 'unchanged'
  const sideways = isRow(layout[id]?.type ?? 'GRID')
  const line = lineAt(box, drawn(layout, id, at), index, sideways)
  return { place: { parent: id, index }, line, ...(outcome.refused && { refused: outcome.refused }) }
}

const canStand = ({ layout, dragged }: Search, id: string, index: number): boolean =>
  drop(layout, dragged, { parent: id, index }).refused !== 'place'

/** Searches from a container inwards: beside the child under the pointer if an edge is near, else inside it, else beside it. */
const search = (given: Search, id: string): Found => {
  const { layout, pointer, at, dragged } = given
  const container = layout[id]
  if (!container) return null
  const sideways = isRow(container.type)
  const kids = drawn(layout, id, at)
  const position = sideways ? pointer.x : pointer.y
  const hit = kids.find(({ box }) => within(box, pointer))
  if (!hit) {
    const index = kids.find(({ box }) => position < (along(box, sideways).start + along(box, sideways).end) / 2)?.index
    return targetIn(given, id, index ?? container.children.length)
  }
  const { start, end } = along(hit.box, sideways)
  const beside = hit.index + (position > (start + end) / 2 ? 1 : 0)
  const isSelf = 'id' in dragged && dragged.id === hit.child.id
  // Below tabs is what lies under them: their lower edge belongs to the open tab, where one comes nearer to its end.
  const toEnd = hit.child.type === 'TABS' ? Infinity : end - position
  const isNear = Math.min(position - start, toEnd) <= Math.min(edge, (end - start) / 3)
  if (container.type !== 'TABS' && isNear && canStand(given, id, beside)) return targetIn(given, id, beside)
  const inner = isContainer(hit.child.type) && !isSelf ? search(given, hit.child.id) : null
  return inner ?? (container.type === 'TABS' ? null : targetIn(given, id, beside))
}

/** An empty container under the pointer that can hold the component. */
const searchEmpty = (given: Search, id: string): Found => {
  const { layout, pointer, at } = given
  const container = layout[id]
  if (!container) return null
  if (container.children.length === 0) return targetIn(given, id, 0)
  const hit = drawn(layout, id, at).find(({ child, box }) => isContainer(child.type) && within(box, pointer))
  return hit ? searchEmpty(given, hit.child.id) : null
}

/** Between the labels of the tab list under the pointer. */
const searchStrips = (layout: Layout, dragged: Dragged, pointer: Point, geometry: Geometry): DropTarget | null => {
  for (const { id, type, children } of Object.values(layout)) {
    if (type !== 'TABS') continue
    const words = drawn(layout, id, geometry.tab)
    const [first, last] = [words[0], words.at(-1)]
    if (!first || !last) continue
    const strip = { ...first.box, width: last.box.left + last.box.width - first.box.left }
    const reach = { left: strip.left - gap, top: strip.top - gap / 2, width: strip.width + 120, height: strip.height + gap }
    if (!within(reach, pointer)) continue
    const index = words.find(({ box }) => pointer.x < box.left + box.width / 2)?.index ?? children.length
    const outcome = drop(layout, dragged, { parent: id, index })
    if (outcome.refused === 'place' || (!outcome.refused && outcome.layout === layout)) return null
    return { place: { parent: id, index }, line: lineAt(strip, words, index, true), ...(outcome.refused && { refused: outcome.refused }) }
  }
  return null
}

/**
 * The place where a component dropped here would go, and the line that shows it; null if nothing would change.
 * A target can be refused for lack of space, which the drop reports.
 */
export const dropTarget = (layout: Layout, dragged: Dragged, pointer: Point, geometry: Geometry): DropTarget | null => {
  const type = typeOf(layout, dragged)
  if (!type) return null
  if (type === 'TAB') return searchStrips(layout, dragged, pointer, geometry)
  const top = geometry.box(rootId)
  if (type === 'TABS' && top && within(top, pointer) && !drop(layout, dragged, { parent: rootId, index: 0 }).refused)
    return { place: { parent: rootId, index: 0 }, line: { ...top, top: top.top + top.height / 2, height: 0, way: 'across' } }
  const open = topTabs(layout)?.children.find((id) => geometry.box(id)) ?? gridId
  const given = { layout, dragged, pointer, at: geometry.box }
  const found = searchEmpty(given, open) ?? search(given, open)
  return found === 'unchanged' ? null : found
}
