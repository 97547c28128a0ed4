/** Slots by row. */
export type Slots = ReadonlyMap<number, number>

export const noSlots: Slots = new Map()

/**
 * A slot for each of the rows that are drawn now: those drawn before keep theirs, those that come in take the slots of those that left, in
 * order, then the first that are free. The slot of the row that had the focus stays empty when it leaves, so that the focus visibly moves. The
 * same map where nothing changes.
 */
export const slotsFor = (before: Slots, rows: readonly number[], focused: number): Slots => {
  const kept = new Map(rows.flatMap((row) => (before.has(row) ? [[row, before.get(row) ?? 0]] : [])))
  if (kept.size === rows.length && kept.size === before.size) return before
  const taken = new Set([...kept.values(), before.get(focused)])
  let next = 0
  const free = () => {
    while (taken.has(next)) next++
    return next++
  }
  return new Map(rows.map((row) => [row, kept.get(row) ?? free()]))
}
