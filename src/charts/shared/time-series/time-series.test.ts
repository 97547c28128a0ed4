import { describe, expect, test } from 'vitest'
import { metric, monthsFrom, tableOf } from '../fixtures/fixture.ts'
import type { DrawContext } from '../../chart.ts'
import { testContext } from '../fixtures/test-context.ts'
import { formReader } from './form/controls.ts'
import type { SeriesStyle, TimeSeriesForm } from './form/controls.ts'
import { valueFormatters } from './series/formatting.ts'
import { layOut } from '../cartesian/frame.ts'
import { verticalFrame } from './vertical.ts'
import { readPicture } from './picture.ts'
import type { Picture } from './picture.ts'
import { timeSeriesSelection } from './form/selection.ts'
import { timeSeriesSentence } from './form/sentence.ts'
import { readSeries } from './series/series.ts'
import { drawnValues, expanded, marksOf, mergedRest, totalsOf } from './series/style.ts'
import { timeSeriesOption } from './option.ts'

const context = testContext()
const form = (given: Record<string, unknown> = {}, style: SeriesStyle = 'line'): TimeSeriesForm =>
  formReader(style)({
    datasource: '1__table',
    viz_type: 'echarts_timeseries_line',
    x_axis: 'day',
    time_grain_sqla: 'P1M',
    metrics: [metric('Sales')],
    groupby: [],
    ...given,
  })
const months = monthsFrom([2020, 1], 1, 4)

describe('reading an answer', () => {
  const names = (given: Record<string, unknown>, table: ReturnType<typeof tableOf>, verboseNames?: Record<string, string>) =>
    readSeries(table, form(given), testContext(verboseNames && { verboseNames }))?.series.map(({ name, role, of }) => [name, role, of])

  test('series come by size, what is left over last', () => {
    const table = tableOf({ day: months, small: [1, 1, 1, 1], Other: [9, 9, 9, 9], large: [5, 5, 5, 5] })
    expect(names({ groupby: ['g'] }, table)).toEqual([
      ['large', 'observed', undefined],
      ['small', 'observed', undefined],
      ['Other', 'observed', undefined],
    ])
    expect(names({ groupby: ['g'], sort_series_type: 'name', sort_series_ascending: true }, table)?.map(([name]) => name)).toEqual([
      'large',
      'small',
      'Other',
    ])
  })

  test('metrics go by their verbose names', () => {
    const table = tableOf({ day: months, 'Sales, FR': [1, 2, 3, 4] }, { 'Sales, FR': ['Sales', 'FR'] })
    expect(names({ groupby: ['country'] }, table, { Sales: 'Net sales' })).toEqual([['Net sales, FR', 'observed', undefined]])
  })

  test('shifted series know what they repeat', () => {
    const shifted = { time_compare: ['1 year ago'], comparison_type: 'values' }
    const one = tableOf({ day: months, Sales: [5, 5, 5, 5], 'Sales__1 year ago': [1, 1, 1, 1] })
    expect(names(shifted, one)).toEqual([
      ['Sales', 'observed', undefined],
      ['Sales, 1 year ago', 'shifted', 'Sales'],
    ])
    const bare = tableOf({ day: months, Sales: [5, 5, 5, 5], '1 year ago': [1, 1, 1, 1] })
    expect(names(shifted, bare)).toEqual([
      ['Sales', 'observed', undefined],
      ['Sales, 1 year ago', 'shifted', 'Sales'],
    ])
    const grouped = tableOf(
      { day: months, FR: [5, 5, 5, 5], '1 year ago, FR': [1, 1, 1, 1] },
      { FR: ['FR'], '1 year ago, FR': ['1 year ago', 'FR'] },
    )
    expect(names({ ...shifted, groupby: ['country'] }, grouped)).toEqual([
      ['FR', 'observed', undefined],
      ['FR, 1 year ago', 'shifted', 'FR'],
    ])
  })

  test('a comparison is called by its metric and its shift', () => {
    const compared = { time_compare: ['1 year ago'], comparison_type: 'percentage', metrics: [metric('Sales'), metric('Cost')] }
    const name = (one: string) => `percentage__${one}__${one}__1 year ago`
    const plain = tableOf({ day: months, [name('Sales')]: [4, 4, 4, 4], [name('Cost')]: [3, 3, 3, 3] })
    expect(names(compared, plain, { Cost: 'Costs' })?.map(([shown]) => shown)).toEqual(['Sales, 1 year ago', 'Costs, 1 year ago'])
    const column = `${name('Sales')}, FR`
    const grouped = tableOf({ day: months, [column]: [4, 4, 4, 4] }, { [column]: [name('Sales'), 'FR'] })
    expect(names({ ...compared, groupby: ['country'] }, grouped)?.map(([shown]) => shown)).toEqual(['Sales, FR, 1 year ago'])
  })

  test('a forecast goes on from the last value, within its bounds', () => {
    const table = tableOf({
      day: months,
      Sales: [1, 2, null, null],
      Sales__yhat: [1, 2, 3, 4],
      Sales__yhat_lower: [0, 1, 2, 3],
      Sales__yhat_upper: [2, 3, 4, 5],
    })
    const series = readSeries(table, form(), testContext())?.series ?? []
    expect(series.map(({ role }) => role)).toEqual(['forecast', 'observed'])
    expect(series[0]).toMatchObject({
      of: 'Sales',
      values: [null, 2, 3, 4],
      bounds: { lower: [null, 2, 2, 3], upper: [null, 2, 4, 5] },
    })
  })

  test('the metric that only sorts is not drawn', () => {
    const table = tableOf({ day: ['a', 'b'], Sales: [1, 2], Profit: [3, 4] })
    expect(names({ x_axis_sort: 'Profit', timeseries_limit_metric: metric('Profit') }, table)?.map(([name]) => name)).toEqual(['Sales'])
  })

  test('categories are sorted by what their series add up to', () => {
    const table = tableOf({ day: ['a', 'b', 'c'], x: [1, 5, 3], y: [1, 1, 9] })
    const sorted = (given: Record<string, unknown>) => readSeries(table, form({ groupby: ['g'], ...given }), testContext())?.axis.values
    expect(sorted({ x_axis_sort_series: 'sum', x_axis_sort_series_ascending: false })).toEqual(['c', 'b', 'a'])
    expect(sorted({ x_axis_sort_series: 'max' })).toEqual(['a', 'b', 'c'])
    expect(sorted({ x_axis_sort_series: 'name', x_axis_sort_series_ascending: false })).toEqual(['c', 'b', 'a'])
  })

  test('rows without a place on the axis are left out, categories without a name are not', () => {
    expect(
      readSeries(tableOf({ day: { type: 'date', values: [0, Number.NaN] }, Sales: [1, 2] }), form(), testContext())?.axis.values,
    ).toEqual([0])
    expect(readSeries(tableOf({ day: ['a', null], Sales: [1, 2] }), form(), testContext())?.axis.values).toEqual(['a', '<NULL>'])
  })
})

