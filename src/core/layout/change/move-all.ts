import type { Layout, Outcome } from '../component.ts'
import { parentOf, topmost } from '../tree.ts'
import { move } from './move.ts'
import { endOf } from './places.ts'

/**
 * Moves components to the end of a container, in reading order; those of one row share the new row of the first of them.
 * The outcome has the id of the first. All or nothing.
 */
export const moveAll = (layout: Layout, chosen: readonly string[], parent: string): Outcome => {
  const ids = topmost(layout, chosen)
  const newRows = new Map<string, string>()
  let next = layout
  for (const id of ids) {
    const from = parentOf(layout, id)
    const row = from?.type === 'ROW' ? from.id : ''
    const beside = move(next, id, endOf(next, newRows.get(row) ?? ''))
    const outcome = beside.refused ? move(next, id, endOf(next, parent)) : beside
    if (outcome.refused) return outcome
    next = outcome.layout
    const to = parentOf(next, id)
    if (row !== '' && to && to.id !== parent) newRows.set(row, to.id)
  }
  const [first] = ids
  return first === undefined ? { refused: 'place' } : { layout: next, id: first }
}
