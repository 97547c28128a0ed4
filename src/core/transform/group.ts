import type { Column } from '../table.ts'
import { gather, isMissing } from './frame.ts'

/** Groups of equal keys in ascending order of the keys. */
export type Groups = {
  /** Group of each row; -1 for rows without a complete key. */
  of: Int32Array
  count: number
  /** One key column per key, a row per group. */
  keys: Column[]
}

/** Compares two cells of a column; missing ones do not come here. Text by code unit, false before true, numbers before text. */
export const compareCells = (column: Column, a: number, b: number): number => {
  const x = column.values[a]
  const y = column.values[b]
  if (column.type === 'json') return compareMixed(x, y)
  return (x as string) < (y as string) ? -1 : (x as string) > (y as string) ? 1 : 0
}

const compareMixed = (x: unknown, y: unknown): number => {
  const [a, b] = [mixedRank(x), mixedRank(y)]
  if (a !== b) return a - b
  const [left, right] = a === 2 ? [JSON.stringify(x), JSON.stringify(y)] : [x as string, y as string]
  return left < right ? -1 : left > right ? 1 : 0
}
const mixedRank = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? 0 : typeof value === 'string' ? 1 : 2)

type Codes = { of: Int32Array; firstRows: number[] }

/** Numbers the distinct values of a column by first appearance; -1 where missing. */
const codesOf = (column: Column, rowCount: number): Codes => {
  const of = new Int32Array(rowCount)
  const seen = new Map<unknown, number>()
  const firstRows: number[] = []
  for (let row = 0; row < rowCount; row++) {
    const value = column.values[row]
    if (value === null || value === undefined || value !== value) {
      of[row] = -1
      continue
    }
    const key = typeof value === 'object' ? JSON.stringify(value) : value
    let code = seen.get(key)
    if (code === undefined) {
      code = firstRows.length
      seen.set(key, code)
      firstRows.push(row)
    }
    of[row] = code
  }
  return { of, firstRows }
}

/** Codes renumbered by the order of the values. */
const sortedCodes = (column: Column, { of, firstRows }: Codes): Codes => {
  const order = firstRows.map((_, code) => code).sort((a, b) => compareCells(column, firstRows[a] ?? 0, firstRows[b] ?? 0))
  const rank = new Int32Array(order.length)
  order.forEach((code, i) => {
    rank[code] = i
  })
  return { of: of.map((code) => (code < 0 ? -1 : (rank[code] ?? -1))), firstRows: order.map((code) => firstRows[code] ?? 0) }
}

const combine = (left: Codes, right: Codes, rowCount: number): Codes => {
  const width = right.firstRows.length
  const joint = new Float64Array(rowCount)
  const seen = new Map<number, number>()
  for (let row = 0; row < rowCount; row++) {
    const [a, b] = [left.of[row] ?? -1, right.of[row] ?? -1]
    const code = a < 0 || b < 0 ? -1 : a * width + b
    joint[row] = code
    if (code >= 0 && !seen.has(code)) seen.set(code, row)
  }
  const order = [...seen.keys()].sort((a, b) => a - b)
  const rank = new Map(order.map((code, i) => [code, i]))
  return {
    of: Int32Array.from(joint, (code) => (code < 0 ? -1 : (rank.get(code) ?? -1))),
    firstRows: order.map((code) => seen.get(code) ?? 0),
  }
}

/** Missing values as a last code of their own. */
const withMissing = ({ of, firstRows }: Codes): Codes => {
  const row = of.indexOf(-1)
  return row < 0 ? { of, firstRows } : { of: of.map((code) => (code < 0 ? firstRows.length : code)), firstRows: [...firstRows, row] }
}

/**
 * Groups rows by the values of the key columns; without keys all rows are one group. Rows with a missing key belong to none,
 * unless missing keys are kept: then they come last.
 */
export const groupRows = (keys: Column[], rowCount: number, keepMissing = false): Groups => {
  const [first, ...others] = keys
  if (!first) return { of: new Int32Array(rowCount), count: rowCount ? 1 : 0, keys: [] }
  const codesOfKey = (key: Column) => {
    const codes = sortedCodes(key, codesOf(key, rowCount))
    return keepMissing ? withMissing(codes) : codes
  }
  let codes = codesOfKey(first)
  for (const key of others) codes = combine(codes, codesOfKey(key), rowCount)
  return { of: codes.of, count: codes.firstRows.length, keys: keys.map((key) => gather(key, codes.firstRows)) }
}

/** Rows of each group, in their order: `rows.slice(starts[g], starts[g + 1])`. */
export const rowsByGroup = ({ of, count }: Pick<Groups, 'of' | 'count'>): { starts: Uint32Array; rows: Uint32Array } => {
  const starts = new Uint32Array(count + 1)
  for (const group of of) if (group >= 0) starts[group + 1] = (starts[group + 1] ?? 0) + 1
  for (let group = 0; group < count; group++) starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0)
  const next = starts.slice()
  const rows = new Uint32Array(starts[count] ?? 0)
  of.forEach((group, row) => {
    if (group < 0) return
    const at = next[group] ?? 0
    rows[at] = row
    next[group] = at + 1
  })
  return { starts, rows }
}

/** Row numbers in the order of a column, missing values last; equal ones keep their order. */
export const orderBy = (columns: Column[], ascending: boolean[], rowCount: number): Uint32Array => {
  const rows = Uint32Array.from({ length: rowCount }, (_, i) => i)
  const missing = columns.map((column) => Uint8Array.from({ length: rowCount }, (_, row) => (isMissing(column, row) ? 1 : 0)))
  return rows.sort((a, b) => {
    for (const [i, column] of columns.entries()) {
      const [x, y] = [missing[i]?.[a] ?? 0, missing[i]?.[b] ?? 0]
      if (x !== y) return x - y
      if (x) continue
      const order = compareCells(column, a, b)
      if (order) return ascending[i] ? order : -order
    }
    return a - b
  })
}