describe('stacks', () => {
  const one = (id: string, values: (number | null)[]) => ({ id, name: id, parts: [id], metric: 'Sales', values, role: 'observed' as const })
  const series = [one('a', [1, -2, null]), one('b', [3, 4, null])]

  test('sums', () => {
    expect(totalsOf(series)).toEqual([4, 2, null])
    expect(drawnValues(series, 'Stack')).toEqual([4, 4, null, 0, -2, 0])
    expect(expanded(series).map(({ values }) => values)).toEqual([
      [0.25, -1 / 3, null],
      [0.75, 2 / 3, null],
    ])
  })

  test('the smallest beyond the palette become one', () => {
    const many = Array.from({ length: 12 }, (_, i) => one(`s${i}`, [i]))
    const merged = mergedRest(many, 'Other')
    expect(merged.map(({ name }) => name)).toEqual(['s3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11', 'Other'])
    expect(merged.at(-1)?.values).toEqual([3])
  })
})

describe('styles', () => {
  test.each<[Parameters<typeof marksOf>[1], Record<string, unknown>, Partial<ReturnType<typeof marksOf>>]>([
    ['line', {}, { kind: 'line', area: false, step: null }],
    ['line', { seriesType: 'bar' }, { kind: 'bar' }],
    ['line', { seriesType: 'middle', area: true }, { kind: 'line', step: 'middle', area: true }],
    ['step', {}, { step: 'start' }],
    ['smooth', {}, { smooth: true }],
    ['area', { stack: 'Expand' }, { area: true, stack: 'Expand' }],
    ['bar', { stack: true }, { kind: 'bar', stack: 'Stack' }],
    ['scatter', { stack: 'Stack' }, { kind: 'scatter', stack: 'Stack' }],
    ['line', { opacity: 0.2 }, { opacity: null }],
    ['line', { opacity: 0.7 }, { opacity: 0.7 }],
  ])('%s with %j', (style, given, expected) => expect(marksOf(form(given, style), style)).toMatchObject(expected))
})

