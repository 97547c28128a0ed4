import type { Layout, Outcome } from '../component.ts'
import { newComponent } from '../new-component.ts'
import { withoutEmptyParent } from '../top-level-tabs.ts'
import { detach, parentOf, topmost, withComponent, withMeta } from '../tree.ts'
import { capacity, minimumWidth, ownWidth } from '../width.ts'
import { put } from './put.ts'

/** What components are grouped in; `titled` is a column with a header above them. */
export const groupKinds = ['row', 'column', 'titled'] as const
export type GroupKind = (typeof groupKinds)[number]

const putAll = (layout: Layout, ids: readonly string[], parent: string): Outcome =>
  ids.reduce<Outcome>(
    (outcome, id) => (outcome.refused ? outcome : put(outcome.layout, id, { parent, index: outcome.layout[parent]?.children.length ?? 0 })),
    { layout, id: parent },
  )

/** Narrows components, the widest first, until they fit side by side; those at their minimum stay as they are. */
const narrowed = (layout: Layout, ids: readonly string[], room: number): Layout => {
  let next = layout
  for (;;) {
    const used = ids.reduce((sum, id) => sum + ownWidth(next, id), 0)
    const widest = ids
      .filter((id) => ownWidth(next, id) > minimumWidth(next, id))
      .toSorted((a, b) => ownWidth(next, b) - ownWidth(next, a))[0]
    if (used <= room || widest === undefined) return next
    next = withMeta(next, widest, { width: ownWidth(next, widest) - 1 })
  }
}

/** Columns that components took side by side in one row, else those of the widest. */
const widthOf = (layout: Layout, ids: readonly string[], isOneRow: boolean): number => {
  const widths = ids.map((id) =>
    parentOf(layout, id)?.type === 'ROW' || layout[id]?.type === 'COLUMN' ? ownWidth(layout, id) : capacity(layout, id),
  )
  return isOneRow ? widths.reduce((sum, width) => sum + width, 0) : Math.max(...widths)
}

/**
 * Moves components into one new container, which is where the first of them was. Cards of one row stay side by side
 * in a titled container. Rows and tabs that are left empty go.
 */
export const group = (layout: Layout, chosen: readonly string[], kind: GroupKind, title = ''): Outcome => {
  const ids = topmost(layout, chosen)
  const [first] = ids
  const parent = first === undefined ? undefined : parentOf(layout, first)
  if (first === undefined || !parent) return { refused: 'place' }
  const parents = [...new Set(ids.flatMap((id) => parentOf(layout, id)?.id ?? []))]
  const isOneRow = parents.length === 1 && parent.type === 'ROW'
  const lifted = ids.reduce(detach, layout)
  const own = { parent: parent.id, index: parent.children.indexOf(first) }
  const outer = parentOf(layout, parent.id)
  const place = kind === 'row' && parent.type === 'ROW' && outer ? { parent: outer.id, index: outer.children.indexOf(parent.id) } : own

  const width = Math.min(capacity(layout, parent.id), widthOf(layout, ids, isOneRow && kind === 'titled'))
  const container = kind === 'row' ? newComponent(lifted, 'ROW') : newComponent(lifted, 'COLUMN', { width })
  const placed = put(withComponent(lifted, container), container.id, place)
  if (placed.refused) return placed

  let filled: Outcome
  if (kind === 'row') filled = putAll(narrowed(placed.layout, ids, capacity(placed.layout, container.id)), ids, container.id)
  else if (kind === 'column') filled = putAll(placed.layout, ids, container.id)
  else filled = putTitled({ layout: placed.layout, ids, container: container.id, title, isOneRow })
  if (filled.refused) return filled
  return { layout: parents.reduce(withoutEmptyParent, filled.layout), id: container.id }
}

type Titled = { layout: Layout; ids: readonly string[]; container: string; title: string; isOneRow: boolean }

const putTitled = ({ layout, ids, container, title, isOneRow }: Titled): Outcome => {
  const header = newComponent(layout, 'HEADER', title ? { text: title } : {})
  const withHeader = putAll(withComponent(layout, header), [header.id], container)
  if (withHeader.refused || !isOneRow) return withHeader.refused ? withHeader : putAll(withHeader.layout, ids, container)
  const row = newComponent(withHeader.layout, 'ROW')
  const withRow = putAll(withComponent(withHeader.layout, row), [row.id], container)
  if (withRow.refused) return putAll(withHeader.layout, ids, container)
  return putAll(narrowed(withRow.layout, ids, capacity(withRow.layout, row.id)), ids, row.id)
}
