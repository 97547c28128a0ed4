// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadChart } from '../../../frame/chart-registry.ts'
import { useToasts } from '../../../ui/feedback/toast.ts'
import { loadOverlayParts } from '../../../ui/overlay/parts.ts'
import { SwapDataset } from '../data-pane/SwapDataset.tsx'
import { ExploreContext } from '../state/explore-context.ts'
import { createExplore } from '../state/store.ts'

vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
  for (const side of ['clientWidth', 'clientHeight', 'offsetWidth', 'offsetHeight'])
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => 500 })
})
beforeAll(async () => {
  await loadOverlayParts()
  await loadChart('pie')
})
afterEach(() => {
  vi.unstubAllGlobals()
  useToasts.setState({ toasts: [] })
})

const column = (column_name: string) => ({ column_name, type: 'TEXT', is_dttm: false })
const stocks = {
  id: 3,
  type: 'table',
  datasource_name: 'stocks',
  database: { id: 1, backend: 'duckdb' },
  columns: [column('symbol'), column('sector')],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  main_dttm_col: null,
}
const bonds = { ...stocks, id: 4, datasource_name: 'bonds', columns: [column('SYMBOL'), column('issuer')] }
const form = { viz_type: 'pie', datasource: '3__table', metric: 'count', groupby: ['symbol', 'sector'] }

const row = { id: 4, table_name: 'bonds', kind: 'physical', schema: 'main', database: { database_name: 'House' }, owners: [] }

const open = (list: () => Response) => {
  const asked: string[] = []
  const onClose = vi.fn()
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, search } = new URL(url, 'http://x')
    if (pathname === '/datasource/get/table/4/') return Promise.resolve(Response.json(bonds))
    if (pathname !== '/api/v1/dataset/') return Promise.resolve(Response.json({ message: 'Not found' }, { status: 404 }))
    asked.push(decodeURIComponent(search))
    return Promise.resolve(list())
  })
  const store = createExplore({ dataset: stocks, form_data: form, slice: null, metadata: null, message: null }, form)
  const element = (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ExploreContext value={store}>
        <SwapDataset onClose={onClose} />
      </ExploreContext>
    </QueryClientProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
  return { asked, onClose, store }
}

const sixty = () => Response.json({ result: [row], count: 60, ids: [4] })
const lastToast = () => useToasts.getState().toasts.at(-1)

test('a dataset is searched by name and page, its missing columns are mapped, and Proceed changes the chart', async () => {
  const { asked, onClose, store } = open(sixty)
  expect(screen.getByText('Warning!')).toBeTruthy()
  expect(screen.getByText(/Changing the dataset may break the chart if the metadata does not exist\./)).toBeTruthy()
  const table = await screen.findByRole('grid', { name: 'Datasets' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Name', 'Type', 'Schema', 'Connection', 'Owners'])
  await screen.findByText('60 datasets')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search by name' })))
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(asked.at(-1)).toContain('page:1'))
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search by name' }), { target: { value: 'bon' } })
  await waitFor(() => expect(asked.at(-1)).toMatch(/page:0.*filters:!\(\(col:table_name,opr:ct,value:bon\)\)/))
  fireEvent.click(await within(table).findByText('bonds'))
  expect(await screen.findByText(/Use “bonds” for this chart\?/)).toBeTruthy()
  expect(store.getState().dataset.id).toBe(3)
  fireEvent.click(screen.getByRole('button', { name: 'Proceed' }))
  expect(store.getState()).toMatchObject({ dataset: { id: 4 } })
  expect(store.getState().form()).toMatchObject({ datasource: '4__table', groupby: expect.arrayContaining(['SYMBOL']) as unknown })
  expect(lastToast()).toMatchObject({ text: 'Successfully changed dataset!', kind: 'good' })
  expect(onClose).toHaveBeenCalled()
})

test('Cancel goes back to the list and changes nothing', async () => {
  const { store } = open(sixty)
  fireEvent.click(await screen.findByText('bonds'))
  await screen.findByText(/Use “bonds” for this chart\?/)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('grid', { name: 'Datasets' })).toBeTruthy()
  expect(store.getState().dataset.id).toBe(3)
})

test('a list that cannot be loaded says why, in a toast too', async () => {
  open(() => Response.json({ message: 'The list is out of order' }, { status: 500 }))
  expect(await screen.findByText('The list is out of order')).toBeTruthy()
  expect(lastToast()).toMatchObject({ text: 'The list is out of order', kind: 'bad' })
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
