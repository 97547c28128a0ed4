import { expect, test } from 'vitest'
import type { FormData } from '#core/query/query-object.ts'
import { charts } from './index.ts'
import type { Chart, ClickedItem } from './chart.ts'
import { drawnSeries } from './shared/fixtures/drawn-series.ts'
import { metric, monthsFrom, tableOf } from './shared/fixtures/fixture.ts'
import { testContext } from './shared/fixtures/test-context.ts'

const chartOf = (vizType: string): Chart => charts.find(({ viz_type }) => viz_type === vizType) as Chart
const formOf = (viz_type: string, given: object): FormData => ({ datasource: '1__table', viz_type, ...given })

const months = monthsFrom([2020, 1], 1, 2)
const [january, february] = months.values
const time = { x_axis: 'day', time_grain_sqla: 'P1M' }

const bubbles = tableOf({ country: ['Japan', null], region: ['Asia', 'Europe'], x: [1, 2], y: [3, 4], size: [5, 6] })
const bubble = { entity: 'country', series: 'region', x: metric('x'), y: metric('y'), size: metric('size') }
const heat = { x_axis: 'Month', groupby: 'Phase', metric: 'Reports' }
const cells = tableOf({ Month: ['Jan', 'Jan', 'Feb'], Phase: ['Climb', 'Descent', 'Climb'], Reports: [1, 2, 3] })
const bins = tableOf({ g: ['a', 'b'], '0.0 - 2.5': [1, 2], '2.5 - 5.0': [3, 4] })
const steps = tableOf({ day: { type: 'date', values: [january, january, february] as number[] }, g: ['a', 'b', 'a'], Amount: [10, 5, 12] })
const fall = { ...time, metric: metric('Amount'), groupby: 'g' }

type Item = readonly [col: string, op: string, val: unknown, grain?: string]
type Case = [
  title: string,
  vizType: string,
  form: object,
  table: ReturnType<typeof tableOf>,
  params: ClickedItem,
  items: Item[],
  label: string,
]

test.each<Case>([
  [
    'a bubble',
    'bubble_v2',
    bubble,
    bubbles,
    { data: { bubble: { row: 0 } } },
    [
      ['country', 'IN', ['Japan']],
      ['region', 'IN', ['Asia']],
    ],
    'Japan, Asia',
  ],
  [
    'a bubble without a name',
    'bubble_v2',
    { ...bubble, series: undefined },
    bubbles,
    { data: { bubble: { row: 1 } } },
    [['country', 'IN', [null]]],
    '<NULL>',
  ],
  [
    'a cell',
    'heatmap_v2',
    heat,
    cells,
    { dataIndex: 2 },
    [
      ['Month', 'IN', ['Feb']],
      ['Phase', 'IN', ['Climb']],
    ],
    'Feb, Climb',
  ],
  [
    'a cell of a time',
    'heatmap_v2',
    { ...heat, ...time },
    tableOf({ day: months, Phase: ['Climb', 'Climb'], Reports: [1, 2] }),
    { dataIndex: 1 },
    [
      ['day', '==', february, 'P1M'],
      ['Phase', 'IN', ['Climb']],
    ],
    'Feb, Climb',
  ],
  [
    'a bin',
    'histogram_v2',
    { column: 'price' },
    tableOf({ '0.0 - 2.5': [1], '2.5 - 5.0': [3] }),
    { dataIndex: 0, seriesId: 'bins' },
    [
      ['price', '>=', 0],
      ['price', '<', 2.5],
    ],
    '0 – 2.5',
  ],
  [
    'the last bin of a group',
    'histogram_v2',
    { column: 'price', groupby: ['g'] },
    bins,
    { dataIndex: 1, seriesId: 'b' },
    [
      ['price', '>=', 2.5],
      ['price', '<=', 5],
      ['g', 'IN', ['b']],
    ],
    'b, 2.5 – 5',
  ],
  [
    'a cumulative bin',
    'histogram_v2',
    { column: 'price', groupby: ['g'], cumulative: true },
    bins,
    { dataIndex: 1, seriesId: 'a' },
    [
      ['price', '>=', 0],
      ['price', '<=', 5],
      ['g', 'IN', ['a']],
    ],
    'a, 0 – 5',
  ],
  [
    'a step',
    'waterfall',
    { x_axis: 'step', metric: metric('Amount') },
    tableOf({ step: ['Revenue', 'Rent'], Amount: [9, -4] }),
    { dataIndex: 1 },
    [['step', 'IN', ['Rent']]],
    'Rent',
  ],
  ['a total of a time', 'waterfall', fall, steps, { dataIndex: 0 }, [['day', '==', january, 'P1M']], 'Jan 2020'],
  [
    'a part that is gone',
    'waterfall',
    fall,
    steps,
    { dataIndex: 2 },
    [
      ['day', 'IN', [january, february], 'P1M'],
      ['g', 'IN', ['b']],
    ],
    'b, Feb 2020',
  ],
])('%s can be selected', (_title, ...[vizType, given, table, params, items, label]) => {
  const chart = chartOf(vizType)
  expect(chart.behaviors).toContain('INTERACTIVE_CHART')
  const selection = chart.selection?.(params, [table], formOf(vizType, given))
  expect(selection?.filters.map(({ col, op, val, grain }) => (grain ? [col, op, val, grain] : [col, op, val]))).toEqual(items)
  expect(selection?.label).toBe(label)
})

test.each<[string, string, object, ReturnType<typeof tableOf>, ClickedItem]>([
  ['a place without a value', 'heatmap_v2', heat, cells, { dataIndex: 3 }],
  ['the total of all', 'waterfall', { x_axis: 'step', metric: metric('Amount') }, tableOf({ step: ['a'], Amount: [1] }), { dataIndex: 1 }],
  ['a bubble that is gone', 'bubble_v2', bubble, bubbles, { data: { bubble: { row: 7 } } }],
  ['a bin of another series', 'histogram_v2', { column: 'price' }, bins, { dataIndex: 0, seriesId: 'z' }],
])('%s stands for nothing', (_title, ...[vizType, given, table, params]) => {
  expect(chartOf(vizType).selection?.(params, [table], formOf(vizType, given))).toBeNull()
})

const isFaded = (item: unknown) => typeof item === 'object' && item !== null && 'blur' in item

test.each<[string, object, ReturnType<typeof tableOf>, string[], boolean[]]>([
  ['bubble_v2', { ...bubble, series: undefined }, bubbles, ['Japan'], [true, false]],
  ['heatmap_v2', heat, cells, ['Jan, Climb', 'Feb, Climb'], [false, true, false]],
  ['histogram_v2', { column: 'price' }, tableOf({ '0.0 - 2.5': [1], '2.5 - 5.0': [3] }), ['0 – 2.5'], [false, true]],
  [
    'waterfall',
    { x_axis: 'step', metric: metric('Amount'), show_total: false },
    tableOf({ step: ['a', 'b'], Amount: [9, 4] }),
    ['b'],
    [true, false],
  ],
])('%s fades what is not selected', (vizType, ...[given, table, selected, faded]) => {
  const series = drawnSeries(chartOf(vizType), [table], formOf(vizType, given), testContext({ selected }))
  const items = series.filter(({ silent }) => !silent).flatMap(({ data }) => data as unknown[])
  expect(items.slice(0, faded.length).map(isFaded)).toEqual(faded)
})
