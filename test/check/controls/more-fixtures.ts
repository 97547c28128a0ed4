import { tableOf } from '#charts/shared/fixtures/fixture.ts'
import type { Fixture } from '#charts/shared/fixtures/fixture.ts'
import type { Table } from '#core/table.ts'

const times = (count: number) => ({
  type: 'timestamp' as const,
  values: Array.from({ length: count }, (_, i) => Date.UTC(2024, 0, 1 + i, 5)),
})
const names = (count: number) => Array.from({ length: count }, (_, i) => `Category number ${i + 1}`)
const wave = (count: number) => Array.from({ length: count }, (_, i) => 30 + ((i * 37) % 23))
/** Numbers that each format writes in another way. */
const odd = [1234.5678, 0.2571, 98_765_432.1, 12, 3.25, 0.0001]

/** By their sum in another order than by their mean and their maximum. */
const unevenSeries = { u: [30, null, null, null], v: [10, 10, 10, 11], w: [9, 9, 9, 10] }
/** So many that a legend scrolls, and not so many that one with all of them would take most of the picture. */
const manySeries = Object.fromEntries(names(20).map((name, i) => [name, [i, 2, 3, 4]]))

type Answer = { form: Record<string, unknown>; tables: Table[] }

const answer = (form: Record<string, unknown>, ...tables: Parameters<typeof tableOf>[0][]): Answer => ({
  form,
  tables: tables.map((columns) => tableOf(columns)),
})

/** The answer of a query with a time filter, which began before its first row. */
const inRange = ({ form, tables }: Answer): Answer => ({
  form,
  tables: tables.map((table) => ({ ...table, timeRange: [Date.UTC(2023, 11), Date.UTC(2024, 1)] as const })),
})

/** Numbers and names along the axis, gaps, time shifts, many series. */
const family: Answer[] = [
  answer(
    { x_axis: 'size', metrics: ['a', 'b'] },
    { size: [1200.5, 2300.25, 3000, 5000, 8000, 13_500], a: [4, 9, 12, 6, 8, 20], b: [10, 2, 5, 8, 3, 1.6] },
  ),
  answer({ x_axis: 'size', metrics: ['a'] }, { size: [1, 2, 3, 5, 8, 50], a: [4, 9, 12, 6, 8, 20] }),
  answer({ x_axis: 'kind', metrics: ['a'] }, { kind: names(150), a: wave(150) }),
  answer({ x_axis: 'kind', metrics: ['a', 'b'] }, { kind: ['x', 'z', 'y', 'w'], a: [4, 9, null, null], b: [4, 2, 5, 8] }),
  answer(
    { x_axis: 'day', time_grain_sqla: 'P1D', metrics: ['a'], time_compare: ['1 year ago'] },
    { day: times(5), a: [1234.5, 9, 12.25, 6, 8], 'a__1 year ago': [1, 2, 3, 4, 5] },
  ),
  answer(
    { x_axis: 'day', time_grain_sqla: 'P1M', metrics: ['a'], groupby: ['kind'] },
    { day: times(6), ...Object.fromEntries(names(40).map((name, i) => [name, wave(6 + i).slice(i)])) },
  ),
]

const ofTimes = { day: times(6), a: odd }
const few = { kind: ['x', 'y', 'z'], a: [1234.5678, 0.2571, 800.25] }

