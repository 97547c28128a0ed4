/** Numbers that a seed decides (mulberry32): a failure is found again by its seed. */
export type Random = {
  /** 0 ≤ n < most, whole. */
  below(most: number): number
  chance(share: number): boolean
  pick<T>(items: readonly T[]): T
}

export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    below,
    chance: (share) => next() < share,
    pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
  }
}
