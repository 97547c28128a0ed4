import { expect, test } from 'vitest'
import type { StatementFacts, TableName } from '#core/sql/inspect.ts'
import { foldNames } from './fold-names.ts'

/** The parser counts characters, also those that are two units of a string. */
const characters = (text: string): number => [...text].length

/** The facts of a statement in which the written names are, each with the table that the parser reads. */
const factsOf = (sql: string, named: [written: string, table: TableName][]): StatementFacts => ({
  kind: 'select',
  tables: named.map(([, table]) => table),
  places: named.map(([written, table]) => {
    const at = sql.indexOf(written)
    const start = at < 0 ? at : characters(sql.slice(0, at))
    return { ...table, start, end: start + characters(written), hasAlias: false, isPlain: true }
  }),
  tableFunctions: [],
  writes: false,
  locks: false,
  hasSubquery: false,
  isEnclosed: false,
})

const name = (table: string, schema: string | null = null): TableName => ({ table, schema, catalog: null })

test.each<[string, [string, TableName][], TableName[]]>([
  ['select * from Orders', [['Orders', name('Orders')]], [name('orders')]],
  ['select * from "Orders"', [['"Orders"', name('Orders')]], [name('Orders')]],
  ['select * from Sales."Orders"', [['Sales."Orders"', name('Orders', 'Sales')]], [name('Orders', 'sales')]],
  [`select '🎉🎉🎉' from "Orders"`, [['"Orders"', name('Orders')]], [name('Orders')]],
  [`select '🎉🎉🎉' from Orders`, [['Orders', name('Orders')]], [name('orders')]],
  ['select * from "A.b".C', [['"A.b".C', name('C', 'A.b')]], [name('c', 'A.b')]],
  [
    'select * from "Orders", Orders',
    [
      ['"Orders"', name('Orders')],
      [' Orders', name('Orders')],
    ],
    [name('Orders'), name('orders')],
  ],
])('the tables of %s', (sql, named, tables) => expect(foldNames(factsOf(sql, named), sql).tables).toEqual(tables))

test('a name without a place stays as it is', () => {
  const facts = factsOf('select 1', [['nowhere', name('Orders')]])
  expect(foldNames(facts, 'select 1').tables).toEqual([name('Orders')])
})
