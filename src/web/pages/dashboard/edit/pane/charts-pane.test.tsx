// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../../data/session.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { createMount } from '../../state/mount.ts'
import { ChartsPane } from './ChartsPane.tsx'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

afterEach(() => vi.unstubAllGlobals())

const chart = (id: number) => ({ id, slice_name: `Chart ${id}`, viz_type: 'table', changed_on_utc: '2026-01-01T00:00:00', owners: [] })

/** The pane with the answers of the list's two pages; null fails. */
const show = (pages: (number | null)[]) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const query = decodeURIComponent(String(url))
    if (!query.includes('/api/v1/chart/?')) return Promise.resolve(Response.json({ result: [] }))
    asked.push(query)
    const page = Number(/page:(\d)/.exec(query)?.[1] ?? 0)
    const count = pages[page] ?? null
    if (count === null) return Promise.resolve(Response.json({ message: 'No luck' }, { status: 500 }))
    return Promise.resolve(
      Response.json({ count: 250, ids: [], result: Array.from({ length: count }, (_, i) => chart(page * 100 + i + 1)) }),
    )
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Chart'], csrf_token: '' } as never))
  const pane = (
    <DashboardContext value={createMount(openingOf(null))}>
      <ChartsPane />
    </DashboardContext>
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: pane }])} />
    </QueryClientProvider>,
  )
  return asked
}

test('the 200 newest charts are asked for, in two pages', async () => {
  const asked = show([100, 100])
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map((query) => /order_direction:(\w+)/.exec(query)?.[1])).toEqual(['desc', 'desc'])
  expect(asked.map((query) => /page:\d,page_size:\d+/.exec(query)?.[0])).toEqual(['page:0,page_size:100', 'page:1,page_size:100'])
})

test.each([
  [[100, null], /^Could not fetch all saved charts/],
  [[null, null], /^Sorry there was an error fetching saved charts: No luck/],
])('pages %j say what is missing', async (pages, text) => {
  show(pages)
  expect(await screen.findByText(text, {}, { timeout: 10_000 })).toBeTruthy()
})