describe('a line of 3,000 rows', () => {
  const days = Array.from({ length: 3_000 }, (_, i) => Date.UTC(2010, 0, 1 + i))
  const lineOf = (valueAt: (row: number) => number | null, given = {}) => {
    const sales = tableOf({ day: days, Sales: days.map((_, row) => valueAt(row)) })
    return (timeSeriesOption('line')([sales], form({ time_grain_sqla: 'P1D', ...given }), context).series as Record<string, unknown>[])[0]
  }

  test('is sampled where no value stands alone', () => {
    expect(lineOf((row) => (row < 100 ? null : row))).toMatchObject({ sampling: 'lttb', showSymbol: false })
  })

  test('shows values that stand alone as points, all of them', () => {
    const drawn = lineOf((row) => (row % 1_000 === 500 || row < 400 ? row : null))
    expect(drawn).toMatchObject({ showSymbol: true, showAllSymbol: true })
    expect(drawn).not.toHaveProperty('sampling')
    const symbol = drawn?.['symbol'] as (value: unknown, at: { dataIndex: number }) => string
    expect([0, 399, 500, 1500, 2500].map((dataIndex) => symbol(null, { dataIndex }))).toEqual([
      'none',
      'none',
      'circle',
      'circle',
      'circle',
    ])
  })
})

test.each(['line', 'scatter', 'bar'] as const)('labels of a %s are written as the axis writes them', (style) => {
  const sales = tableOf({ day: months, Sales: [14_400_000_000, 2, 3, null] })
  const { series } = timeSeriesOption(style)([sales], form({ show_value: true, y_axis_format: '$.3s' }), context)
  const [{ label }] = series as [{ label: { formatter: (point: { dataIndex: number }) => string } }]
  expect([0, 3].map((dataIndex) => label.formatter({ dataIndex }))).toEqual(['$14.4G', ''])
})

test.each([
  ['of one currency has it', { a: 'USD', b: 'USD' }, '$15B'],
  ['of two currencies has neither', { a: 'USD', b: 'EUR' }, '15B'],
  ['where one has none has none', { a: 'USD' }, '15B'],
])('an axis shared by metrics %s', (_, codes, expected) => {
  const currencies = Object.fromEntries(Object.entries(codes).map(([name, symbol]) => [name, { symbol, symbolPosition: 'prefix' }]))
  expect(valueFormatters(form(), testContext({ currencies })).axis(['a', 'b'])(15e9)).toBe(expected)
})

describe('layout', () => {
  const table = (count: number) =>
    tableOf({ day: months, ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, [1, 2, 3, 4 + i * 5]])) })
  const laidOut = (picture: Picture, drawnForm: TimeSeriesForm, drawn: DrawContext) => {
    const { frame, labelsOn } = verticalFrame(picture, drawnForm, drawn)
    const layout = layOut(frame, drawn)
    return { ...layout, values: layout.y[0], ends: labelsOn(layout) }
  }
  const lay = (count: number, given: Record<string, unknown> = {}, style: Parameters<typeof readPicture>[2] = 'line', size = {}) => {
    const drawn = testContext(size)
    const picture = readPicture(table(count), form({ groupby: ['g'], ...given }), style, drawn)
    if (!picture) throw new Error('nothing to draw')
    return laidOut(picture, form({ groupby: ['g'], ...given }), drawn)
  }

  test('few lines are named at their ends, more in a row above', () => {
    expect(lay(3)).toMatchObject({ legend: { option: { show: false } }, ends: [{ id: 's2' }, { id: 's1' }, { id: 's0' }] })
    expect(lay(7)).toMatchObject({ ends: [], legend: { option: { show: true } }, plot: { top: 28 } })
    expect(lay(3, { legendOrientation: 'bottom' })).toMatchObject({ ends: [], legend: { option: { show: true } } })
  })

  test('one series, or no wish for it, has no legend', () => {
    expect(lay(1).legend.option).toEqual({ show: false })
    expect(lay(7, { show_legend: false }).legend.option).toEqual({ show: false })
  })

  test('names at line ends never touch', () => {
    const { ends, plot } = lay(4, {}, 'line', { height: 300 })
    const places = ends.map(({ y, shift }) => y + shift)
    places.slice(1).forEach((place, i) => expect(place - (places[i] as number)).toBeGreaterThanOrEqual(17))
    expect(Math.max(...places)).toBeLessThanOrEqual(plot.height)
  })

  test('bars that all say their value need no axis', () => {
    const sites = tableOf({ day: ['a', 'b', 'c'], Sales: [3, 2, 1] })
    const picture = readPicture(sites, form(), 'bar', context)
    expect(picture && laidOut(picture, form(), context)).toMatchObject({ values: { isLabelled: true, isHidden: true }, plot: { left: 0 } })
  })

  test('the plot leaves room for labels of the value axis', () => {
    expect(lay(1, { y_axis_format: ',.2f' }).plot.left).toBe('20.00'.length * 6 - 6 + 8)
  })

  test('bounds are kept only when the axis may be truncated', () => {
    expect(lay(1, { y_axis_bounds: [2, 3], truncateYAxis: true }).values?.plan.scale).toMatchObject({ min: 2, max: 3 })
    expect(lay(1, { y_axis_bounds: [2, 3] }).values?.plan.scale.min).toBe(0)
  })
})