const ofChart: Record<string, Answer[]> = {
  pie: [
    answer({ metric: 'a', groupby: ['day'], label_type: 'key_value' }, ofTimes),
    answer(
      { metric: 'a', groupby: ['kind'] },
      { kind: names(15).map((name) => `${name} of those with longer names`), a: wave(15).map(() => 40) },
    ),
  ],
  funnel: [60, 30].map((count) => answer({ metric: 'a', groupby: ['kind'] }, { kind: names(count), a: wave(count) })),
  treemap_v2: [answer({ metric: 'a', groupby: ['day'] }, ofTimes)],
  gauge_chart: [answer({ metric: 'a', groupby: ['kind'] }, few)],
  radar: [
    answer({ metrics: ['a', 'b', 'c'], groupby: ['day'] }, { day: times(3), a: odd.slice(0, 3), b: odd.slice(3), c: [1, 2, 3] }),
    ...[60, 30].map((count) =>
      answer({ metrics: ['a', 'b', 'c'], groupby: ['kind'] }, { kind: names(count), a: wave(count), b: wave(count), c: wave(count) }),
    ),
  ],
  big_number_total: [
    answer({ metric: 'a' }, { a: { type: 'timestamp', values: [Date.UTC(2024, 0, 2, 5)] } }),
    answer({ metric: 'a' }, { a: [0.25713] }),
    answer({ metric: 'a' }, { a: [40] }),
  ],
  big_number: [
    inRange(
      answer(
        { x_axis: 'day', metric: 'a', time_range: 'Last month', compare_lag: 1 },
        { day: times(6), a: [4, 9, 12.5, 6, 8, 0.25713] },
        { a: [39.75713] },
      ),
    ),
  ],
  mixed_timeseries: [
    answer(
      { x_axis: 'day', time_grain_sqla: 'P1D', metrics: ['a'], groupby: ['kind'], metrics_b: ['b'], groupby_b: ['kind'] },
      { day: times(6), x: [30.5, 1200.25, 9, 4, 11, 7], y: [1, 2, 3, 4, 5, 6] },
      { day: times(6), 'x (1)': [0.25, 3.75, 12.5, 80_000.5, 2, 1], 'y (1)': [9, 3, 5, 1, 2, 4] },
    ),
    answer(
      {
        x_axis: 'day',
        time_grain_sqla: 'P1D',
        metrics: ['a'],
        time_compare: ['1 year ago'],
        metrics_b: ['b'],
        time_compare_b: ['1 year ago'],
      },
      { day: times(6), a: odd, 'a__1 year ago': [5, 4, 3, 2, 1, 0.5] },
      { day: times(6), b: odd.toReversed(), 'b__1 year ago': [1, 2, 3, 4, 5, 6] },
    ),
    answer(
      { x_axis: 'kind', metrics: ['a'], metrics_b: ['b'], yAxisIndexB: 1 },
      { kind: names(150), a: wave(150) },
      { kind: names(150), b: wave(150).map((n) => n * 1_234_567) },
    ),
    answer(
      { x_axis: 'size', metrics: ['a'], groupby: ['kind'], metrics_b: ['b'], groupby_b: ['kind'], yAxisIndexB: 1 },
      { size: [1, 2, 3, 50], ...unevenSeries, ...manySeries },
      { size: [1, 2, 3, 50], ...unevenSeries },
    ),
  ],
  histogram_v2: [answer({ column: 'size', groupby: ['kind'] }, { kind: ['x', 'y'], '0 - 1.5': [1200.5, 3], '1.5 - 2.25': [4, 98_765] })],
  waterfall: [answer({ x_axis: 'day', metric: 'a' }, ofTimes), answer({ x_axis: 'kind', metric: 'a' }, { kind: names(16), a: wave(16) })],
  heatmap_v2: [
    answer({ x_axis: 'day', groupby: 'kind', metric: 'a' }, { day: times(6), kind: ['x', 'y', 'x', 'y', 'x', 'y'], a: odd }),
    answer(
      { x_axis: 'size', groupby: 'kind', metric: 'a' },
      { size: Array.from({ length: 120 }, (_, i) => i * 1000), kind: names(120), a: wave(120) },
    ),
  ],
  bubble_v2: [
    answer(
      { entity: 'kind', x: 'a', y: 'b', size: 'c', series: 'kind' },
      { kind: names(60), a: wave(60).map((n) => n / 10), b: wave(60).map((n) => n / 10), c: wave(60) },
    ),
    answer({ entity: 'kind', x: 'a', y: 'b', size: 'c', series: 'kind' }, { kind: names(30), a: wave(30), b: wave(30), c: wave(30) }),
    answer(
      { entity: 'kind', x: 'a', y: 'b', size: 'c', xAxisFormat: ',d' },
      { kind: names(23), a: wave(23).map((n) => n * 1e12), b: wave(23), c: wave(23) },
    ),
    answer(
      { entity: 'kind', x: 'a', y: 'b', size: 'c' },
      { kind: names(9), a: wave(9).map((n) => n * 12_345), b: wave(9).map((n) => n * 12_345), c: wave(9) },
    ),
  ],
  box_plot: [
    answer(
      { columns: ['hour'], groupby: ['day'], metrics: ['a'] },
      {
        day: times(2),
        hour: times(2),
        a__mean: [33_000, 44_000],
        a__median: [31_000, 42_000],
        a__max: [95_000, 85_500],
        a__min: [1250, 2000],
        a__q1: [22_000, 33_000],
        a__q3: [55_000, 66_000],
        a__count: [7, 8],
      },
    ),
    answer(
      { columns: ['hour'], groupby: ['kind'], metrics: ['a'] },
      {
        kind: names(16),
        ...Object.fromEntries(['min', 'q1', 'median', 'q3', 'max'].map((part, i) => [`a__${part}`, wave(16).map((n) => n + 5 * i)])),
      },
    ),
  ],
  pivot_table_v2: [
    answer(
      { groupbyRows: ['kind'], groupbyColumns: ['side'], metrics: ['a'] },
      { kind: ['x', 'x', 'y', 'y'], side: ['l', 'r', 'l', 'r'], a: [40, 30, 36, 52] },
    ),
    answer(
      { groupbyRows: ['day', 'kind'], groupbyColumns: ['size', 'side'], metrics: ['a', 'b'] },
      {
        day: times(6),
        kind: ['<b>x</b>', 'y', 'z', 'x', 'y', 'z'],
        size: [1, 1, 2, 2, 3, 3],
        side: ['l', 'r', 'l', 'r', 'l', 'r'],
        a: [1234.5678, 0.2571, 98_765_432.1, 12, 3.25, 0.5],
        b: [1, 2, 3, 4, 5, 6],
      },
    ),
  ],
  table: [
    answer({ query_mode: 'aggregate', groupby: ['kind'], metrics: ['a'] }, { kind: ['x', 'y', 'z', 'w'], a: [40, 0.00012345, -30, 52] }),
    answer(
      { query_mode: 'aggregate', groupby: ['day', 'kind'], metrics: ['a'], time_compare: '1 year ago' },
      { day: times(120), kind: ['<b>x</b>', ...names(119)], a: [-5, ...wave(119)], 'a__1 year ago': wave(120).toReversed() },
    ),
    answer({ query_mode: 'aggregate', groupby: ['kind'], metrics: ['a'] }, { kind: names(250), a: wave(250) }),
  ],
}

/** What the fixtures of a chart leave out. */
export const moreFixtures = (vizType: string): Fixture[] =>
  (ofChart[vizType] ?? (vizType.startsWith('echarts_') ? family : [])).map(({ form, tables }, i) => ({
    title: `more ${i}`,
    form: { ...form, datasource: '1__table', viz_type: vizType },
    tables,
  }))
