import type { PivotRow } from './pivot.ts'

/** Tells a group from all others. */
export const rowKey = ({ label, depth, path }: PivotRow): string => JSON.stringify([depth, label, path])

/** Rows without those inside closed groups; what a group sums up to stays. */
export const openRows = (rows: PivotRow[], closed: ReadonlySet<string>): PivotRow[] => {
  if (closed.size === 0) return rows
  let hiddenBelow = Infinity
  return rows.filter((row) => {
    if (row.depth > hiddenBelow) return false
    hiddenBelow = row.kind === 'group' && closed.has(rowKey(row)) ? row.depth : Infinity
    return true
  })
}