describe('the tooltip', () => {
  type Formatter = (points: unknown) => string
  const tooltipOf = (given: Record<string, unknown>, style: Parameters<typeof timeSeriesOption>[0] = 'line') => {
    const table = tableOf({ day: months, 'a<b>': [1, 2, 3, 4], c: [10, 20, 30, 40] })
    const option = timeSeriesOption(style)([table], form({ groupby: ['g'], ...given }), context)
    const { formatter } = option.tooltip as { formatter: Formatter }
    return formatter(['a<b>', 'c'].map((seriesId) => ({ seriesId, dataIndex: 1 })))
  }
  const rows = (html: string) => [...html.matchAll(/<\/span>([^<]*)<\/td><td[^>]*>([^<]*)/g)].map(([, name, value]) => [name, value])

  test('titled in full, sorted by value where the form says so, escaped', () => {
    expect(rows(tooltipOf({}))).toEqual([
      ['a&lt;b&gt;', '2'],
      ['c', '20'],
    ])
    const html = tooltipOf({ tooltipSortByMetric: true })
    expect(html).toContain('>February 2020<')
    expect(rows(html)).toEqual([
      ['c', '20'],
      ['a&lt;b&gt;', '2'],
    ])
    expect(html).not.toContain('<b>')
  })

  test('shares and a total where the parts add up', () => {
    const html = tooltipOf({ stack: 'Stack' }, 'bar')
    expect(html).toContain('>91%<')
    expect(html).toMatch(/Total<\/td><td[^>]*>22</)
  })
})

describe('what is left of a selection fades', () => {
  const opacities = (given: Record<string, unknown>, table: ReturnType<typeof tableOf>, selected: string[]) => {
    const { series } = timeSeriesOption('bar')([table], form(given), testContext({ selected })) as unknown as {
      series: { name: string; data: (number | { itemStyle?: { opacity?: number } })[]; itemStyle?: { opacity?: number } }[]
    }
    return series.map(({ data, itemStyle }) =>
      data.map((item) => (typeof item === 'object' ? item.itemStyle?.opacity : undefined) ?? itemStyle?.opacity ?? 1),
    )
  }
  const genres = { x_axis: 'genre', time_grain_sqla: null }
  test('the other categories, where a category was pressed', () => {
    const table = tableOf({ genre: ['Drama', 'Comedy', 'Horror'], Sales: [3, 2, -1] })
    expect(opacities(genres, table, ['Comedy'])).toEqual([[0.4, 1, 0.4]])
    expect(opacities(genres, table, [])).toEqual([[1, 1, 1]])
    expect(opacities(genres, table, ['gone'])).toEqual([[1, 1, 1]])
  })
  test('the other series, where a series was pressed', () => {
    const table = tableOf({ genre: ['Drama', 'Comedy'], PG: [3, 2], R: [1, 1] })
    expect(opacities({ ...genres, groupby: ['rating'] }, table, ['R'])).toEqual([
      [0.4, 0.4],
      [1, 1],
    ])
  })
})

