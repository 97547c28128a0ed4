import type { Shareable } from './shareable.ts'

/** So many queries are worth a table of their rows. */
export const fewest = 3

export type Gathered<M> = { members: M[]; conditions: string[] }

const most = (counts: Map<string, number>): string | undefined => {
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return best && best[1] >= fewest ? best[0] : undefined
}

/**
 * Groups of queries with filters in common, and the conditions that all of a group have; what is left has no company. Greedy: the filter
 * that most of them have gathers the first group.
 */
export const gather = <M extends { share: Pick<Shareable, 'conditions' | 'filters'> }>(
  members: M[],
): { groups: Gathered<M>[]; alone: M[] } => {
  const groups: Gathered<M>[] = []
  let left = members
  for (;;) {
    const counts = new Map<string, number>()
    for (const { share } of left) for (const filter of new Set(share.filters)) counts.set(filter, (counts.get(filter) ?? 0) + 1)
    const filter = most(counts)
    if (filter === undefined) return { groups, alone: left }
    const together = left.filter(({ share }) => share.filters.includes(filter))
    const [first, ...others] = together.map(({ share }) => share.conditions)
    const conditions = [...new Set(first)].filter((condition) => others.every((list) => list.includes(condition)))
    groups.push({ members: together, conditions })
    left = left.filter((member) => !together.includes(member))
  }
}
