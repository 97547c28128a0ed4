import { describe, expect, test } from 'vitest'
import { chartItem, chooseContinueItems, chooseRows, dashboardItem, parseVisit } from './home-data.ts'

test.each([
  [{ item_type: 'slice', item_url: '/explore/?slice_id=41', time: 1 }, [{ kind: 'chart', name: '41', time: 1 }]],
  [{ item_type: 'dashboard', item_url: '/superset/dashboard/7/', time: 2 }, [{ kind: 'dashboard', name: '7', time: 2 }]],
  [
    { item_type: 'dashboard', item_url: '/superset/dashboard/jobs%20%26%20pay/', time: 3 },
    [{ kind: 'dashboard', name: 'jobs & pay', time: 3 }],
  ],
  [{ item_type: 'slice', item_url: '/somewhere/else', time: 4 }, []],
] as const)('%o', (item, visit) => {
  expect(parseVisit(item)).toEqual(visit)
})

const row = { id: 1, thumbnail_url: '/thumbnail/', changed_on_utc: '2024-01-01T00:00:00', changed_by: null, owners: [] }
const chartRow = { ...row, slice_name: 'Sales', viz_type: 'pie', table: { table_name: 'sales.2024', default_endpoint: null } }
const dashboardRow = { ...row, dashboard_title: 'Sales' }

test.each([
  ['examples.flights', true],
  ['main.flights', false],
  ['examples', false],
  [null, false],
])('a chart on %s is an example: %s', (datasource_name_text, expected) => {
  expect(chartItem({ ...chartRow, datasource_name_text }).isExample).toBe(expected)
})

test('a chart is on the whole name of its table, also with dots in it', () =>
  expect(chartItem({ ...chartRow, datasource_name_text: 'main.sales.2024' }).dataset).toBe('sales.2024'))

test.each([
  ['economy', true],
  ['my-economy', false],
  [null, false],
])('a dashboard with the slug %s is an example: %s', (slug, expected) => {
  expect(dashboardItem({ ...dashboardRow, slug }).isExample).toBe(expected)
})

describe('items to continue with', () => {
  const chart = (id: number, schema = 'main') => chartItem({ ...chartRow, id, datasource_name_text: `${schema}.sales` })
  const ids = (items: Parameters<typeof chooseContinueItems>[0]) => chooseContinueItems(items).map(({ id }) => id)
  test.each([
    ['what was visited, then own, then published', { visited: [chart(1)], mine: [chart(2)], published: [chart(3)] }, [1, 2, 3]],
    ['each once', { visited: [chart(1)], mine: [chart(2), chart(1)], published: [chart(2), chart(3)] }, [1, 2, 3]],
    [
      "examples that one owns are none of one's own",
      { visited: [], mine: [chart(4, 'examples'), chart(2)], published: [chart(3)] },
      [2, 3],
    ],
    ['four at most', { visited: [1, 2, 3].map((id) => chart(id)), mine: [chart(4), chart(5)], published: [] }, [1, 2, 3, 4]],
  ])('%s', (_name, items, expected) => {
    expect(ids(items)).toEqual(expected)
  })
})

test('rows are the latest first, and the examples only after own work, however new they are', () => {
  const made = (id: number, day: number, schema = 'main') =>
    chartItem({ ...chartRow, id, changed_on_utc: `2024-01-0${day}T00:00:00`, datasource_name_text: `${schema}.sales` })
  const examples = [3, 4, 5, 6, 7, 8].map((id) => made(id, 9, 'examples'))
  expect(chooseRows([...examples, made(1, 1), made(2, 2)]).map(({ id }) => id)).toEqual([2, 1, 3, 4, 5, 6])
})
