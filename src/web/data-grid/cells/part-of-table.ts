import type { Column, Table } from '#core/table.ts'

const pick = <V>(values: readonly V[], rows: ArrayLike<number>): V[] =>
  Array.from(rows, (row) => values[row]).filter((value) => value !== undefined)

const partOfColumn = (column: Column, rows: ArrayLike<number>): Column => {
  switch (column.type) {
    case 'string':
      return { ...column, values: pick(column.values, rows) }
    case 'boolean':
      return { ...column, values: pick(column.values, rows) }
    case 'json':
      return { ...column, values: pick(column.values, rows) }
    default: {
      const values = Float64Array.from(rows, (row) => column.values[row] ?? Number.NaN)
      const textsOf = (texts: readonly (string | null)[]) => Array.from(rows, (row) => texts[row] ?? null)
      return {
        ...column,
        values,
        ...(column.exact && { exact: textsOf(column.exact) }),
        ...(column.written && { written: textsOf(column.written) }),
      }
    }
  }
}

/** Some rows and columns of a table, in the order in which they are named. */
export const partOfTable = (table: Table, { rows, columns }: { rows: ArrayLike<number>; columns: readonly string[] }): Table => ({
  rowCount: rows.length,
  columns: columns.flatMap((name) => {
    const column = table.columns.find((one) => one.name === name)
    return column ? [partOfColumn(column, rows)] : []
  }),
})
