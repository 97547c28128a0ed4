import { expect, test } from 'vitest'
import { pinnedFirst } from './pins.ts'
import { treeRows, type Opened } from './tree-rows.ts'

const column = (name: string) => ({ name, type: 'INTEGER', longType: 'INTEGER', keys: [], comment: null })
const tables = ['films', 'flights', 'stocks'].map((value) => ({ value, type: 'table' }))
const opened = new Map<string, Opened>([
  ['films', { metadata: { columns: [column('id'), column('title')], primaryKey: { constrained_columns: ['id'], name: null } } }],
  ['flights', { note: 'Loading' }],
])

test.each([
  ['', ['films', '  id *', '  title', 'flights', '  Loading', 'stocks']],
  ['FI', ['films', '  id *', '  title']],
  ['titl', ['films', '  title']],
  ['none', []],
])('rows for the search %j', (search, lines) => {
  const shown = treeRows(tables, opened, search).map((row) =>
    row.kind === 'table' ? row.table.value : row.kind === 'note' ? `  ${row.text}` : `  ${row.column.name}${row.isKey ? ' *' : ''}`,
  )
  expect(shown).toEqual(lines)
})

test('pinned tables come first, in the order of the database', () => {
  expect(pinnedFirst(tables, ['stocks', 'films', 'gone']).map(({ value }) => value)).toEqual(['films', 'stocks', 'flights'])
})
