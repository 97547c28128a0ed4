import { partOfTable } from '../../../data-grid/cells/part-of-table.ts'
import { cell, isNumeric, type Column, type Table } from '#core/table.ts'

/** How the rows of two results differ: row numbers of each. */
export type Difference = {
  onlyLeft: number[]
  onlyRight: number[]
  changed: { left: number; right: number; columns: string[] }[]
  equal: number
}

const textOf = (column: Column | undefined, row: number): string => {
  if (!column) return ''
  const exact = isNumeric(column) ? column.exact?.[row] : undefined
  return exact ?? JSON.stringify(cell(column, row))
}

const columnIn = ({ columns }: Table, name: string): Column | undefined => columns.find((column) => column.name === name)

/** Columns that both tables have, in the order of the first one. */
export const commonColumns = (left: Table, right: Table): string[] =>
  left.columns.map(({ name }) => name).filter((name) => columnIn(right, name) !== undefined)

const keyReader = (table: Table, keys: readonly string[]) => {
  const columns = keys.map((key) => columnIn(table, key))
  return (row: number): string => JSON.stringify(columns.map((column) => textOf(column, row)))
}

/**
 * Pairs rows by their key and tells which are only on one side and which have other values in common columns. Rows of the same key are
 * paired in their order.
 */
export const compareTables = (left: Table, right: Table, keys: readonly string[]): Difference => {
  const compared = commonColumns(left, right)
    .filter((name) => !keys.includes(name))
    .map((name) => ({ name, left: columnIn(left, name), right: columnIn(right, name) }))
  const waiting = new Map<string, number[]>()
  const rightKey = keyReader(right, keys)
  for (let row = right.rowCount - 1; row >= 0; row--) {
    const key = rightKey(row)
    const rows = waiting.get(key)
    if (rows) rows.push(row)
    else waiting.set(key, [row])
  }
  const found: Difference = { onlyLeft: [], onlyRight: [], changed: [], equal: 0 }
  const leftKey = keyReader(left, keys)
  for (let row = 0; row < left.rowCount; row++) {
    const partner = waiting.get(leftKey(row))?.pop()
    if (partner === undefined) {
      found.onlyLeft.push(row)
      continue
    }
    const columns = compared.filter((one) => textOf(one.left, row) !== textOf(one.right, partner)).map(({ name }) => name)
    if (columns.length > 0) found.changed.push({ left: row, right: partner, columns })
    else found.equal += 1
  }
  found.onlyRight = [...waiting.values()].flat().sort((a, b) => a - b)
  return found
}

const isUnique = (table: Table, name: string): boolean => {
  const key = keyReader(table, [name])
  const seen = new Set<string>()
  for (let row = 0; row < table.rowCount; row++) seen.add(key(row))
  return seen.size === table.rowCount
}

/** Columns that tell rows apart in both tables: the first one that does so alone, or else all of them. */
export const proposedKeys = (left: Table, right: Table): string[] => {
  const common = commonColumns(left, right)
  const unique = common.find((name) => isUnique(left, name) && isUnique(right, name))
  return unique === undefined ? common : [unique]
}

type Names = { left: string; right: string }

/** Rows that are changed: their keys, and both values of each column that differs in one of them. */
export const changedTable = (
  left: Table,
  right: Table,
  { difference, keys, names }: { difference: Difference; keys: readonly string[]; names: Names },
): Table => {
  const { changed } = difference
  const lefts = partOfTable(left, { rows: changed.map((pair) => pair.left), columns: left.columns.map(({ name }) => name) })
  const rights = partOfTable(right, { rows: changed.map((pair) => pair.right), columns: right.columns.map(({ name }) => name) })
  const differing = new Set(changed.flatMap(({ columns }) => columns))
  const named = (table: Table, name: string, side: string): Column[] => {
    const column = columnIn(table, name)
    return column ? [{ ...column, name: `${name} · ${side}` }] : []
  }
  return {
    rowCount: changed.length,
    columns: [
      ...lefts.columns.filter(({ name }) => keys.includes(name)),
      ...commonColumns(left, right)
        .filter((name) => differing.has(name))
        .flatMap((name) => [...named(lefts, name, names.left), ...named(rights, name, names.right)]),
    ],
  }
}

export const rowsOfTable = (table: Table, rows: readonly number[]): Table =>
  partOfTable(table, { rows, columns: table.columns.map(({ name }) => name) })
