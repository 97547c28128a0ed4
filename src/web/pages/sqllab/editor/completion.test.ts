import { CompletionContext } from '@codemirror/autocomplete'
import { sql } from '@codemirror/lang-sql'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completeWith, namedTables } from './completion.ts'
import { dialectOf } from '../../../ui/code/sql.ts'

const tables = ['orders', 'People', 'films']
const tablesIn: Record<string, string[]> = { main: tables, archive: ['orders', 'old_orders'] }
const columns: Record<string, string[]> = {
  'archive.orders': ['archived_on'],
  'archive.old_orders': ['gone'],
  orders: ['id', 'amount', 'Paid on'],
  People: ['name'],
  films: ['title'],
}
const known = {
  listSchemas: async () => ['main', 'archive'],
  listTables: async (schema = 'main') => tablesIn[schema] ?? [],
}

test.each([
  ['SELECT * FROM orders', [['orders', 'orders']]],
  [
    'SELECT * FROM orders o JOIN people AS p ON o.id = p.id',
    [
      ['orders', 'o'],
      ['People', 'p'],
    ],
  ],
  ['SELECT * FROM orders WHERE id = 1', [['orders', 'orders']]],
  [
    'SELECT * FROM main."People", films f',
    [
      ['People', 'People'],
      ['films', 'f'],
    ],
  ],
  ["SELECT 'FROM orders' FROM films -- JOIN orders", [['films', 'films']]],
  ['SELECT orders FROM elsewhere', []],
  [
    'SELECT * FROM archive.orders o, Archive.old_orders',
    [
      ['archive.orders', 'o'],
      ['archive.old_orders', 'old_orders'],
    ],
  ],
  ['SELECT * FROM shop.archive.orders', [['archive.orders', 'orders']]],
  ['SELECT * FROM elsewhere.orders', []],
])('tables named by %s', async (statement, named) => {
  const found = await namedTables(statement, 'duckdb', known)
  expect(found.map(({ schema, table, alias }) => [schema && schema !== 'main' ? `${schema}.${table}` : table, alias])).toEqual(named)
})

/** What is offered at the bar in a text. */
const offered = async (text: string, isExplicit = false) => {
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [sql({ dialect: dialectOf('duckdb') })] })
  const complete = completeWith(() => ({
    backend: 'duckdb',
    ...known,
    listFunctions: async () => ['toStartOfMonth'],
    columnsOf: async (table, schema) =>
      (columns[schema && schema !== 'main' ? `${schema}.${table}` : table] ?? []).map((name) => ({ name, type: 'VARCHAR' })),
    parameters: () => ['region', 'year'],
  }))
  const result = await complete(new CompletionContext(state, text.indexOf('|'), isExplicit))
  return result?.options ?? []
}

test('columns of the tables of this statement are offered, then tables, functions and keywords', async () => {
  const labels = (await offered('SELECT 1 FROM films; SELECT a| FROM orders')).map(({ label }) => label)
  expect(labels.slice(0, 6)).toEqual(['id', 'amount', 'Paid on', 'orders', 'People', 'films'])
  expect(labels).toEqual(expect.arrayContaining(['toStartOfMonth', 'SELECT']))
  expect(labels).not.toContain('title')
})

test.each([
  ['one that the editor has read', 10],
  ['one that it has not read yet', 5_000],
])('in a long script only the statement at the cursor counts: %s', async (_, count) => {
  const lines = Array.from({ length: count }, (_line, i) => `SELECT title FROM films WHERE id = ${i};`)
  const labels = (await offered([...lines, 'SELECT a| FROM orders;', ...lines].join('\n'))).map(({ label }) => label)
  expect(labels.slice(0, 3)).toEqual(['id', 'amount', 'Paid on'])
  expect(labels).not.toContain('title')
})

test('a statement that the editor has read only in part is read to its end', async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `o.id + ${i}`).join(', ')
  expect((await offered(`SELECT ${many}, o.| FROM orders o`)).map(({ label }) => label)).toEqual(['id', 'amount', 'Paid on'])
  expect((await offered(`SELECT o.|, ${many} FROM orders o`)).map(({ label }) => label)).toEqual(['id', 'amount', 'Paid on'])
})

test('behind a statement without semicolon its columns are offered, on request', async () => {
  expect((await offered('SELECT 1 FROM films; SELECT * FROM orders WHERE |', true)).map(({ label }) => label)).toContain('Paid on')
})

test.each([
  ['SELECT o.| FROM orders o', ['id', 'amount', '"Paid on"']],
  ['SELECT * FROM main.|', ['orders', '"People"', 'films']],
  ['SELECT * FROM ARCHIVE.|', ['orders', 'old_orders']],
  ['SELECT o.| FROM archive.orders o JOIN orders ON true', ['archived_on']],
  ['SELECT nobody.| FROM orders o', []],
])('behind a dot: %s', async (text, inserted) => {
  expect((await offered(text)).map(({ apply }) => apply)).toEqual(inserted)
})

test('schemas and the queries of a WITH are offered', async () => {
  const labels = (await offered('WITH paid AS (SELECT 1), late AS (SELECT 2) SELECT * FROM p|')).map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining(['paid', 'late', 'archive', 'orders']))
})

test.each(["SELECT * FROM orders WHERE region = '{{ |' AND 1", 'SELECT {{re|}}', 'SELECT {{ year + re| }}'])(
  'saved parameters are offered in a template: %s',
  async (text) => expect((await offered(text)).map(({ label }) => label)).toEqual(['region', 'year']),
)

test('behind a template, columns and tables are offered again', async () => {
  expect((await offered('SELECT {{ year }}, a| FROM orders')).map(({ label }) => label)).toContain('amount')
})