test('the legend shows bars of another time as faint as they are, but not their values', () => {
  const table = tableOf({ day: months, Sales: [5, 5, 5, 5], 'Sales__1 year ago': [1, 1, 1, 1] })
  const compared = form({ time_compare: ['1 year ago'], show_value: true }, 'bar')
  const { legend, series } = timeSeriesOption('bar')([table], compared, context) as unknown as {
    legend: { data: { name: string; itemStyle: { opacity: number } }[] }
    series: { name: string; itemStyle: { opacity?: number }; label: { opacity?: number } }[]
  }
  const drawn = series.map(({ name, itemStyle: { opacity = 1 } }) => [name, opacity])
  expect(drawn).toEqual([
    ['Sales', 1],
    ['Sales, 1 year ago', 0.5],
  ])
  expect(legend.data.map(({ name, itemStyle: { opacity } }) => [name, opacity])).toEqual(drawn)
  expect(series[1]?.label.opacity).toBe(1)
})

test('nothing is drawn where no value is known', () => {
  const table = tableOf({ day: months, Sales: [null, null, null, null] })
  expect(timeSeriesOption('line')([table], form(), context)).toEqual({})
})

test('values above the highest points are below the legend', () => {
  const table = tableOf({ day: months, a: [5, 5, 5, 5], b: [5, 5, 5, 5] })
  const topOf = (given: Record<string, unknown>) => {
    const { grid } = timeSeriesOption('area')([table], form({ groupby: ['g'], stack: 'Expand', ...given }, 'area'), context)
    return (grid as { top: number }).top
  }
  expect(topOf({ show_value: true, only_total: false }) - topOf({})).toBe(16)
})

describe('what a click selects', () => {
  const table = tableOf({ day: months, 'Sales, FR, x, y': [1, 2, 3, 4] }, { 'Sales, FR, x, y': ['Sales', 'FR', 'x, y'] })

  test('the dimensions of a series', () => {
    expect(
      timeSeriesSelection({ seriesId: 'Sales, FR, x, y', seriesName: 'Sales, FR, x, y' }, [table], form({ groupby: ['country', 'kind'] })),
    ).toEqual({
      filters: [
        { col: 'country', op: 'IN', val: ['FR'], formattedVal: 'FR' },
        { col: 'kind', op: 'IN', val: ['x, y'], formattedVal: 'x, y' },
      ],
      label: 'Sales, FR, x, y',
    })
  })

  test('the category, without dimensions; never the amount', () => {
    const bars = tableOf({ day: ['Drama', null], Sales: [44, 2] })
    expect(timeSeriesSelection({ name: 'Drama', value: 44 }, [bars], form())).toMatchObject({
      filters: [{ col: 'day', op: 'IN', val: ['Drama'] }],
    })
    expect(timeSeriesSelection({ name: '<NULL>' }, [bars], form())).toMatchObject({ filters: [{ val: [null] }] })
  })

  test('nothing on a time axis', () => expect(timeSeriesSelection({ name: '1' }, [table], form())).toBeNull())
})

test.each<[Record<string, unknown>, string]>([
  [{}, 'Sales per month'],
  [{ groupby: ['symbol'] }, 'Sales per month, by symbol'],
  [{ groupby: ['a', 'b', 'c'], limit: 5 }, 'Sales per month, by a, b and c, top 5'],
  [{ x_axis: 'genre', time_grain_sqla: null, groupby: ['rating'] }, 'Sales by genre and rating'],
  [{ metrics: [metric('Sales'), metric('Cost')], time_grain_sqla: '1969-12-29T00:00:00Z/P1W' }, 'Sales and Cost per week'],
  [{ metrics: [] }, 'Nothing per month'],
  [{ time_compare: ['1 year ago'], comparison_type: 'values' }, 'Sales per month'],
  [{ comparison_type: 'difference' }, 'Sales per month'],
  [{ time_compare: ['1 year ago'], comparison_type: 'difference' }, 'Sales per month, difference (1 year ago)'],
  [{ time_compare: ['1 year ago'], comparison_type: 'percentage' }, 'Sales per month, percentage change (1 year ago)'],
  [
    { groupby: ['symbol'], time_compare: ['1 year ago', '7 weeks ago'], comparison_type: 'ratio' },
    'Sales per month, by symbol, ratio (1 year ago and 7 weeks ago)',
  ],
])('%j reads "%s"', (given, sentence) => expect(timeSeriesSentence(form(given), context)).toBe(sentence))
