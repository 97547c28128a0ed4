import { expect, test } from 'vitest'
import { chartsIn } from '#core/layout/tree.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import { buildBody, type NamedChart } from './add-to-dashboard.ts'

const charts = (...ids: number[]): NamedChart[] => ids.map((id) => ({ id, slice_name: `Chart ${id}` }))

const stored = {
  id: 1,
  dashboard_title: 'Sales',
  json_metadata: JSON.stringify({ color_scheme: 'chartroom', show_native_filters: true }),
  position_json: JSON.stringify({
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1'], parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
    'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId: 1, width: 4, height: 50, sliceName: 'Chart 1' } },
  }),
}

test.each<[string, { linked: number[]; wanted: number[] }, { added: number; charts: number[]; rows: number } | null]>([
  ['one chart goes into a row at the end', { linked: [1], wanted: [2] }, { added: 1, charts: [1, 2], rows: 2 }],
  ['four charts take two rows', { linked: [1], wanted: [2, 3, 4, 5] }, { added: 4, charts: [1, 2, 3, 4, 5], rows: 3 }],
  ['what is there is not added again', { linked: [1], wanted: [1, 2] }, { added: 1, charts: [1, 2], rows: 2 }],
  ['nothing is written when all are there', { linked: [1], wanted: [1] }, null],
  ['a chart that is linked but nowhere in the layout stays', { linked: [1, 9], wanted: [2] }, { added: 1, charts: [1, 2, 9], rows: 3 }],
  ['such a chart counts as there', { linked: [1, 9], wanted: [9] }, null],
])('%s', (_name, { linked, wanted }, expected) => {
  const body = buildBody(stored, { linked: charts(...linked), wanted: charts(...wanted) })
  if (!expected || !body) return expect(body).toBe(expected)
  const { positions, ...metadata } = JSON.parse(body.json_metadata) as { positions: Record<string, unknown> }
  const layout = readLayout(positions)
  expect({ added: body.added, charts: chartsIn(layout).toSorted(), rows: layout['GRID_ID']?.children.length }).toEqual(expected)
  expect(metadata).toEqual({ color_scheme: 'chartroom' })
})

test('charts can be added to a dashboard without a layout', () => {
  const body = buildBody({ ...stored, position_json: null, json_metadata: null }, { linked: [], wanted: charts(3) })
  const { positions } = JSON.parse(body?.json_metadata ?? '{}') as { positions: unknown }
  expect(chartsIn(readLayout(positions))).toEqual([3])
})

test('a chart goes to the end of the chosen tab; to the first one where that is gone', () => {
  const tabbed = {
    ...stored,
    position_json: JSON.stringify({
      DASHBOARD_VERSION_KEY: 'v2',
      ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-1'] },
      GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [] },
      'TABS-1': { type: 'TABS', id: 'TABS-1', children: ['TAB-a', 'TAB-b'], meta: {} },
      'TAB-a': { type: 'TAB', id: 'TAB-a', children: [], meta: { text: 'A' } },
      'TAB-b': { type: 'TAB', id: 'TAB-b', children: [], meta: { text: 'B' } },
    }),
  }
  const chartsOf = (tab: string) => {
    const body = buildBody(tabbed, { linked: [], wanted: charts(5), tab })
    const { positions } = JSON.parse(body?.json_metadata ?? '{}') as { positions: unknown }
    const layout = readLayout(positions)
    return { a: chartsIn(layout, 'TAB-a'), b: chartsIn(layout, 'TAB-b') }
  }
  expect(chartsOf('TAB-b')).toEqual({ a: [], b: [5] })
  expect(chartsOf('TAB-gone')).toEqual({ a: [5], b: [] })
})
