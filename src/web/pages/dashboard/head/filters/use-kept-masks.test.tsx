// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { masksInText } from '#core/filters/address/state-params.ts'
import type { DataMask } from '#core/filters/data-mask.ts'
import { emptyMask } from '#core/filters/masks.ts'
import { readSession, sessionKey } from '../../../../data/session.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { HostContext } from '../../state/host.ts'
import { createMount } from '../../state/mount.ts'
import { usePageHost } from '../../state/page-host.ts'
import { useKeptMasks } from './use-kept-masks.ts'

const filter = { id: 'NATIVE_FILTER-1', type: 'NATIVE_FILTER', name: 'Genre', filterType: 'filter_select', targets: [{ datasetId: 3 }] }
const drama: DataMask = {
  id: filter.id,
  extraFormData: { filters: [{ col: 'genre', op: 'IN', val: ['Drama'] }] },
  filterState: { value: ['Drama'] },
}

const sent: string[] = []
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/filter_state')) sent.push(url)
    return Response.json({ key: 'k', result: 'token' }, { status: 201 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

const Kept = () => {
  useKeptMasks()
  return null
}

const show = (address: string, pairs: string[] = []) => {
  const mount = createMount(openingOf(null, {}, { json_metadata: JSON.stringify({ native_filter_configuration: [filter] }) }), 'd')
  const Page = () => {
    const host = usePageHost()
    const [value] = useState(mount)
    return (
      <DashboardContext value={value}>
        <HostContext value={host}>
          <Kept />
        </HostContext>
      </DashboardContext>
    )
  }
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard', ...pairs], csrf_token: '' } as never))
  const router = createMemoryRouter([{ path: '/shared/k', Component: Page }], { initialEntries: [address] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const apply = (mask: DataMask) =>
    act(async () => mount.store.getState().updateMasks(({ applied }) => ({ applied: { ...applied, [mask.id]: mask }, pending: {} })))
  return { router, apply, search: () => new URLSearchParams(router.state.location.search) }
}

const { id: _id, ...parts } = drama

test('the filters of a viewer who may not store any are in the URL until they are cleared', async () => {
  const { apply, search } = show('/shared/k?a=1&preselect_filters={}')
  await apply(drama)
  await waitFor(() => expect(masksInText(search().get('native_filters'))).toEqual({ [filter.id]: parts }))
  expect([...search().keys()].toSorted()).toEqual(['a', 'native_filters'])
  await apply(emptyMask(filter.id))
  await waitFor(() => expect(search().toString()).toBe('a=1'))
  expect(sent).toEqual([])
})

test('going back leaves them in the URL', async () => {
  const { router, apply, search } = show('/shared/k')
  await act(() => router.navigate('/shared/k#TAB-1'))
  await apply(drama)
  await waitFor(() => expect(search().has('native_filters')).toBe(true))
  await act(() => router.navigate(-1))
  expect(router.state.location.hash).toBe('')
  expect(search().has('native_filters')).toBe(true)
})

test('who may store filters has their key in the URL', async () => {
  const { apply, search } = show('/shared/k?native_filters=()', ['can_write on DashboardFilterStateRestApi'])
  await apply(drama)
  await waitFor(() => expect(search().toString()).toBe('native_filters_key=k'))
  expect(sent).toHaveLength(1)
})

test('the URL inside a frame is left alone', async () => {
  document.body.innerHTML = '<template id="embedded" data-domains="[]"></template>'
  vi.useFakeTimers()
  const { apply, search } = show('/shared/k')
  await apply(drama)
  await act(() => vi.advanceTimersByTimeAsync(2000))
  vi.useRealTimers()
  await act(() => vi.importActual('./store-masks.ts'))
  expect(search().toString()).toBe('')
})
