import { distinct } from '#core/transform/calculation/cell-aggregations.ts'
import type { Cell } from '#core/transform/calculation/cell-aggregations.ts'
import { cell, findColumn } from '#core/table.ts'
import type { Column, Json, Table } from '#core/table.ts'
import type { Settings } from './settings.ts'
import { compareKeys, treeOf } from './tree.ts'
import type { Node, Tree } from './tree.ts'

/** Every group of rows against every group of columns. */
export type Cube = {
  rows: Tree
  columns: Tree
  /** The aggregate of a metric's values where two groups meet, or the list of them; null where nothing is. */
  at: (row: Node, column: Node, metric: string) => Json
  sortedRows: (node: Node) => Node[]
  sortedColumns: (node: Node) => Node[]
}

const flat = (value: Json): Cell => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

/** Every row of the answer counts in its own group and in all that this one is part of. */
export const cubeOf = (table: Table, settings: Settings): Cube => {
  const found = (names: string[]): Column[] => names.flatMap((name) => findColumn(table, name) ?? [])
  const rows = treeOf(found(settings.rows), table.rowCount)
  const columns = treeOf(found(settings.columns), table.rowCount)
  const buckets = new Map<string, Map<number, Cell[]>>()
  const placeOf = (row: Node, column: Node) => row.id * columns.size + column.id
  for (const metric of settings.metrics) {
    const source = findColumn(table, metric)
    const bucket = new Map<number, Cell[]>()
    buckets.set(metric, bucket)
    if (!source) continue
    for (let i = 0; i < table.rowCount; i += 1) {
      const value = flat(cell(source, i))
      for (const row of rows.chainOf(i))
        for (const column of columns.chainOf(i)) {
          const values = bucket.get(placeOf(row, column))
          if (values) values.push(value)
          else bucket.set(placeOf(row, column), [value])
        }
    }
  }
  const valuesAt = (row: Node, column: Node, metric: string) => buckets.get(metric)?.get(placeOf(row, column))
  const whole = (row: Node, column: Node, metric: string): Cell => {
    const values = valuesAt(row, column, metric)
    // Where no value is known, there is nothing to add up, but something to count.
    const isKnown = settings.aggregate.startsWith('Count') || values?.some((value) => value !== null)
    return values && isKnown ? settings.aggregation(values) : null
  }
  const at = (row: Node, column: Node, metric: string): Json => {
    const value = whole(row, column, metric)
    const { fractionOf, lists } = settings
    if (value !== null && lists) return distinct(valuesAt(row, column, metric) ?? [])
    if (!fractionOf || value === null) return value
    const of = Number(whole(fractionOf === 'rows' ? row : rows.root, fractionOf === 'columns' ? column : columns.root, metric))
    return of ? Number(value) / of : null
  }
  /** Groups by their names or by what the first metric is in all of them. */
  const sorted = (order: string, valueOf: (node: Node) => Json) => (node: Node) => {
    const sign = order.endsWith('z_to_a') ? -1 : 1
    const byValue = order.startsWith('value')
    const key = (child: Node): Json => (byValue ? valueOf(child) : (child.path.at(-1) ?? null))
    return node.children.toSorted((a, b) => {
      const [x, y] = [key(a), key(b)]
      return (x === null || y === null ? 1 : sign) * compareKeys(x, y)
    })
  }
  const first = settings.metrics[0] ?? ''
  return {
    rows,
    columns,
    at,
    sortedRows: sorted(settings.rowOrder, (node) => whole(node, columns.root, first)),
    sortedColumns: sorted(settings.columnOrder, (node) => whole(rows.root, node, first)),
  }
}
