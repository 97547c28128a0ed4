// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import { useEffect } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Host } from './host.ts'
import { usePageHost } from './page-host.ts'

/** A part of the page that runs when an entry of the history is reached. */
const Part = ({ host, onArrival }: { host: Host; onArrival: (host: Host) => void }) => {
  useEffect(() => {
    if (host.arrival) onArrival(host)
  }, [host, onArrival])
  return null
}

const mounted = (address: string, onArrival: (host: Host) => void = () => {}) => {
  const hosts: Host[] = []
  const Page = () => {
    const host = usePageHost()
    hosts.push(host)
    return <Part host={host} onArrival={onArrival} />
  }
  const router = createMemoryRouter(
    [
      { path: '/d', Component: Page },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  )
  render(<RouterProvider router={router} />)
  return { router, host: () => hosts.at(-1) as Host }
}

test('immediately successive changes of the URL are all kept', async () => {
  const { router, host } = mounted('/d?standalone=1')
  const before = host()
  await act(async () => {
    before.setSearch({ edit: 'true' })
    before.setSearch({ native_filters_key: 'abc' })
  })
  expect(router.state.location.search).toBe('?standalone=1&edit=true&native_filters_key=abc')
  expect(host().search.get('edit')).toBe('true')
})

test('a changed parameter leaves the anchor', async () => {
  const { router, host } = mounted('/d#CHART-1')
  await act(async () => host().setSearch({ standalone: '1' }))
  expect(router.state.location).toMatchObject({ search: '?standalone=1', hash: '#CHART-1' })
  expect(host().arrival).toBeNull()
  await act(async () => void host().onMoved('/d'))
  expect(router.state.location).toMatchObject({ search: '', hash: '#CHART-1' })
})

test('a change after a navigation starts from its URL', async () => {
  const { router, host } = mounted('/d?edit=true')
  await act(() => router.navigate('/d?standalone=2'))
  await act(async () => host().setSearch({ edit: 'true' }))
  expect(router.state.location.search).toBe('?standalone=2&edit=true')
})

test('a parameter that is set as an earlier tab is reached leaves the anchor of that tab', async () => {
  const { router, host } = mounted('/d', ({ setSearch }) => setSearch({ native_filters_key: 'abc' }))
  await act(async () => host().visitTab?.('TAB-1', {}, { replace: false }))
  await act(async () => host().visitTab?.('TAB-2', {}, { replace: false }))
  await act(() => router.navigate(-1))
  expect(router.state.location).toMatchObject({ search: '?native_filters_key=abc', hash: '#TAB-1' })
})

test('a move to another URL ends when the page is drawn for it, or gone', async () => {
  const { host } = mounted('/d')
  // Draws as in a browser, where the router is at the URL before the page.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await host().onMoved('/d?edit=true')
  expect(host().search.get('edit')).toBe('true')
  await host().onMoved('/elsewhere')
  vi.unstubAllGlobals()
})
