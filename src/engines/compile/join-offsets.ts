import { cell, findColumn, isTemporal, type Column, type Table } from '#core/table.ts'
import { isGrain, truncate } from '#core/time/grain.ts'
import { moveByDelta, normalizeTimeDelta } from '#core/time/time-offset.ts'
import type { OffsetStatement } from '../host/protocol.ts'

type Key = (row: number) => string

const bucket = (grain: string | undefined): ((wall: number) => number) =>
  grain && isGrain(grain) ? (wall) => truncate(wall, grain) : (wall) => wall

/** Rows by their join columns; the time column is moved where that is asked, and cut to its grain. */
const keyOf = (table: Table, { joinOn, timeColumn, grain }: OffsetStatement, move?: (wall: number) => number): Key => {
  const cut = bucket(grain)
  const parts = joinOn.map((name) => {
    const column = findColumn(table, name)
    if (!column) return () => null
    if (name !== timeColumn || !isTemporal(column))
      return (row: number) => ('exact' in column ? column.exact?.[row] : null) ?? cell(column, row)
    return (row: number) => {
      const wall = column.values[row] as number
      return Number.isNaN(wall) ? null : cut(move ? move(wall) : wall)
    }
  })
  return (row) => JSON.stringify(parts.map((part) => part(row)))
}

/** A column whose rows are those of `column` at the given places; −1 is a missing row. */
const gather = (column: Column, name: string, rows: Int32Array): Column => {
  if (column.values instanceof Float64Array) {
    const values = Float64Array.from(rows, (row) => (row < 0 ? NaN : (column.values[row] as number)))
    const { exact } = column as { exact?: (string | null)[] }
    return {
      ...column,
      name,
      values,
      ...(exact && { exact: Array.from(rows, (row) => (row < 0 ? null : (exact[row] ?? null))) }),
    } as Column
  }
  return { ...column, name, values: Array.from(rows, (row) => (row < 0 ? null : cell(column, row))) } as Column
}

const matches = (main: Table, statement: OffsetStatement, table: Table): Int32Array => {
  const delta = statement.shift ? normalizeTimeDelta(statement.shift) : null
  const mainKey = keyOf(main, statement, delta ? (wall) => moveByDelta(wall, delta) : undefined)
  const ownKey = keyOf(table, statement)
  const rowOf = new Map<string, number>()
  for (let row = table.rowCount - 1; row >= 0; row--) rowOf.set(ownKey(row), row)
  return Int32Array.from({ length: main.rowCount }, (_, row) => rowOf.get(mainKey(row)) ?? -1)
}

/**
 * The main result with the metrics of each time offset beside its own, under `<metric>__<offset>`. A row meets the row of the moved range
 * that lies in the same bucket as its own time moved by the offset (by the calendar, clipped at month ends), and agrees in all
 * other dimensions; without dimensions the totals meet. Rows of the main result stay as they are, in number and order.
 */
export const joinOffsets = (main: Table, parts: { statement: OffsetStatement; table: Table }[]): Table => ({
  rowCount: main.rowCount,
  columns: [
    ...main.columns,
    ...parts.flatMap(({ statement, table }) => {
      const rows = matches(main, statement, table)
      return Object.entries(statement.rename).flatMap(([metric, name]) => {
        const column = findColumn(table, metric)
        return column ? [gather(column, name, rows)] : []
      })
    }),
  ],
})
