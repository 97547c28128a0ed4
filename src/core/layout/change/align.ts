import type { Layout } from '../component.ts'
import { parentOf, topmost, withMeta } from '../tree.ts'
import { freeWidth, minimumWidth, ownWidth } from '../width.ts'
import { resizable } from './resize.ts'

/** Gives components the height of the tallest of them. */
export const equalizeHeights = (layout: Layout, ids: readonly string[]): Layout => {
  const cards = ids.filter((id) => resizable(layout, id).height)
  const height = Math.max(...cards.map((id) => layout[id]?.meta.height ?? 0))
  return cards.reduce((next, id) => (next[id]?.meta.height === height ? next : withMeta(next, id, { height })), layout)
}

/** Components that have a width, by the row that they are in; without those inside another one, whose room may change. */
const byRow = (layout: Layout, ids: readonly string[]): Map<string, string[]> => {
  const rows = new Map<string, string[]>()
  for (const id of topmost(layout, ids)) {
    const row = resizable(layout, id).width ? parentOf(layout, id)?.id : undefined
    if (row !== undefined) rows.set(row, [...(rows.get(row) ?? []), id])
  }
  return rows
}

/** Columns that some components of a row could share. */
const sharedWidth = (layout: Layout, row: string, ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + ownWidth(layout, id), freeWidth(layout, row))

const withWidths = (layout: Layout, widths: readonly (readonly [string, number])[]): Layout | null =>
  widths.some(([id, width]) => width < minimumWidth(layout, id))
    ? null
    : widths.reduce((next, [id, width]) => (ownWidth(next, id) === width ? next : withMeta(next, id, { width })), layout)

/** Gives components the width of the widest of them, or the widest that fits into each of their rows. Null if one of them needs more. */
export const equalizeWidths = (layout: Layout, ids: readonly string[]): Layout | null => {
  const rows = byRow(layout, ids)
  const cards = [...rows.values()].flat()
  const widest = Math.max(...cards.map((id) => ownWidth(layout, id)))
  const fitting = [...rows].map(([row, members]) => Math.floor(sharedWidth(layout, row, members) / members.length))
  const width = Math.min(widest, ...fitting)
  return withWidths(
    layout,
    cards.map((id) => [id, width]),
  )
}

/** Shares a row's free columns evenly among components; those further left get the remainder. Null if one of them needs more. */
export const fillRows = (layout: Layout, ids: readonly string[]): Layout | null => {
  let next: Layout | null = layout
  for (const [row, members] of byRow(layout, ids)) {
    const total = sharedWidth(layout, row, members)
    const [share, rest] = [Math.floor(total / members.length), total % members.length]
    next &&= withWidths(
      next,
      members.map((id, index) => [id, share + (index < rest ? 1 : 0)]),
    )
  }
  return next
}
