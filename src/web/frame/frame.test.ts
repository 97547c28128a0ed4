// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { t } from '#core/i18n/t.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import type { Chart } from '#charts/chart.ts'
import { charts } from '#charts/index.ts'
import type { Fixture } from '#charts/shared/fixtures/fixture.ts'
import { testContext } from '#charts/shared/fixtures/test-context.ts'
import { CallError } from '../data/call-error.ts'
import { readAnswer, readTiming, warningOf } from './data/answer.ts'
import { emptyReason, clearFilter } from './empty.ts'
import { expressionErrorText, nearestName, notUpdatedText, readFault } from './data/fault.ts'
import { filterLabel } from './echarts/tap.ts'
import { familiesOf } from './echarts/load-echarts.ts'
import { queryKeyOf, buildChartQuery } from '#charts/query-key.ts'
import { safeSvg } from './picture/safe-svg.ts'
import { imageName } from './picture/download.ts'

describe('a rejected expression', () => {
  test.each([
    ['Binder Error: Referenced column "prise" not found in FROM clause!', 'Column “prise” does not exist. Use “price”.'],
    ['column "elsewhere" does not exist', 'Column “elsewhere” does not exist. The dataset has no column of this name.'],
    ['Parser Error: syntax error at or near "FROM"', null],
  ])('%s', (message, words) => expect(expressionErrorText(message, ['price', 'date'])).toBe(words))
})

describe('an answer', () => {
  const text =
    '{"result":[{"colnames":["id","day"],"coltypes":[0,2],"data":[{"id":9007199254740993,"day":0},{"id":2,"day":null}],"rowcount":2,"is_cached":true}]}'
  const answer = readAnswer(text, { durationMs: 12, timing: readTiming('queue;dur=0.2, query;desc="x";dur=7.5, cache'), receivedAt: 1 })
  test('keeps the digits of big integers', () => expect(answer.tables[0]?.columns[0]).toMatchObject({ exact: ['9007199254740993', null] }))
  test('reads gaps as missing', () => expect(answer.tables[0]?.columns[1]?.values[1]).toBeNaN())
  test('reads phases', () => expect(answer.timing).toEqual({ queue: 0.2, query: 7.5 }))
  test('has the warning of any query', () => {
    expect(warningOf(answer)).toBeNull()
    expect(warningOf(readAnswer('{"result":[{},{"warning":"cut"}]}', { durationMs: 1, timing: {}, receivedAt: 1 }))).toBe('cut')
  })
  test('tells whether it was cached', () => expect(answer.queries[0]).toMatchObject({ isCached: true, rowcount: 2, sqlRowcount: null }))
})

describe('a query', () => {
  const chart = {
    buildQuery: (form: FormData) => [{ metrics: [form['metric']], orderby: [[form['metric'], false]] }] as QueryObject[],
  } as unknown as Chart
  const metric = { expressionType: 'SQL' as const, sqlExpression: 'SUM(a)', label: 'A' }
  const key = (form: object) => queryKeyOf(buildChartQuery({ viz_type: 'x', datasource: '1__table', ...form } as FormData, chart))
  test('has the same key when only drawing options differ', () => {
    expect(key({ metric, color_scheme: 'a' })).toBe(key({ metric: { ...metric, d3format: '.1%' }, color_scheme: 'b' }))
  })
  test('has another key for another metric', () => expect(key({ metric })).not.toBe(key({ metric: 'count' })))
})

describe('a fault', () => {
  const dataset = {
    columns: [
      { column_name: 'price', is_dttm: false },
      { column_name: 'symbol', is_dttm: false },
    ],
  }
  const failed = (status: number, message: string, error_type = '') =>
    readFault(new CallError(status, { errors: [{ message, error_type }] }, ''), dataset)
  test.each<[string, string, string | null]>([
    ['Error: column "prise" does not exist\nLINE 2: AVG(prise)', 'prise', 'price'],
    ['Binder Error: Referenced column "symbl" not found in FROM clause!', 'symbl', 'symbol'],
    ["Columns missing in dataset: ['volume']", 'volume', null],
  ])('%s', (message, missing, nearest) => expect(failed(400, message)).toMatchObject({ kind: 'column', column: { missing, nearest } }))
  test.each<[number, string, string, string]>([
    [0, '', '', 'network'],
    [401, 'Your session has ended.', '', 'access'],
    [403, 'No', 'DATASOURCE_SECURITY_ACCESS_ERROR', 'access'],
    [404, 'Not found', '', 'dataset'],
    [400, 'Too big', 'RESULT_TOO_LARGE_ERROR', 'too-large'],
    [504, 'Late', 'BACKEND_TIMEOUT_ERROR', 'timeout'],
    [400, 'Error: division by zero', 'GENERIC_DB_ENGINE_ERROR', 'query'],
    [400, 'Could not convert "a" to INT32 when casting from source column name\n\nLINE 1: SELECT 1 AS "Broken"', '', 'query'],
  ])('%s %s %s is %s', (status, message, type, kind) => expect(failed(status, message, type).kind).toBe(kind))
  test('notUpdatedText gives the whole reason', () => {
    const error = new CallError(400, { errors: [{ message: 'relation "orders" does not exist\nLINE 2: FROM orders', error_type: '' }] }, '')
    expect(notUpdatedText(error, dataset)).toBe('Not updated. The query failed. relation "orders" does not exist')
    expect(notUpdatedText(new CallError(0, {}, ''), dataset)).toBe('Not updated. Network error. The server could not be reached.')
  })
  test('no name is suggested if none is similar', () => expect(nearestName('zzz', ['price'])).toBeNull())
})

