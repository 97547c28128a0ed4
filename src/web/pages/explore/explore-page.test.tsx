// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../data/session.ts'
import { useToasts } from '../../ui/feedback/toast.ts'
import ExplorePage from './ExplorePage.tsx'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})
beforeEach(() => useToasts.setState({ toasts: [] }))
afterEach(() => vi.unstubAllGlobals())

const dataset = {
  id: 3,
  type: 'table',
  datasource_name: 'stocks',
  table_name: 'stocks',
  owners: [],
  database: { id: 1, backend: 'duckdb' },
  columns: [{ column_name: 'symbol', type: 'TEXT', is_dttm: false }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  main_dttm_col: null,
}
const missing = { type: 'table', name: '[Missing Dataset]', columns: [], metrics: [], database: { id: 0, backend: '', parameters: {} } }
const slice = { slice_id: 8, slice_name: 'Shares', owners: [1], form_data: { viz_type: 'pie', datasource: '3__table' } }
const opened = (given: object) => ({
  result: { dataset, form_data: { datasource: '3__table' }, slice: null, metadata: null, message: null, ...given },
})

/** A server that gives one answer about charts, and knows nothing else. Returns the parameters that it was asked with. */
const answering = (status: number, body: object) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, search } = new URL(url, 'http://x')
    if (pathname !== '/api/v1/explore/') return Promise.resolve(Response.json({ message: 'Not found' }, { status: 404 }))
    asked.push(search)
    return Promise.resolve(Response.json(body, { status }))
  })
  return asked
}

const open = (address: string) => {
  const client = new QueryClient()
  const user = { id: 1, username: 'ana', first_name: 'Ana', last_name: 'Ruiz', email: '', has_password: true, groups: [], roles: [] }
  const settings = { default_viz_type: 'table', default_time_filter: 'No filter', denied_viz_types: [], limits: {} }
  client.setQueryData(sessionKey, readSession({ user, pairs: ['can_read on Chart'], csrf_token: '', ...settings } as never))
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <ExplorePage /> }], { initialEntries: [address] })} />
    </QueryClientProvider>,
  )
}

const hasText = (text: string) => screen.queryByText(text) !== null

test.each<[string, string, [number, object], { texts: string[]; button?: string; link?: string }]>([
  [
    'neither chart nor dataset',
    '/explore/',
    [200, opened({})],
    { texts: ['Missing URL parameters', 'The URL is missing the dataset_id or slice_id parameters.'], link: 'New chart' },
  ],
  [
    'a number that is none',
    '/explore/?slice_id=abc&viz_type=pie&dashboard_id=4&standalone=0&force=true',
    [200, opened({})],
    { texts: ['Missing URL parameters'], link: 'New chart' },
  ],
  [
    'a dataset that was deleted',
    '/explore/?dataset_id=99',
    [200, opened({ dataset: missing })],
    { texts: ['Missing dataset', 'The dataset linked to this chart may have been deleted.'], button: 'Swap dataset' },
  ],
  [
    'a chart whose dataset was deleted',
    '/explore/?slice_id=8',
    [200, opened({ dataset: missing, slice, form_data: { datasource: 'None__table', viz_type: 'pie', slice_id: 8 } })],
    { texts: ['Missing dataset', 'The dataset linked to this chart may have been deleted.'], button: 'Swap dataset' },
  ],
  [
    'a chart that was deleted',
    '/explore/?slice_id=99',
    [200, opened({ dataset: missing, form_data: { datasource: 'None__table', slice_id: 99 } })],
    { texts: ['Missing chart', 'It may have been deleted, or you may not have access to it.'], link: 'All charts' },
  ],
  [
    'a dataset without the right to it',
    '/explore/?dataset_id=3',
    [403, { error_type: 'DATASOURCE_SECURITY_ACCESS_ERROR', extra: {}, message: 'closed' }],
    {
      texts: ['You have no access to this dataset', 'Ask an owner of the dataset, or an administrator, to give you access.'],
      link: 'All charts',
    },
  ],
  [
    'a chart without the right to its dataset',
    '/explore/?slice_id=8',
    [403, { error_type: 'DATASOURCE_SECURITY_ACCESS_ERROR', extra: {}, message: 'closed' }],
    { texts: ['You have no access to this chart’s data'], link: 'All charts' },
  ],
  [
    'a server that fails',
    '/explore/?slice_id=8',
    [500, { message: 'out of order' }],
    { texts: ['This chart could not be opened', 'out of order'], button: 'Try again' },
  ],
  [
    'a permalink that is unknown',
    '/superset/explore/p/9z/',
    [404, { message: 'Invalid permalink key' }],
    { texts: ['This chart could not be opened', 'Invalid permalink key'] },
  ],
  [
    'a chart of a type that does not exist',
    '/explore/?slice_id=8&standalone=1',
    [200, opened({ slice, form_data: { datasource: '3__table', viz_type: 'world_map', slice_id: 8, metric: 'count' } })],
    { texts: ['This visualization type is not supported.'] },
  ],
  [
    'a type in the address that does not exist',
    '/explore/?dataset_id=3&viz_type=world_map&standalone=1',
    [200, opened({})],
    { texts: ['This visualization type is not supported.'] },
  ],
])('%s', async (_, address, [status, body], { texts, button, link }) => {
  const asked = answering(status, body)
  open(address)
  await waitFor(() => expect(texts.filter((text) => !hasText(text))).toEqual([]))
  if (button !== undefined) expect(screen.getByRole('button', { name: button })).toBeTruthy()
  if (link !== undefined) expect(screen.getByRole('link', { name: link })).toBeTruthy()
  expect(asked.length).toBeLessThanOrEqual(1)
})

test.each([
  ['/explore/?slice_id=8&form_data_key=k', '?slice_id=8&form_data_key=k'],
  ['/explore/?datasource_id=3&datasource_type=query', '?datasource_id=3&datasource_type=query'],
  ['/explore/?datasource=3__table&form_data_key=k&country=US', '?datasource_id=3&datasource_type=table&form_data_key=k'],
  ['/explore/?dataset_id=3&dashboard_id=4', '?datasource_id=3&datasource_type=table'],
  ['/superset/explore/p/5x12/', '?permalink_key=5x12'],
])('%s asks the server for %s', async (address, expected) => {
  const asked = answering(404, { message: 'Not found' })
  open(address)
  await waitFor(() => expect(asked).toEqual([expected]))
})

test('a message of the server about unsaved changes that are gone is shown', async () => {
  answering(200, opened({ dataset: missing, slice, message: 'Form data not found in cache, reverting to chart metadata.' }))
  open('/explore/?slice_id=8&form_data_key=gone')
  await waitFor(() =>
    expect(useToasts.getState().toasts.at(-1)).toMatchObject({ text: 'Form data not found in cache, reverting to chart metadata.' }),
  )
})
