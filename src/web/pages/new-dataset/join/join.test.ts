import { expect, test } from 'vitest'
import { faultOf, isKnownUnique, joinSql, proposeJoin, proposeKey, shownByDefault, type JoinedTable } from './join.ts'

const table = (name: string, columns: Record<string, string>, primaryKey: string[] = []): JoinedTable => ({
  alias: name,
  schema: 'shop',
  table: name,
  columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
  primaryKey,
  shown: Object.keys(columns),
})

const orders = table('orders', { id: 'BIGINT', customer_id: 'BIGINT', day: 'DATE', amount: 'DOUBLE' }, ['id'])
const customers = table('customers', { id: 'INTEGER', name: 'VARCHAR' }, ['id'])
const countries = table('Countries', { code: 'VARCHAR', name: 'VARCHAR' })
const people = table('people', { id: 'VARCHAR', country_code: 'VARCHAR', name: 'VARCHAR' })
const weather = table('weather', { day: 'TIMESTAMP', rain: 'DOUBLE' })

test.each([
  ['a reference to the id of a table', orders, customers, { left: 'customer_id', right: 'id' }],
  ['a reference from the right', customers, orders, { left: 'id', right: 'customer_id' }],
  ['a plural in -ies, whatever the case', people, countries, { left: 'country_code', right: 'code' }],
  ['the same name', orders, weather, { left: 'day', right: 'day' }],
  ['the same name of another type', customers, people, { left: 'name', right: 'name' }],
  ['nothing', weather, countries, null],
])('keys are proposed by %s', (_what, left, right, pair) => {
  expect(proposeKey(left, right)).toEqual(pair)
})

test('a table is joined to the first table before it that it fits', () => {
  expect(proposeJoin([weather, people], countries)).toEqual({ to: 'people', kind: 'left', keys: [{ left: 'country_code', right: 'code' }] })
  expect(proposeJoin([weather], countries)).toEqual({ to: 'weather', kind: 'left', keys: [] })
})

test('rows cannot repeat where the keys are the primary key', () => {
  expect(isKnownUnique(customers, [{ left: 'customer_id', right: 'id' }])).toBe(true)
  expect(isKnownUnique(customers, [{ left: 'name', right: 'name' }])).toBe(false)
  expect(isKnownUnique(countries, [{ left: 'country_code', right: 'code' }])).toBe(false)
  const lines = table('lines', { order_id: 'BIGINT', line: 'BIGINT' }, ['order_id', 'line'])
  expect(isKnownUnique(lines, [{ left: 'id', right: 'order_id' }])).toBe(false)
})

test('the statement quotes every name, and tells apart columns of the same name', () => {
  const keys = [{ left: 'customer_id', right: 'id' }]
  const plan = {
    tables: [orders, { ...customers, shown: shownByDefault(customers, keys) }, { ...orders, alias: 'orders_2', shown: ['day'] }],
    joins: [
      { to: 'orders', kind: 'left' as const, keys },
      { to: 'customers', kind: 'inner' as const, keys: [{ left: 'id', right: 'customer_id' }] },
    ],
  }
  expect(faultOf(plan)).toBeNull()
  expect(joinSql(plan, 'postgresql')).toBe(`SELECT
  "orders"."id" AS "id",
  "orders"."customer_id" AS "customer_id",
  "orders"."day" AS "orders_day",
  "orders"."amount" AS "amount",
  "customers"."name" AS "name",
  "orders_2"."day" AS "orders_2_day"
FROM "shop"."orders" AS "orders"
LEFT JOIN "shop"."customers" AS "customers" ON "orders"."customer_id" = "customers"."id"
INNER JOIN "shop"."orders" AS "orders_2" ON "customers"."id" = "orders_2"."customer_id"`)
  const odd = { ...table('a`b', { 'x"y': 'TEXT' }), schema: null }
  expect(joinSql({ tables: [odd], joins: [] }, 'mysql')).toBe('SELECT\n  `a``b`.`x"y` AS `x"y`\nFROM `a``b` AS `a``b`')
})

test.each([
  ['too few tables', { tables: [orders], joins: [] }],
  ['no keys', { tables: [orders, weather], joins: [{ to: 'orders', kind: 'left' as const, keys: [] }] }],
  [
    'no columns',
    {
      tables: [orders, weather].map((one) => ({ ...one, shown: [] })),
      joins: [{ to: 'orders', kind: 'left' as const, keys: [{ left: 'day', right: 'day' }] }],
    },
  ],
])('%s', (fault, plan) => expect(faultOf(plan)).toBe(fault))
