import { describe, expect, test } from 'vitest'
import type { FormData } from '#core/query/query-object.ts'
import { tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { readForm } from '../read-form.ts'
import { tableChart } from './chart.ts'
import { readColumns } from './columns.ts'
import { tableControls } from './controls.ts'
import { tableStill } from './draw.ts'
import { fixtures } from './fixture.ts'
import { resolveTemplate } from './widths.ts'

const form = (given: Partial<FormData> = {}) =>
  ({ datasource: '1__table', viz_type: 'table', query_mode: 'aggregate', groupby: ['g'], metrics: ['m'], ...given }) as FormData
const columns = (table: ReturnType<typeof tableOf>, given: Partial<FormData> = {}, context = {}) =>
  readColumns(table, readForm(tableControls, form(given)), testContext(context))
const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

describe('cells', () => {
  test.each<[string, (number | null)[], Partial<FormData>, string[]]>([
    ['whole numbers', [1234567, -5], {}, ['1,234,567', '-5']],
    ['as many decimals as needed', [1.5, 2], {}, ['1.5', '2.0']],
    ['two at most', [1.2345, 2], {}, ['1.23', '2.00']],
    ['digits where decimals say nothing', [2.61e-7, -0.0012, 0], {}, ['2.61e-7', '-0.0012', '0']],
    ['missing', [null, 1], {}, ['', '1']],
    ['a format of the column', [0.256, 1], { column_config: { m: { d3NumberFormat: '.0%' } } }, ['26%', '100%']],
    ['a currency', [5, 6], { column_config: { m: { currencyFormat: { symbol: 'USD', symbolPosition: 'prefix' } } } }, ['$5', '$6']],
    ['small numbers', [0.0012, 3], { column_config: { m: { d3NumberFormat: ',.1f', d3SmallNumberFormat: '.4f' } } }, ['0.0012', '3.0']],
  ])('%s', (_, values, given, expected) => {
    const column = columns(tableOf({ g: ['a', 'b'], m: values }), given)[1]
    expect(values.map((__, row) => column?.text(row))).toEqual(expected)
  })

  test.each([
    ['every digit of a large number', '9007199254740993', '9,007,199,254,740,993'],
    ['and of its decimals', '12345678901234567.25', '12,345,678,901,234,567.25'],
    ['a smaller one is rounded', '3.4166666666666667', '3.42'],
  ])('%s', (_, digits, expected) => {
    const table = tableOf({ g: ['a'], m: [Number(digits)] })
    const exact = { ...table, columns: table.columns.map((column, i) => (i === 1 ? { ...column, exact: [digits] } : column)) }
    expect(columns(exact as typeof table)[1]?.text(0)).toBe(expected)
  })

  test('a dimension is called as it is, also where a comparison would be cut', () => {
    const [first, metric] = columns(tableOf({ __proto: ['a'], 'm__1 year ago': [1] }), { groupby: ['__proto'] })
    expect([first?.label, metric?.label]).toEqual(['__proto', 'm, 1 year ago'])
  })

  test('years are no amounts', () => {
    expect(columns(tableOf({ year: [1999], m: [1] }), { groupby: ['year'] })[0]?.text(0)).toBe('1999')
  })

  test('times by their grain, dates as days, or as the form says', () => {
    const table = tableOf({ g: { type: 'date', values: [Date.UTC(2020, 1, 1)] }, m: [1] })
    expect(columns(table)[0]?.text(0)).toBe('2020-02-01')
    expect(columns(table, { time_grain_sqla: 'P1M' })[0]?.text(0)).toBe('Feb 2020')
    expect(columns(table, { table_timestamp_format: '%d/%m/%Y' })[0]?.text(0)).toBe('01/02/2020')
    expect(columns(table, { query_mode: 'raw', time_grain_sqla: 'P1M' })[0]?.text(0)).toBe('2020-02-01')
  })

  test.each([
    ['date', [Date.UTC(2020, 0), Date.UTC(2020, 0, 2)], ['2020-01-01', '2020-01-02']],
    ['timestamp', [Date.UTC(2020, 0), Date.UTC(2020, 0, 2)], ['2020-01-01', '2020-01-02']],
    ['instant', [Date.UTC(2020, 0), Date.UTC(2020, 0, 2, 5)], ['2020-01-01 00:00', '2020-01-02 05:00']],
  ] as const)('all times of a column of type %s are written alike', (type, values, expected) => {
    const [first] = columns(tableOf({ g: { type, values }, m: [1, 2] }), { query_mode: 'raw', all_columns: ['g', 'm'] })
    expect(values.map((_, row) => first?.text(row))).toEqual(expected)
  })
})

test('percent metrics follow, their own amounts hidden', () => {
  const table = tableOf({ g: ['a'], m: [1], n: [5], '%n': [0.5] })
  const shown = columns(table, { percent_metrics: ['n'] }, { verboseNames: { n: 'Net' } })
  expect(shown.map(({ label, role }) => [label, role])).toEqual([
    ['g', 'dimension'],
    ['m', 'metric'],
    ['% Net', 'percent'],
  ])
  expect(shown[2]?.text(0)).toBe('50.0%')
})

describe('percentages of all records', () => {
  const all = form({ metrics: ['m'], percent_metrics: ['n'], percent_metric_calculation: 'all_records' })

  test.each<[string, Partial<FormData>, number]>([
    ['after the rows', {}, 1],
    ['after the number of rows', { server_pagination: true, server_page_length: 10 }, 2],
    ['before the totals', { show_totals: true }, 1],
  ])('their sums are asked for %s', (_, given, place) => {
    const queries = tableChart.buildQuery({ ...all, ...given })
    expect(queries[place]).toMatchObject({ columns: [], metrics: ['n'], row_limit: 0, row_offset: 0, orderby: [], post_processing: [] })
    expect(queries).toHaveLength(place + (given.show_totals ? 2 : 1))
    expect(tableChart.buildQuery({ ...all, ...given, percent_metric_calculation: 'row_limit' })).toHaveLength(queries.length - 1)
  })

  test('are parts of these sums', () => {
    const tables = [tableOf({ g: ['a', 'b'], m: [1, 2], n: [5, 15], '%n': [0.25, 0.75] }), tableOf({ n: [100] })]
    expect(texts(tableStill(tables, all, testContext()))).toEqual(expect.arrayContaining(['5.0%', '15.0%']))
    const ofRows = { ...all, percent_metric_calculation: 'row_limit' }
    expect(texts(tableStill(tables, ofRows, testContext()))).toEqual(expect.arrayContaining(['25.0%', '75.0%']))
  })
})

test('bars stand behind metrics, and in raw records behind what they are sorted by', () => {
  const table = tableOf({ a: [1, 2], b: [-3, 4] })
  expect(columns(table, { groupby: ['a'], metrics: ['b'] }).map(({ bars }) => bars !== null)).toEqual([false, true])
  const raw = { query_mode: 'raw', all_columns: ['a', 'b'], order_by_cols: ['["a", false]'] }
  expect(columns(table, raw).map(({ bars, sorted }) => [bars !== null, sorted])).toEqual([
    [true, 'descending'],
    [false, undefined],
  ])
  expect(columns(table, { ...raw, show_cell_bars: false }).every(({ bars }) => bars === null)).toBe(true)
})

test('totals stand below, and what does not fit is counted', () => {
  const [films, genres] = fixtures as [(typeof fixtures)[number], (typeof fixtures)[number]]
  expect(texts(tableStill(genres.tables, genres.form, testContext())).slice(-3)).toEqual(['Total', '$6.5B', '$417M'])
  expect(texts(tableStill(films.tables, films.form, testContext())).at(-1)).toBe('7 more rows')
})

test('a click selects a dimension’s value, or any value of raw records', () => {
  const data = { g: 'x', m: 5 }
  expect(tableChart.selection?.({ name: 'g', data }, [], form())?.filters).toEqual([{ col: 'g', op: 'IN', val: ['x'], formattedVal: 'x' }])
  expect(tableChart.selection?.({ name: 'm', data }, [], form())).toBeNull()
  expect(tableChart.selection?.({ name: 'g', data: { g: null } }, [], form())).toEqual({
    filters: [{ col: 'g', op: 'IN', val: [null], formattedVal: '<NULL>' }],
    label: '<NULL>',
  })
  expect(tableChart.selection?.({ name: 'm', data }, [], form({ query_mode: 'raw' }))?.filters[0]?.val).toEqual([5])
})

test('rules tint cells by how far they go', () => {
  const table = tableOf({ g: ['a', 'b'], m: [11, 20] })
  const rules = [{ column: 'm', operator: '>', targetValue: 10, colorScheme: '#EFA1AA' }]
  const svg = tableStill([table], form({ conditional_formatting: rules }), testContext())
  expect([...svg.matchAll(/fill="#B5342A" fill-opacity="([\d.]+)"/g)].map(([, opacity]) => opacity)).toEqual(['0.1', '0.3'])
})

test('cells written in HTML are shown as words wherever no HTML is drawn, and as they are where the form says so', () => {
  const table = tableOf({ g: ['<b>Avatar</b>', 'a < b', null], m: [1, 2, 3] })
  const [own] = columns(table)
  expect([0, 1, 2].map((row) => own?.text(row))).toEqual(['Avatar', 'a < b', ''])
  expect([0, 1, 2].map((row) => own?.html?.(row))).toEqual(['<b>Avatar</b>', null, null])
  const [raw] = columns(table, { allow_render_html: false })
  expect([raw?.text(0), raw?.html]).toEqual(['<b>Avatar</b>', undefined])
  expect(texts(tableStill([table], form(), testContext()))).toContain('Avatar')
})

test('a small picture carries the words that tell most; a very small one marks as long as they are', () => {
  const [films] = fixtures as [(typeof fixtures)[number]]
  const small = tableStill(films.tables, films.form, testContext({ width: 200, height: 100, thumbnail: true }))
  expect(texts(small).slice(0, 4)).toEqual(['Title', 'Worldwide Gross', 'Avatar', '2,767,891,499'])
  const mark = (words: string[]) => {
    const table = tableOf({ g: words, m: words.map(() => 1) })
    const svg = tableStill([table], form(), testContext({ width: 64, height: 40, thumbnail: true }))
    expect(texts(svg)).toEqual([])
    return [...svg.matchAll(/width="([\d.]+)" height="[\d.]+" fill="#CFCFC9"/g)].map(([, width]) => Number(width))
  }
  const [long = 0, short = 0] = mark(['A very long name', 'Name'])
  expect(long).toBeGreaterThan(short)
})

test('pages end where the row limit does', () => {
  const paged = {
    viz_type: 'table',
    server_pagination: true,
    server_page_length: 20,
    row_limit: 50,
    all_columns: ['a'],
  } as unknown as FormData
  const asked = (currentPage: number) =>
    tableChart.buildQuery(paged, { ownState: { currentPage } }).map(({ row_limit, row_offset }) => [row_limit, row_offset])
  expect([0, 2, 9].map(asked)).toEqual([
    [
      [20, 0],
      [50, 0],
    ],
    [
      [10, 40],
      [50, 0],
    ],
    [
      [10, 40],
      [50, 0],
    ],
  ])
})

test.each([
  [
    'grow by what they wish',
    [
      [50, 100],
      [50, 300],
    ],
    800,
    [200, 600],
  ],
  [
    'keep their least width',
    [
      [120, 100],
      [50, 300],
    ],
    300,
    [120, 180],
  ],
  [
    'one that is too narrow for the rest makes another too narrow',
    [
      [100, 100],
      [90, 100],
      [50, 100],
    ],
    250,
    [100, 90, 60],
  ],
  [
    'overflow',
    [
      [120, 100],
      [120, 300],
    ],
    200,
    [120, 120],
  ],
  ['are none', [], 200, []],
])('columns %s', (_how, sizes, available, widths) => {
  const wishes = sizes.map(([least = 0, wished = 0]) => ({ least, wished }))
  expect(resolveTemplate(wishes, available)).toEqual(widths)
})

test('a picture has the edges and the arrow of the table of the page; a small one has narrower edges', () => {
  const [films] = fixtures as [(typeof fixtures)[number]]
  const places = (more: { thumbnail?: boolean }) => {
    const svg = tableStill(films.tables, films.form, testContext({ width: 900, height: 400, ...more }))
    const at = [...svg.matchAll(/<text x="([\d.]+)"/g)].map(([, x]) => Number(x))
    return [Math.min(...at), Math.max(...at), texts(svg).includes('↓')]
  }
  expect(places({})).toEqual([16, 900 - 16, true])
  expect(places({ thumbnail: true })).toEqual([4, expect.any(Number), false])
})

describe('a picture in the place of a table that scrolls', () => {
  const amounts = Array.from({ length: 20 }, (_, i) => i)
  const table = tableOf({ g: amounts.map((i) => `Group ${i}`), m: amounts })
  const drawn = (given: Partial<FormData> = {}, tables = [table]) => {
    const svg = tableStill(tables, form(given), testContext({ width: 150, height: 150, scrolls: true }))
    const [, above, room] = /<svg y="([\d.]+)" width="150" height="([\d.]+)"/.exec(svg) ?? []
    const rows = texts(svg).filter((text) => text?.startsWith('Group')).length
    return {
      rows,
      above,
      room,
      last: texts(svg).at(-1),
      box: svg.includes('stroke="#CFCFC9" rx="4"'),
      foot: svg.includes('M0 114.5L150 114.5'),
    }
  }

  test.each<[string, Partial<FormData>, object]>([
    ['the last row is cut, and none is counted', {}, { rows: 4, above: '0', room: '150', last: '3', box: false, foot: false }],
    ['below a search box', { include_search: true }, { rows: 3, above: '36', room: '114', box: true, foot: false }],
    ['above a pager', { page_length: 10 }, { rows: 3, above: '0', room: '114', box: false, foot: true }],
    ['only the rows of the page', { page_length: 2 }, { rows: 2, above: '0', room: '114' }],
    ['a page with room for all has no pager', { page_length: 20 }, { rows: 4, room: '150', foot: false }],
  ])('%s', (_, given, expected) => {
    expect(drawn(given)).toMatchObject(expected)
  })

  test('columns keep the width that the table of the page gives them', () => {
    const groupby = ['a', 'b', 'c', 'd']
    const long = ['One of those names that are longer than any column']
    const wide = tableOf(Object.fromEntries(groupby.map((name) => [name, long])))
    const lastColumn = (scrolls: boolean) => {
      const svg = tableStill([wide], form({ groupby, metrics: [] }), testContext({ width: 400, height: 150, scrolls }))
      return Math.max(...[...svg.matchAll(/<text x="([\d.]+)"/g)].map(([, x]) => Number(x)))
    }
    expect([lastColumn(true), lastColumn(false)]).toEqual([3 * 120 + 12, 3 * 100 + 12])
  })
})

test('totals stay at the bottom of a table that scrolls', () => {
  const amounts = Array.from({ length: 20 }, (_, i) => i)
  const tables = [tableOf({ g: amounts.map((i) => `Group ${i}`), m: amounts }), tableOf({ m: [190] })]
  const svg = tableStill(tables, form({ show_totals: true }), testContext({ width: 150, height: 150, scrolls: true }))
  expect(texts(svg).slice(-2)).toEqual(['Total', '190'])
  expect(/<text[^>]* y="([\d.]+)"[^>]*>Total</.exec(svg)?.[1]).toBe(String(150 - 32 + 19.5))
})
