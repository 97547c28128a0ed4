// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { rememberCsrf } from '../../../data/call.ts'
import { keepExploreContext } from '../../../data/explore-context.ts'
import { readSession, sessionKey } from '../../../data/session.ts'
import { readAddress } from '../state/address.ts'
import { useOpened } from './load.ts'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})
rememberCsrf('token')
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const dataset = {
  id: 3,
  type: 'table',
  datasource_name: 'stocks',
  database: { id: 1, backend: 'duckdb' },
  columns: [
    { column_name: 'date', type: 'TIMESTAMP', type_generic: 2, is_dttm: true },
    { column_name: 'symbol', type: 'TEXT', type_generic: 1, is_dttm: false, groupby: true },
    { column_name: 'price', type: 'DOUBLE', type_generic: 0, is_dttm: false },
  ],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  time_grain_sqla: [['P1D', 'Day']],
  main_dttm_col: 'date',
}
const empty = { datasource: '3__table', adhoc_filters: [], url_params: { datasource_id: '3' } }
const filled = { ...empty, viz_type: 'pie', metric: 'count', groupby: ['symbol'] }
const { viz_type: _, ...untyped } = filled

type Settings = { default_viz_type: string; default_time_filter: string }

const firstForm = async (address: string, form: object, settings: Partial<Settings>) => {
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      url.includes('/api/v1/explore/')
        ? Response.json({ result: { dataset, form_data: form, slice: null, metadata: null, message: null } })
        : Response.json({ message: 'Not found' }, { status: 404 }),
    ),
  )
  const client = new QueryClient()
  const session = { user: null, pairs: ['can_read on Chart'], csrf_token: '', default_viz_type: 'table', default_time_filter: 'No filter' }
  client.setQueryData(sessionKey, readSession({ ...session, ...settings } as never))
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  const { pathname, searchParams } = new URL(address, 'http://x')
  const read = readAddress(pathname, searchParams)
  const { result } = renderHook(() => useOpened(read), { wrapper })
  await waitFor(() => expect(result.current.isPending).toBe(false))
  return result.current.data?.first
}

const dateFilter = (comparator: string) => [expect.objectContaining({ subject: 'date', operator: 'TEMPORAL_RANGE', comparator })]

type Case = { address: string; form: object; settings?: Partial<Settings>; first: object }

test.each<[string, Case]>([
  [
    'a new chart is one that suits the data',
    {
      address: '?dataset_id=3',
      form: empty,
      first: { viz_type: 'echarts_timeseries_line', x_axis: 'date', adhoc_filters: dateFilter('No filter') },
    },
  ],
  [
    'a new chart begins with the time range of the settings',
    {
      address: '?dataset_id=3',
      form: empty,
      settings: { default_time_filter: 'Last quarter' },
      first: { adhoc_filters: dateFilter('Last quarter') },
    },
  ],
  [
    'a new chart has the type of the settings',
    {
      address: '?dataset_id=3',
      form: empty,
      settings: { default_viz_type: 'echarts_timeseries_bar' },
      first: { viz_type: 'echarts_timeseries_bar', x_axis: 'date' },
    },
  ],
  [
    'the type of the address goes before that of the settings',
    {
      address: '?dataset_id=3&viz_type=echarts_area',
      form: empty,
      settings: { default_viz_type: 'echarts_timeseries_bar' },
      first: { viz_type: 'echarts_area', x_axis: 'date' },
    },
  ],
  ['a form has its own type', { address: '?slice_id=8', form: filled, first: { viz_type: 'pie', groupby: ['symbol'] } }],
  ['the address overrides the type of a form', { address: '?slice_id=8&viz_type=table', form: filled, first: { viz_type: 'table' } }],
  ['a form without a type becomes a table', { address: '?slice_id=8', form: untyped, first: { viz_type: 'table' } }],
  [
    'a form without a type has that of the settings',
    { address: '?slice_id=8', form: untyped, settings: { default_viz_type: 'pie' }, first: { viz_type: 'pie' } },
  ],
  [
    'a form in the address is laid over that of the server',
    {
      address: `?form_data=${encodeURIComponent('{"datasource":"3__table","row_limit":7}')}`,
      form: filled,
      first: { viz_type: 'pie', row_limit: 7 },
    },
  ],
  [
    'other parameters reach templates of SQL',
    {
      address: '?slice_id=8&country=US&standalone=1&force=true&dashboard_id=2',
      form: { ...filled, url_params: { slice_id: '8', country: 'DE', year: '2024' } },
      first: { url_params: { slice_id: '8', country: 'US', year: '2024' } },
    },
  ],
])('%s', async (_title, { address, form, settings = {}, first }) => {
  expect(await firstForm(`/explore/${address}`, form, settings)).toMatchObject(first)
})

test('the page of a dashboard lends its filters, marked, its colour scheme and the colours of its labels', async () => {
  keepExploreContext('p1', {
    dashboardId: 4,
    extraFormData: { filters: [{ col: 'symbol', op: 'IN', val: ['IBM'] }] },
    colorScheme: 'd3Category10',
    labelColors: { IBM: '#112233' },
  })
  expect(await firstForm('/explore/?slice_id=8&dashboard_page_id=p1', filled, {})).toMatchObject({
    adhoc_filters: [{ subject: 'symbol', operator: 'IN', comparator: ['IBM'], isExtra: true }],
    dashboards: [4],
    dashboard_color_scheme: 'd3Category10',
    label_colors: { IBM: '#112233' },
  })
  expect(await firstForm('/explore/?slice_id=8&dashboard_page_id=unknown', filled, {})).toMatchObject({ adhoc_filters: [] })
})
