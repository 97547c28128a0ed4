// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../data/session.ts'
import { MountedDashboard } from '../Dashboard.tsx'
import { removePart } from '../edit/actions.ts'
import { openingOf } from '../fixture.ts'
import { useDashboardStore } from './dashboard-context.ts'
import { usePageHost } from './page-host.ts'

const none = vi.hoisted(() => {
  const create = () => ({
    matches: false,
    observe: () => {},
    disconnect: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  // Read when the theme is imported.
  window.matchMedia = create as never
  return create
})

const tabs = (children: string[]) => ({ type: 'TABS', children })
const tab = (text: string, children: string[] = []) => ({ type: 'TAB', children, meta: { text } })

/** Two rows of tabs within the second of the top-level tabs. */
const position = {
  ROOT_ID: { type: 'ROOT', children: ['TABS-top'] },
  GRID_ID: { type: 'GRID', children: [] },
  'TABS-top': tabs(['TAB-1', 'TAB-2']),
  'TAB-1': tab('One', ['HEADER-1']),
  'HEADER-1': { type: 'HEADER', children: [], meta: { text: 'Figures' } },
  'TAB-2': tab('Two', ['TABS-x', 'TABS-y']),
  'TABS-x': tabs(['TAB-x1', 'TAB-x2']),
  'TAB-x1': tab('X1'),
  'TAB-x2': tab('X2'),
  'TABS-y': tabs(['TAB-y1', 'TAB-y2']),
  'TAB-y1': tab('Y1'),
  'TAB-y2': tab('Y2'),
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: [], count: 0 })))
  vi.stubGlobal('IntersectionObserver', none)
  vi.stubGlobal('ResizeObserver', none)
})
afterEach(() => vi.unstubAllGlobals())

const Page = () => {
  const host = usePageHost()
  const [opening] = useState(() =>
    openingOf(position, { isEditing: false, anchor: host.anchor, openTabs: host.arrival?.openTabs ?? null }, { json_metadata: '{}' }),
  )
  return (
    <MountedDashboard opening={opening} host={host} onReload={() => {}}>
      <RemoveTab />
    </MountedDashboard>
  )
}

const RemoveTab = () => {
  const store = useDashboardStore()
  return (
    <button
      onClick={() => {
        removePart(store, 'TAB-2')
        store.getState().openTab('TABS-top', 'TAB-1')
      }}
    >
      Remove the second tab
    </button>
  )
}

const show = (entry: string | { pathname: string; hash: string; state: object }, pairs: string[] = []) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard', ...pairs], csrf_token: '' } as never))
  const router = createMemoryRouter([{ path: '/d', Component: Page }], { initialEntries: [entry] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

const open = () => screen.getAllByRole('tab', { selected: true }).map(({ textContent }) => textContent)
const choose = (name: string) => act(async () => void fireEvent.click(screen.getByRole('tab', { name })))

test('a chosen tab is in the URL; back and forward open the tabs that were open there', async () => {
  const router = show('/d?a=1')
  expect(open()).toEqual(['One'])
  await choose('Two')
  expect(router.state.location).toMatchObject({ search: '?a=1', hash: '#TAB-2' })
  await choose('X2')
  await choose('Y2')
  expect([router.state.location.hash, ...open()]).toEqual(['#TAB-y2', 'Two', 'X2', 'Y2'])
  const go = (steps: number) => act(() => router.navigate(steps))
  await go(-1)
  expect([router.state.location.hash, ...open()]).toEqual(['#TAB-x2', 'Two', 'X2', 'Y1'])
  await go(-2)
  expect([router.state.location.hash, ...open()]).toEqual(['', 'One'])
  await go(3)
  expect(open()).toEqual(['Two', 'X2', 'Y2'])
})

test('the URL does not go on naming a tab that was removed, while one that never was is reported', async () => {
  const router = show('/d?a=1#TAB-2')
  expect(open()).toEqual(['Two', 'X1', 'Y1'])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Remove the second tab' })))
  expect(open()).toEqual(['One'])
  expect(router.state.location).toMatchObject({ search: '?a=1', hash: '', state: { openTabs: { 'TABS-top': 'TAB-1' } } })
  await act(() => router.navigate('#TAB-gone'))
  expect(router.state.location.hash).toBe('#TAB-gone')
})

test('the open tab is not written again', async () => {
  const router = show('/d#TAB-y2')
  expect(open()).toEqual(['Two', 'X1', 'Y2'])
  const { key } = router.state.location
  await choose('Y2')
  expect(router.state.location.key).toBe(key)
})

test('a reload opens all tabs that were chosen, and a changed parameter keeps them', async () => {
  const state = { openTabs: { 'TABS-top': 'TAB-2', 'TABS-x': 'TAB-x2', 'TABS-y': 'TAB-y2' } }
  const router = show({ pathname: '/d', hash: '#TAB-x2', state })
  expect(open()).toEqual(['Two', 'X2', 'Y2'])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Enter fullscreen' })))
  expect(router.state.location).toMatchObject({ search: '?standalone=1', hash: '#TAB-x2', state })
})

test('a link within the dashboard opens its tab', async () => {
  const router = show('/d')
  await act(() => router.navigate('#TAB-x2'))
  expect(open()).toEqual(['Two', 'X2', 'Y1'])
})

test.each([
  ['tab', 'Copy permalink to “One”', 'TAB-1'],
  ['header', 'Copy permalink to “Figures”', 'HEADER-1'],
])('the link of a %s can be copied by those who may share the dashboard', async (_kind, label, anchor) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (request: Request | string, init?: RequestInit) => {
    const url = typeof request === 'string' ? request : request.url
    if (url.includes('/permalink')) sent.push(JSON.parse(String(init?.body)))
    return Promise.resolve(Response.json({ key: 'k', url: 'http://here/superset/dashboard/p/k/' }, { status: 201 }))
  })
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  show('/d?a=1', ['can_share_dashboard on Superset'])
  expect(screen.queryByRole('button', { name: label })).toBeNull()
  fireEvent.focus(screen.getByRole('tab', { name: 'One' }))
  fireEvent.click(await screen.findByRole('button', { name: label }, { timeout: 20_000 }))
  await waitFor(() => expect(sent).toEqual([{ urlParams: [['a', '1']], dataMask: {}, activeTabs: ['TAB-1'], anchor }]))
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('http://here/superset/dashboard/p/k/'))
})

test('who may not share is offered no link', async () => {
  show('/d')
  fireEvent.focus(screen.getByRole('tab', { name: 'One' }))
  await act(() => vi.importActual('../stage/CopyLink.tsx'))
  expect(screen.queryByRole('button', { name: /^Copy permalink/ })).toBeNull()
})
