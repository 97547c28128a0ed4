/** A change of a text: what stood from `from` up to `to` gave way to `insert`. Offsets count UTF-16 units. */
export type Splice = { from: number; to: number; insert: string }

/** The smallest splice that makes one text of another. */
export const spliceBetween = (before: string, after: string): Splice => {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++
  let same = 0
  while (same < shorter - from && before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)) same++
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}

export const isSpliceOf = (text: string, { from, to }: Splice): boolean => from <= to && to <= text.length

export const applySplice = (text: string, { from, to, insert }: Splice): string => text.slice(0, from) + insert + text.slice(to)
