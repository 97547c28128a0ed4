import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { readAddress } from './address.ts'
import type { Loaded } from './load.ts'
import { prefetchDashboard, takePrefetched } from './prefetch.ts'

const load = vi.hoisted(() => vi.fn<(idOrSlug: string) => Promise<Loaded>>())
vi.mock('./load.ts', () => ({ loadDashboard: load }))

const loaded = (etag: string) => ({ etag }) as Loaded
const address = readAddress(new URLSearchParams())
const sales = { pathname: '/app/superset/dashboard/sales%202024/', search: '' }

beforeEach(() => {
  load.mockReset()
  load.mockImplementation(async () => loaded(`"${load.mock.calls.length}"`))
})

test('a page takes the early response, and the next visit loads again', async () => {
  const client = new QueryClient()
  prefetchDashboard(client, { pathname: '/dashboard/sales%202024', search: '' })
  expect(await takePrefetched(client, 'sales 2024', address)).toEqual(loaded('"1"'))
  expect(await takePrefetched(client, 'sales 2024', address)).toBeNull()
  expect(load).toHaveBeenCalledTimes(1)
})

test('two pages mounted at once share it; pages with another client or dashboard do not', async () => {
  const client = new QueryClient()
  prefetchDashboard(client, sales)
  const both = [takePrefetched(client, 'sales 2024', address), takePrefetched(client, 'sales 2024', address)]
  expect(await takePrefetched(new QueryClient(), 'sales 2024', address)).toBeNull()
  expect(await takePrefetched(client, '7', address)).toBeNull()
  expect(await Promise.all(both)).toEqual([loaded('"1"'), loaded('"1"')])
  expect(load).toHaveBeenCalledTimes(1)
})

test('after a failure the page asks again', async () => {
  load.mockRejectedValueOnce(new Error('away'))
  const client = new QueryClient()
  prefetchDashboard(client, sales)
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(await takePrefetched(client, 'sales 2024', address)).toEqual(loaded('"2"'))
})

test.each(['/superset/dashboard/p/abc/', '/superset/welcome/', '/dashboard/list/', '/dashboard/new'])(
  '%s prefetches nothing',
  (pathname) => {
    prefetchDashboard(new QueryClient(), { pathname, search: '' })
    expect(load).not.toHaveBeenCalled()
  },
)
