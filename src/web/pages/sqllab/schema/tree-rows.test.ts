import { expect, test } from 'vitest'
import { indexOutline } from './search-outline.ts'
import { keyOf, nodeOf, type TableNode } from './tree-nodes.ts'
import { treeRows, type TreeData, type TreeRow } from './tree-rows.ts'

const column = (name: string) => ({ name, type: 'INTEGER', comment: null })
const outline = [
  { schema: 'main', name: 'films', type: 'table', columns: [column('id'), column('title')] },
  { schema: 'main', name: 'flights', type: 'view', columns: [column('delay')] },
  { schema: 'staging', name: 'titles', type: 'table', columns: [column('raw')] },
]

const dataOf = (catalogs: TreeData['catalogs']): TreeData => ({
  catalogs,
  schemas: () => ({ parts: ['main', 'staging'] }),
  tables: ({ schema }) => ({
    parts: outline.filter((table) => table.schema === schema).map(({ name, type }) => ({ value: name, type })),
  }),
  table: ({ table }) =>
    table === 'flights'
      ? { note: 'no such table', isFault: true }
      : {
          parts: {
            columns: outline.find(({ name }) => name === table)?.columns ?? [],
            keys: ['id'],
            partitions: table === 'titles' ? { cols: ['day'], latest: {}, is_range: false } : null,
          },
        },
  index: () => indexOutline(outline),
})

const lineOf = (row: TreeRow): string => {
  const indent = ' '.repeat(row.depth * 2)
  switch (row.kind) {
    case 'catalog':
    case 'schema':
      return `${indent}${row.isOpen ? '-' : '+'} ${row.name}`
    case 'table':
      return `${indent}${row.isPinnedAbove ? '^' : row.isOpen ? '-' : '+'} ${row.node.table}`
    case 'column':
      return `${indent}${row.column.name}${row.isKey ? ' *' : ''}`
    case 'partitions':
      return `${indent}by ${row.partitions.cols.join()}`
    case 'note':
      return `${indent}(${row.text})`
  }
}

const places = {
  main: { catalog: null, schema: 'main' },
  films: { catalog: null, schema: 'main', table: 'films' },
  flights: { catalog: null, schema: 'main', table: 'flights' },
  staging: { catalog: null, schema: 'staging' },
  titles: { catalog: null, schema: 'staging', table: 'titles' },
} satisfies Record<string, Parameters<typeof keyOf>[0]>
type Case = { title: string; open?: (keyof typeof places)[]; search?: string; pinned?: TableNode[]; lines: string[] }

const cases: Case[] = [
  { title: 'closed schemas', lines: ['+ main', '+ staging'] },
  { title: 'an open schema', open: ['main'], lines: ['- main', '  + films', '  + flights', '+ staging'] },
  {
    title: 'an open table, its key',
    open: ['main', 'films'],
    lines: ['- main', '  - films', '    id *', '    title', '  + flights', '+ staging'],
  },
  { title: 'partitions', open: ['staging', 'titles'], lines: ['+ main', '- staging', '  - titles', '    raw', '    by day'] },
  {
    title: 'a table that is gone',
    open: ['main', 'flights'],
    lines: ['- main', '  + films', '  - flights', '    (no such table)', '+ staging'],
  },
  { title: 'pinned tables above', pinned: [places.titles], lines: ['^ titles', '+ main', '+ staging'] },
  {
    title: 'a search in tables and columns of all schemas',
    search: 'TITLE',
    lines: ['- main', '  + films', '    title', '- staging', '  + titles'],
  },
  {
    title: 'an open table that is found, with all its columns',
    search: 'title',
    open: ['films'],
    lines: ['- main', '  - films', '    id *', '    title', '- staging', '  + titles'],
  },
  { title: 'a search for a schema', search: 'stag', lines: ['+ staging'] },
  { title: 'a search that finds nothing', search: 'none', lines: [] },
]

test.each(cases)('the tree shows $title', ({ open = [], search = '', pinned = [], lines }) => {
  const keys = new Set(open.map((name) => keyOf(places[name])))
  const rows = treeRows(dataOf([null]), { open: keys, pinned, search })
  expect(rows.slice(0, rows.count).map(lineOf)).toEqual(lines)
  for (let start = 0; start <= lines.length; start++)
    for (let end = start; end <= lines.length; end++) expect(rows.slice(start, end).map(lineOf)).toEqual(lines.slice(start, end))
})

test('several catalogs are a level of their own', () => {
  const open = new Set([keyOf({ catalog: 'hive' })])
  const linesFor = (search: string) =>
    treeRows(dataOf(['hive', 'tpch']), { open, pinned: [], search })
      .slice(0, Infinity)
      .map(lineOf)
  expect(linesFor('')).toEqual(['- hive', '  + main', '  + staging', '+ tpch'])
  expect(linesFor('tpc')).toEqual(['+ tpch'])
})

test.each([places.main, places.titles, { catalog: 'a,b' }, { catalog: 'c', schema: '"', table: '[' }])('the key of %j names it', (node) => {
  expect(nodeOf(keyOf(node))).toEqual(node)
})
