// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadOverlayParts } from '../../ui/overlay/parts.ts'
import { SwapSource } from './SwapSource.tsx'

const sent: [string, unknown, string | null][] = []
const onSwapped = vi.fn()
const noChanges = { added: [], changed: [], lost: [], charts: [], hidden_charts: 0, filters: [], hidden_filters: 0 }
let changes: object = noChanges

const json = (body: unknown) => new Response(JSON.stringify(body))

beforeAll(loadOverlayParts)
beforeEach(() => {
  sent.length = 0
  changes = noChanges
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('csrf_token')) return json({ result: 'token' })
    if (url.includes('/schemas/')) return json({ result: ['main', 'shop'] })
    if (url.includes('/tables/')) return json({ count: 1, result: [{ value: 'orders', type: 'view', extra: null }] })
    if (url.includes('/api/v1/database/?'))
      return json({ count: 1, ids: [1], result: [{ id: 1, database_name: 'duck', backend: 'duckdb' }] })
    sent.push([url, JSON.parse(String(init.body)), new Headers(init.headers).get('if-match')])
    return json({ result: changes })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

const choose = async (field: string, option: string | RegExp) => {
  fireEvent.click(screen.getByRole('combobox', { name: field }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}
const swap = () => screen.getByRole('button', { name: 'Swap source' })

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SwapSource
        id={5}
        source={{ database: { id: 1, backend: 'duckdb' }, schema: 'main', table_name: 'sales', sql: null }}
        etag={'"dataset-5-3"'}
        onClose={() => undefined}
        onSwapped={onSwapped}
      />
    </QueryClientProvider>,
  )

test('a source is swapped for a table, with the columns of that table, over the version that was read', async () => {
  changes = { ...noChanges, lost: [{ column_name: 'price', used_by: [] }], charts: [{ id: 3, slice_name: 'Prices', uses: ['price'] }] }
  open()
  expect(swap()).toHaveProperty('disabled', true)
  await choose('Schema', 'shop')
  await choose('Table', /orders/)
  expect(await screen.findByText('Prices')).toBeTruthy()
  const body = { database_id: 1, catalog: null, schema: 'shop', sql: null, table_name: 'orders' }
  expect(sent).toEqual([['/api/v1/dataset/5/source_changes', body, null]])
  fireEvent.click(swap())
  await waitFor(() => expect(onSwapped).toHaveBeenCalledOnce())
  expect(sent[1]).toEqual(['/api/v1/dataset/5?override_columns=true', body, '"dataset-5-3"'])
})

test('without differences it says so, and the swap is possible', async () => {
  open()
  await choose('Schema', 'shop')
  await choose('Table', /orders/)
  expect(await screen.findByText('The source has the same columns and types.')).toBeTruthy()
  expect(swap()).toHaveProperty('disabled', false)
})
