import { ownValue } from '#core/encoding/own-keys.ts'
import { cell, isNumeric, isTemporal } from '#core/table.ts'
import type { Column } from '#core/table.ts'

export type FilterOperator = 'contains' | 'excludes' | 'equals' | 'differs' | 'least' | 'most' | 'blank' | 'filled'

export type ColumnFilter = { operator: FilterOperator; value: string }

/** Operators that need no value. */
export const isUnary = (operator: FilterOperator): boolean => operator === 'blank' || operator === 'filled'

/** What can be asked of a column. */
export const operatorsOf = (column: Column): FilterOperator[] =>
  isNumeric(column) || isTemporal(column)
    ? ['equals', 'differs', 'least', 'most', 'contains', 'blank', 'filled']
    : ['contains', 'excludes', 'equals', 'differs', 'blank', 'filled']

const hasZone = /Z|[+-]\d\d:?\d\d$/

/** What a typed value means in a column: a number, or a time as epoch milliseconds; NaN where it is neither. */
const valueIn = (column: Column, text: string): number => {
  if (!isTemporal(column)) return Number(text.replaceAll(/[\s']/g, ''))
  const iso = text.replace(' ', 'T')
  return Date.parse(iso.length > 10 && !hasZone.test(iso) ? `${iso}Z` : iso)
}

type Test = (row: number) => boolean

/** The test of a filter; null where it does not restrict anything: nothing was typed yet. */
const testOf = (column: Column, { operator, value }: ColumnFilter, text: (row: number) => string): Test | null => {
  const isBlank: Test = (row) => cell(column, row) === null
  if (operator === 'blank') return isBlank
  if (operator === 'filled') return (row) => !isBlank(row)
  const typed = value.trim().toLowerCase()
  if (typed === '') return null
  const read = (row: number) => text(row).toLowerCase()
  if (operator === 'contains') return (row) => read(row).includes(typed)
  if (operator === 'excludes') return (row) => !read(row).includes(typed)
  const wanted = isNumeric(column) || isTemporal(column) ? valueIn(column, value.trim()) : Number.NaN
  const equals: Test = (row) => read(row) === typed || Number(cell(column, row) ?? Number.NaN) === wanted
  if (operator === 'equals') return equals
  if (operator === 'differs') return (row) => !equals(row)
  return operator === 'least' ? (row) => Number(column.values[row]) >= wanted : (row) => Number(column.values[row]) <= wanted
}

export type Filters = Readonly<Record<string, ColumnFilter>>

/** The rows that pass the filters of all columns. */
export const filteredRows = (
  rows: Uint32Array,
  filters: Filters,
  columns: readonly { column: Column; text: (row: number) => string }[],
): Uint32Array => {
  const tests = columns.flatMap(({ column, text }) => {
    const filter = ownValue(filters, column.name)
    return (filter && testOf(column, filter, text)) ?? []
  })
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((passes) => passes(row)))
}
