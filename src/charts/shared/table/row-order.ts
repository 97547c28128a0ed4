import { cell, isNumeric, isTemporal } from '#core/table.ts'
import type { Column, Table } from '#core/table.ts'

/** Rows in the order and selection in which they are shown. */
export type Sort = { column: string; descending: boolean } | null

const compare = (column: Column): ((a: number, b: number) => number) => {
  if (isNumeric(column) || isTemporal(column)) {
    const { values, exact } = column
    return (a, b) => {
      const [x, y] = [values[a] ?? Number.NaN, values[b] ?? Number.NaN]
      const [i, j] = [exact?.[a], exact?.[b]]
      if (x === y && (i || j)) return Number((i ?? x) > (j ?? y)) - Number((i ?? x) < (j ?? y))
      return x - y
    }
  }
  const collator = new Intl.Collator(undefined, { numeric: true })
  return (a, b) => collator.compare(String(cell(column, a)), String(cell(column, b)))
}

/** Row numbers whose texts hold the searched one, sorted; missing values come last either way. */
export const rowsOf = (
  table: Table,
  { search = '', sort, texts }: { search?: string; sort: Sort; texts: ((row: number) => string)[] },
): Uint32Array => {
  const needle = search.trim().toLowerCase()
  const all = Uint32Array.from({ length: table.rowCount }, (_, row) => row)
  const found = needle === '' ? all : all.filter((row) => texts.some((text) => text(row).toLowerCase().includes(needle)))
  const column = sort && table.columns.find((candidate) => candidate.name === sort.column)
  if (!column) return found
  const order = compare(column)
  const isMissing = (row: number) => cell(column, row) === null
  return found.toSorted((a, b) => {
    const [x, y] = [isMissing(a), isMissing(b)]
    if (x || y) return Number(x) - Number(y)
    return sort.descending ? order(b, a) : order(a, b)
  })
}

/** The sort after a press on a head: up, down, none. */
export const nextSort = (sort: Sort, column: string): Sort => {
  if (sort?.column !== column) return { column, descending: false }
  return sort.descending ? null : { column, descending: true }
}
