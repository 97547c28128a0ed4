import { expect, test } from 'vitest'
import { groupFields, limitFields } from './field-folders.ts'

const column = (column_name: string) => ({ column_name, uuid: `c-${column_name}`, is_dttm: false })
const metric = (metric_name: string) => ({ metric_name, uuid: `m-${metric_name}`, expression: 'COUNT(*)' })
const fields = { columns: [column('a'), column('b'), column('c')], metrics: [metric('x'), metric('y')] }

const summary = (folders: unknown) =>
  groupFields({ ...fields, folders }).map(({ kind, title, depth, metrics, columns }) => [
    kind === 'folder' ? title : kind,
    depth,
    ...metrics.map((one) => one.metric_name),
    ...columns.map((one) => one.column_name),
  ])

const folder = (name: string, ...children: object[]) => ({ uuid: `f-${name}`, type: 'folder', name, children })
const item = (uuid: string) => ({ uuid })

test.each<[string, unknown, unknown[]]>([
  [
    'without folders',
    null,
    [
      ['metrics', 0, 'x', 'y'],
      ['columns', 0, 'a', 'b', 'c'],
    ],
  ],
  [
    'folders in their order, and what is in none last',
    [folder('Two', item('c-b'), item('m-y')), folder('One', item('c-a'))],
    [
      ['Two', 0, 'y', 'b'],
      ['One', 0, 'a'],
      ['metrics', 0, 'x'],
      ['columns', 0, 'c'],
    ],
  ],
  [
    'folders in folders',
    [folder('Outer', item('c-a'), folder('Inner', item('c-b')))],
    [
      ['Outer', 0, 'a'],
      ['Inner', 1, 'b'],
      ['metrics', 0, 'x', 'y'],
      ['columns', 0, 'c'],
    ],
  ],
  [
    'the folders of all metrics and columns, and what cannot be read',
    [{ uuid: '255b537d-58c8-443d-9fc1-4e4dc75047e2', name: 'Metrics', children: [item('m-x')] }, null, 5, { name: 'no id' }],
    [
      ['metrics', 0, 'x', 'y'],
      ['columns', 0, 'a', 'b', 'c'],
    ],
  ],
])('%s', (_, folders, groups) => expect(summary(folders)).toEqual(groups))

test.each<[most: number, metrics: string[], columns: string[], hidden: number]>([
  [3, ['x', 'y'], ['a', 'b', 'c'], 0],
  [2, ['x', 'y'], ['a', 'b'], 1],
  [1, ['x'], ['a'], 3],
])('at most %i of each kind are drawn, and the others are counted', (most, metrics, columns, hidden) => {
  const shown = limitFields(fields, most)
  expect([shown.metrics.map((one) => one.metric_name), shown.columns.map((one) => one.column_name), shown.hidden]).toEqual([
    metrics,
    columns,
    hidden,
  ])
})
