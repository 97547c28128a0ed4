// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../data/session.ts'
import { readAddress } from '../explore/state/address.ts'
import NewChartPage from './NewChartPage.tsx'

vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
})

afterEach(() => vi.unstubAllGlobals())

const ana = { id: 3, username: 'ana', first_name: 'Ana', last_name: 'Ruiz', email: '', has_password: true, groups: [], roles: [] }
const stocks = {
  id: 5,
  table_name: 'stocks',
  schema: 'main',
  description: null,
  database: { database_name: 'examples' },
  changed_on_utc: null,
}

/** The address that the dataset of a new chart links to. */
const linkFrom = async (address: string) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ count: 1, ids: [5], result: [stocks] })))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionKey, readSession({ user: ana, pairs: [], csrf_token: '' } as never))
  const element = (
    <QueryClientProvider client={client}>
      <NewChartPage />
    </QueryClientProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/chart/add', element }], { initialEntries: [address] })} />)
  return (await screen.findByRole('link', { name: 'stocks' })).getAttribute('href') ?? ''
}

test.each([
  ['/chart/add', null],
  ['/chart/add?dashboard_id=7', 7],
  ['/chart/add?dashboard_id=7%26slice_id%3D1', null],
])('a dataset chosen on %s opens in explore for the dashboard %s', async (address, dashboardId) => {
  const link = new URL(await linkFrom(address), 'http://localhost')
  expect(readAddress(link.pathname, link.searchParams)).toMatchObject({ datasource: { id: 5, type: 'table' }, sliceId: null, dashboardId })
})
