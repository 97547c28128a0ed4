import type { Cell } from '#core/transform/calculation/cell-aggregations.ts'

export type { Cell }
export type Key = Cell[]

/** Values between row labels and column labels of one or more levels. */
export type Grid = { index: Key[]; columns: Key[]; /** Row by row. */ cells: Cell[][] }

export const transposed = ({ index, columns, cells }: Grid): Grid => ({
  index: columns,
  columns: index,
  cells: columns.map((_, column) => cells.map((row) => row[column] ?? null)),
})

/** The same with only these columns, in this order. */
export const withColumns = ({ index, columns, cells }: Grid, places: number[]): Grid => ({
  index,
  columns: places.map((place) => columns[place] ?? []),
  cells: cells.map((row) => places.map((place) => row[place] ?? null)),
})

const rank = (value: Cell) => (value === null ? 2 : typeof value === 'string' ? 1 : 0)

const compareCells = (a: Cell, b: Cell): number => {
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  if (a === null || b === null || a === b) return 0
  return a < b ? -1 : 1
}

export const compareKeys = (a: Key, b: Key): number => {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const order = compareCells(a[i] ?? null, b[i] ?? null)
    if (order) return order
  }
  return 0
}

export const keyText = (key: Key): string => JSON.stringify(key)

/** Keys that begin alike, as runs of neighbours: where each ends and what it begins with. */
export const runs = (keys: Key[], length: number): { beginning: Key; start: number; end: number }[] => {
  const found: { beginning: Key; start: number; end: number }[] = []
  keys.forEach((key, i) => {
    const beginning = key.slice(0, length)
    const last = found.at(-1)
    if (last && keyText(last.beginning) === keyText(beginning)) last.end = i + 1
    else found.push({ beginning, start: i, end: i + 1 })
  })
  return found
}
