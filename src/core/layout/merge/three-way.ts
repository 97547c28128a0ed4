/** Three versions of one thing: the one that two people started from, and what each of them made of it. */
export type Versions<T> = { base: T; mine: T; theirs: T }

export type Side = 'mine' | 'theirs'

/** One value that differs between the two newer versions, and who changed it. */
export type Change = { key: string; by: Side | 'both'; mine: unknown; theirs: unknown }

export type Fields = Readonly<Record<string, unknown>>

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

export const changedBy = <T>({ base, mine, theirs }: Versions<T>): Side | 'both' | null => {
  if (isSame(mine, theirs)) return null
  if (isSame(base, theirs)) return 'mine'
  return isSame(base, mine) ? 'theirs' : 'both'
}

export const changedKeys = ({ base, mine, theirs }: Versions<Fields>): Change[] =>
  [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].flatMap((key) => {
    const values = { base: base[key], mine: mine[key], theirs: theirs[key] }
    const by = changedBy(values)
    return by === null ? [] : [{ key, by, mine: values.mine, theirs: values.theirs }]
  })

/** Takes each value from the side that changed it; where both did, from the chosen one. */
export const mergeFields = (versions: Versions<Fields>, choose: (key: string) => Side): Fields => {
  const taken = changedKeys(versions).map(({ key, by, ...values }) => [key, values[by === 'both' ? choose(key) : by]] as const)
  const merged = { ...versions.theirs, ...versions.mine, ...Object.fromEntries(taken) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined))
}

/** The members in the order of the first list; those that only the second one has follow what precedes them there. */
export const mergeOrder = (members: ReadonlySet<string>, first: readonly string[], second: readonly string[]): string[] => {
  const ordered = first.filter((id) => members.has(id))
  second.forEach((id, i) => {
    if (!members.has(id) || ordered.includes(id)) return
    const before = second.slice(0, i).findLast((other) => ordered.includes(other))
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, id)
  })
  return ordered
}
