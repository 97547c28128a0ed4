import { cell } from '#core/table.ts'
import type { Column, Json } from '#core/table.ts'

/** A group of rows or columns: the values of its first dimensions. */
export type Node = { id: number; path: Json[]; children: Node[] }

export type Tree = {
  root: Node
  size: number
  /** The groups that a row of the answer falls into, from the root to the leaf. */
  chainOf: (row: number) => readonly Node[]
}

/** The groups that the columns make, one level for each, in the order in which the answer brings them. */
export const treeOf = (columns: Column[], rows: number): Tree => {
  let size = 0
  const node = (path: Json[]): Node => {
    size += 1
    return { id: size - 1, path, children: [] }
  }
  const root = node([])
  const places = new Map<Node, Map<Json, Node>>()
  const childOf = (parent: Node, key: Json): Node => {
    const known = places.get(parent) ?? new Map<Json, Node>()
    places.set(parent, known)
    const found = known.get(key)
    if (found) return found
    const made = node([...parent.path, key])
    known.set(key, made)
    parent.children.push(made)
    return made
  }
  const chains = Array.from({ length: rows }, (_, row) => {
    const chain = [root]
    for (const column of columns) chain.push(childOf(chain.at(-1) as Node, cell(column, row)))
    return chain
  })
  return { root, size, chainOf: (row) => chains[row] ?? [root] }
}

const collator = new Intl.Collator(undefined, { numeric: true })

/** Numbers by size, texts by their letters; what is missing comes last. */
export const compareKeys = (a: Json, b: Json): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}