describe('no rows', () => {
  const time = {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: 'date',
    operator: 'TEMPORAL_RANGE',
    comparator: '2011-01-01T00:00:00 : 2012-01-01T00:00:00',
  }
  const other = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'genre', operator: 'IN', comparator: ['x'] }
  const form = (adhoc_filters: unknown[]): FormData => ({ viz_type: 'x', datasource: '1__table', adhoc_filters })
  test('suggests the time filter first', () =>
    expect(emptyReason(form([time, other]), t, { rows: 560, dataEnds: 'March 2010' })).toEqual({
      title: 'No rows for 2011',
      text: 'The filter “date: 2011” leaves none of 560 rows. The data ends in March 2010.',
      filter: 0,
      action: 'Clear the date filter',
    }))
  test('then the last filter', () =>
    expect(emptyReason(form([{ ...time, comparator: 'No filter' }, other]), t)).toMatchObject({
      filter: 1,
      action: 'Clear the genre filter',
    }))
  test('or none', () => expect(emptyReason(form([]), t)).toMatchObject({ filter: null, action: null }))
  test('clearing resets a time filter and removes others', () => {
    expect(clearFilter(form([time, other]), 0)['adhoc_filters']).toEqual([{ ...time, comparator: 'No filter' }, other])
    expect(clearFilter(form([time, other]), 1)['adhoc_filters']).toEqual([time])
  })
})

test('finds only the ECharts families that an option needs', () => {
  const count = (option: Parameters<typeof familiesOf>[0]) => familiesOf(option).size
  expect([
    count({ series: [{ type: 'line' }, { type: 'bar' }] }),
    count({ series: { type: 'line', markLine: {} } }),
    count({ series: [], visualMap: {} }),
  ]).toEqual([2, 2, 1])
})

/** Parts of an option that need no family: axes and tooltip are always loaded. */
const always = ['series', 'grid', 'xAxis', 'yAxis', 'tooltip', 'textStyle', 'color']

test.each(charts.filter(({ option }) => option).map((chart) => [chart.viz_type, chart] as const))(
  'every family that %s needs can be loaded',
  async (vizType, chart) => {
    const { fixtures } = (await import(`../../charts/${vizType}/fixture.ts`)) as { fixtures: Fixture[] }
    for (const { form, tables } of fixtures) {
      const option = chart.option?.(tables, form, testContext()) ?? {}
      const series = [option.series ?? []].flat().map(({ type }) => familiesOf({ series: { type } as never }).size)
      const components = Object.entries(option)
        .filter(([key, value]) => typeof value === 'object' && !always.includes(key))
        .map(([key]) => familiesOf({ [key]: {} }).size)
      expect([...series, ...components].every((size) => size === 1)).toBe(true)
    }
  },
)

test('removes scripts from an SVG', () => {
  const svg = safeSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>1</script><a href="javascript:1"><text>a</text></a><text onclick="1">b</text></svg>',
  )
  expect(svg?.outerHTML).toBe('<svg xmlns="http://www.w3.org/2000/svg"><text>b</text></svg>')
  expect(safeSvg('<p>no</p>')).toBeNull()
})

test.each([
  ['a style', 'style="background:url(https://e.org/a.png)"', ''],
  ['a quoted style', `style="mask-image: url( 'https://e.org/a.svg' )"`, ''],
  ['an escaped style', String.raw`style="background:u\72l(https://e.org/a.png)"`, ''],
  ['a set of images', `style="background:image-set('https://e.org/a.png' 1x)"`, ''],
  ['a paint', 'fill="url(https://e.org/a.svg#b)"', ''],
  ['a paint of its own', 'fill="url(#b)"', 'url(#b)'],
])('removes references that fetch: %s', (_name, attribute, left) => {
  const svg = safeSvg(`<svg xmlns="http://www.w3.org/2000/svg"><rect ${attribute}/></svg>`)
  expect(Array.from(svg?.firstElementChild?.attributes ?? [], ({ value }) => value).join()).toBe(left)
})

test.each([
  ['Monthly Sales (2024)', 'monthly-sales-2024-2026-01-31T10-00-00.000Z.jpg'],
  ['Größe', 'größe-2026-01-31T10-00-00.000Z.jpg'],
  ['—', '2026-01-31T10-00-00.000Z.jpg'],
])('the image of %s is named %s', (title, file) => expect(imageName(title, new Date('2026-01-31T10:00:00Z'))).toBe(file))

test('the image of a chart in another format has its ending', () =>
  expect(imageName('Sales', new Date('2026-01-31T10:00:00Z'), 'svg')).toBe('sales-2026-01-31T10-00-00.000Z.svg'))

test('the filter action shows a missing value as blank', () => {
  const missing = { filters: [], label: 'R, <NULL>' }
  expect(filterLabel(missing, {})).toBe('Filter by R, blank')
  expect(filterLabel(missing, { selected: ['R, <NULL>'] })).toBe('Clear the filter “R, blank”')
})
