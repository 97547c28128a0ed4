import { expect, test } from 'vitest'
import { indexOutline, searchOutline } from './search-outline.ts'

const tableOf = (schema: string, name: string, ...columns: string[]) => ({
  schema,
  name,
  type: 'table',
  columns: columns.map((column) => ({ name: column, type: 'INTEGER' })),
})

const index = indexOutline([
  tableOf('public', 'Orders', 'id', 'customer_id', 'order date'),
  tableOf('public', 'customers', 'ID', 'name'),
  tableOf('sales', 'regions', 'id', 'code'),
  tableOf('orders_old', 'y2019', 'n'),
])

/** Schemas, their tables, and the columns that are found in them. */
type Found = Record<string, Record<string, string[]>>

const cases: [search: string, found: Found][] = [
  ['orders', { public: { Orders: [] }, orders_old: {} }],
  ['CUSTOMER', { public: { Orders: ['customer_id'], customers: [] } }],
  ['id', { public: { Orders: ['id', 'customer_id'], customers: ['ID'] }, sales: { regions: ['id'] } }],
  [' order date ', { public: { Orders: ['order date'] } }],
  ['sales', { sales: {} }],
  ['nothing', {}],
]

test.each(cases)('%j finds %j', (search, found) => {
  const seen = searchOutline(index, search).map(({ name, tables }) => [
    name,
    Object.fromEntries(tables.map((table) => [table.name, table.columns.map((column) => column.name)])),
  ])
  expect(Object.fromEntries(seen)).toEqual(found)
})
