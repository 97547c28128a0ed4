import { expect, test } from 'vitest'
import { cell, fromRows } from '#core/table.ts'
import { quickForm, quickTable, suitableChart } from './quick-chart.ts'

const sales = fromRows(
  ['shop_id', 'city', 'amount'],
  [0, 1, 0],
  [
    { shop_id: 1, city: 'Bonn', amount: 3 },
    { shop_id: 2, city: 'Ulm', amount: 5 },
    { shop_id: 3, city: 'Bonn', amount: 4 },
    { shop_id: 4, city: 'Ulm', amount: null },
  ],
)
const days = fromRows(
  ['n', 'day'],
  [0, 2],
  [
    { n: 2, day: Date.UTC(2024, 0, 2) },
    { n: 1, day: Date.UTC(2024, 0, 1) },
  ],
)

test.each([
  ['text and numbers', sales, { type: 'echarts_timeseries_bar', x: 'city', y: 'amount', aggregate: 'SUM' }],
  ['times', days, { type: 'echarts_timeseries_line', x: 'day', y: 'n', aggregate: 'SUM' }],
  ['text alone', fromRows(['a'], [1], [{ a: 'x' }]), { type: 'echarts_timeseries_bar', x: 'a', y: 'a', aggregate: 'COUNT' }],
  ['no rows', fromRows(['a'], [0], []), null],
])('the chart that suits %s', (_, table, chart) => expect(suitableChart(table)).toEqual(chart))

test.each([
  ['SUM', [7, 5]],
  ['AVG', [3.5, 5]],
  ['MIN', [3, 5]],
  ['MAX', [4, 5]],
  ['COUNT', [2, 1]],
] as const)('%s of each group, without missing values', (aggregate, values) => {
  const { columns } = quickTable(sales, { type: 'echarts_timeseries_bar', x: 'city', y: 'amount', aggregate })
  expect(columns.map(({ name }) => name)).toEqual(['city', `${aggregate}(amount)`])
  expect(columns.map((column) => [0, 1].map((row) => cell(column, row)))).toEqual([['Bonn', 'Ulm'], values])
})

test('times are drawn in their order, and the form queries the same', () => {
  const chart = suitableChart(days)
  if (!chart) throw new Error('There is a chart')
  expect([...(quickTable(days, chart).columns[1]?.values ?? [])]).toEqual([1, 2])
  expect(quickForm(chart, 3)).toMatchObject({ datasource: '3__table', x_axis: 'day', metrics: [{ aggregate: 'SUM', label: 'SUM(n)' }] })
})
