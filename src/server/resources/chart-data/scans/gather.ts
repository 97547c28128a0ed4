import type { Shareable } from './shareable.ts'

/** The number of queries from which a shared scan pays. */
export const minMembers = 3

export type Gathered<M> = { members: M[]; conditions: string[] }

const mostCommon = (counts: Map<string, number>): string | undefined => {
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return best && best[1] >= minMembers ? best[0] : undefined
}

/**
 * Groups queries with common filters, with the conditions that all of a group share; the others remain alone. Greedy: the most common
 * filter forms the first group.
 */
export const gather = <M extends { share: Pick<Shareable, 'conditions' | 'filters'> }>(
  members: M[],
): { groups: Gathered<M>[]; alone: M[] } => {
  const groups: Gathered<M>[] = []
  let left = members
  for (;;) {
    const counts = new Map<string, number>()
    for (const { share } of left) for (const filter of new Set(share.filters)) counts.set(filter, (counts.get(filter) ?? 0) + 1)
    const filter = mostCommon(counts)
    if (filter === undefined) return { groups, alone: left }
    const together = left.filter(({ share }) => share.filters.includes(filter))
    const [first, ...others] = together.map(({ share }) => share.conditions)
    const conditions = [...new Set(first)].filter((condition) => others.every((list) => list.includes(condition)))
    groups.push({ members: together, conditions })
    left = left.filter((member) => !together.includes(member))
  }
}
