import { cell, findColumn, isTemporal, type Column, type Table } from '#core/table.ts'
import { isGrain, truncate } from '#core/time/grain.ts'
import { moveByDelta, normalizeTimeDelta } from '#core/time/time-offset.ts'
import type { OffsetStatement } from '../../host/protocol.ts'

/** A number for each row of both tables: rows with the same value have the same, below `size`. */
type Codes = { main: Int32Array; own: Int32Array; size: number }

/** Weeks and longer: the moved time of such a row need not be the start of a bucket. */
const isCoarse = (grain: string) => /P1W|P1M$|P3M$|P0\.25Y$|P1Y$/.test(grain)

const bucket = (grain: string | undefined): ((wall: number) => number) =>
  grain && isGrain(grain) && isCoarse(grain) ? (wall) => truncate(wall, grain) : (wall) => wall

const numbering = () => {
  const known = new Map<unknown, number>()
  return {
    of: (value: unknown): number => {
      const found = known.get(value)
      if (found !== undefined) return found
      known.set(value, known.size)
      return known.size - 1
    },
    size: () => known.size,
  }
}

/** Cached, because a result has few distinct times. */
const remembering = (calculate: (wall: number) => number): ((wall: number) => number) => {
  const known = new Map<number, number>()
  return (wall) => {
    const found = known.get(wall)
    if (found !== undefined) return found
    const value = calculate(wall)
    known.set(wall, value)
    return value
  }
}

type Values = (row: number) => unknown

/** What a row is joined by; `moved` is for the time column. */
const valuesOf = (column: Column | undefined, moved: ((wall: number) => number) | null): Values => {
  if (!column) return () => null
  if (column.type === 'json') return (row) => JSON.stringify(column.values[row])
  if (!moved || !isTemporal(column)) return (row) => ('exact' in column ? column.exact?.[row] : null) ?? cell(column, row)
  return (row) => {
    const wall = column.values[row] as number
    return Number.isNaN(wall) ? null : moved(wall)
  }
}

const codesOf = (main: { values: Values; count: number }, own: { values: Values; count: number }): Codes => {
  const { of, size } = numbering()
  const coded = ({ values, count }: typeof main) => Int32Array.from({ length: count }, (_, row) => of(values(row)))
  return { main: coded(main), own: coded(own), size: size() }
}

/** Largest code that needs no box. */
const maxCodes = 2 ** 30

const paired = (first: Codes, second: Codes): Codes => {
  const size = first.size * second.size
  const { of, size: used } = numbering()
  const pair = (a: Int32Array, b: Int32Array) =>
    a.map((code, row) => {
      const both = code * second.size + (b[row] ?? 0)
      return size <= maxCodes ? both : of(both)
    })
  const [main, own] = [pair(first.main, second.main), pair(first.own, second.own)]
  return { main, own, size: size <= maxCodes ? size : used() }
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

/** Row of the other table for each row of the main one; −1 where there is none. */
const matches = (main: Table, { joinOn, timeColumn, shift, grain }: OffsetStatement, own: Table): Int32Array => {
  const delta = shift ? normalizeTimeDelta(shift) : null
  const cut = bucket(grain)
  const [moved, kept] = [remembering((wall) => cut(delta ? moveByDelta(wall, delta) : wall)), remembering(cut)]
  const columns = joinOn.map((name) => {
    const isTime = name === timeColumn
    return codesOf(
      { values: valuesOf(findColumn(main, name), isTime ? moved : null), count: main.rowCount },
      { values: valuesOf(findColumn(own, name), isTime ? kept : null), count: own.rowCount },
    )
  })
  const everyRow: Codes = { main: new Int32Array(main.rowCount), own: new Int32Array(own.rowCount), size: 1 }
  const codes = columns.reduce(paired, everyRow)
  const rowOf = new Map<number, number>()
  for (let row = own.rowCount - 1; row >= 0; row--) rowOf.set(codes.own[row] ?? 0, row)
  return codes.main.map((code) => rowOf.get(code) ?? -1)
}

/**
 * The main result with the metrics of each time offset beside its own, under `<metric>__<offset>`. A row meets the row of the moved range
 * that is at its own time moved by the offset (by the calendar, clipped at month ends; from weeks on in the bucket that holds it), and
 * agrees in all other dimensions; without dimensions the totals meet. Rows of the main result stay as they are, in number and order.
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
