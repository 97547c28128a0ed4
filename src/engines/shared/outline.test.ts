import { expect, test } from 'vitest'
import { groupOutline } from './outline.ts'

test('columns are grouped by schema and table, and a table without any stays', () => {
  expect(
    groupOutline([
      ['a', 'films', 'BASE TABLE', 'id', 'int'],
      ['a', 'films', 'BASE TABLE', 'title', 'text'],
      ['b', 'films', 'VIEW', 'id', 'int'],
      ['b', 'void', 'BASE TABLE', null, null],
    ]),
  ).toEqual([
    {
      schema: 'a',
      name: 'films',
      kind: 'table',
      columns: [
        { name: 'id', type: 'int' },
        { name: 'title', type: 'text' },
      ],
    },
    { schema: 'b', name: 'films', kind: 'view', columns: [{ name: 'id', type: 'int' }] },
    { schema: 'b', name: 'void', kind: 'table', columns: [] },
  ])
})
