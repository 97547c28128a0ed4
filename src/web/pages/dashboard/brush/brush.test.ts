// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bigNumberTotalChart } from '#charts/big_number_total/chart.ts'
import type { Span, SpanPhase } from '../../../frame/echarts/time-span.ts'
import type { CardChart } from '../data/record.ts'
import { openingOf } from '../fixture.ts'
import { createDashboard } from '../state/store.ts'
import { applyBrush } from './apply-brush.ts'
import { brushColumn } from './brush-column.ts'

const histogram = { viz_type: 'histogram_v2', column: 'delay' }
const figure = { viz_type: 'big_number_total', metric: 'count' }

const chart = (id: number, form: object, datasource = '1__table'): CardChart => ({
  id,
  slice_name: `Chart ${id}`,
  description: null,
  certified_by: null,
  certification_details: null,
  form_data: { datasource, viz_type: 'table', ...form },
})

const charts = [chart(1, histogram), chart(2, figure), chart(3, figure, '2__table'), chart(4, { viz_type: 'unknown' })]

const position = {
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['r'] },
  r: { type: 'ROW', children: charts.map(({ id }) => `c${id}`) },
  ...Object.fromEntries(charts.map(({ id }) => [`c${id}`, { type: 'CHART', children: [], meta: { chartId: id, width: 3, height: 20 } }])),
}

const sent = vi.fn<(path: string, body: unknown) => void>()

beforeEach(() => {
  sent.mockClear()
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string } = {}) => {
    if (body) sent(url, JSON.parse(body))
    return Promise.resolve(Response.json({ result: 'token' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const opened = (backend: string) => {
  const datasets = [{ uid: '1__table', datasource_name: 'flights', database: { backend } }]
  const opening = openingOf(position, { charts, datasets, chartTypes: { big_number_total: bigNumberTotalChart } } as object)
  const store = createDashboard(opening)
  const brush = (span: Span | null, phase: SpanPhase) =>
    applyBrush(store, charts[0] ?? chart(1, histogram), span, phase, { kind: 'number', extent: [0, 200] })
  return { brush, applied: () => store.getState().masks.applied['1'] }
}

test('hovering over a chart makes the server prepare the queries of its dataset, once', async () => {
  const { brush, applied } = opened('duckdb')
  brush(null, 'ready')
  brush(null, 'ready')
  await vi.waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent).toHaveBeenCalledTimes(1)
  const [[path, body] = []] = sent.mock.calls
  expect(path).toBe('/api/v1/chart/data/brush')
  expect(body).toMatchObject({ column: 'delay', step: 1, contexts: [{ datasource: { id: 1 }, queries: [{ metrics: ['count'] }] }] })
  expect(applied()).toBeUndefined()
})

test('a numeric range filters the other charts while it is dragged, until it is cleared', () => {
  const { brush, applied } = opened('duckdb')
  brush([10.2, 19.7], 'dragged')
  expect(applied()?.filterState?.label).toBe('10 – 20')
  brush(null, 'cancelled')
  expect(applied()).toBeUndefined()
})

test('other engines are queried when the pointer is released, without preparation', () => {
  const { brush, applied } = opened('postgresql')
  brush(null, 'ready')
  brush([10.2, 19.7], 'dragged')
  expect(applied()).toBeUndefined()
  brush([10.2, 30.1], 'chosen')
  expect(applied()?.filterState?.label).toBe('10 – 30')
  expect(sent).not.toHaveBeenCalled()
})

test.each([
  ['the column of a histogram', histogram, 'delay'],
  ['the x axis of a line chart', { viz_type: 'echarts_timeseries_line', x_axis: 'date' }, 'date'],
  ['none where the x axis measures', { viz_type: 'echarts_timeseries_bar', x_axis: 'date', orientation: 'horizontal' }, undefined],
  ['none for an expression', { viz_type: 'echarts_timeseries_line', x_axis: { sqlExpression: 'a + 1' } }, undefined],
])('a span filters %s', (_case, form, column) => {
  expect(brushColumn({ datasource: '1__table', ...form })).toBe(column)
})
