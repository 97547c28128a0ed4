// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../../data/session.ts'
import { loadOverlayParts } from '../../../../ui/overlay/parts.ts'
import { openingOf } from '../../fixture.ts'
import { Head } from '../../head/Head.tsx'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { HostContext, type Host } from '../../state/host.ts'
import { createMount } from '../../state/mount.ts'
import { BarMenu } from './BarMenu.tsx'

vi.hoisted(() => {
  // jsdom knows no media: everything is read in the light theme on a wide screen.
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

const sent: { url: string; body: { json_metadata: string }; ifMatch: string | null }[] = []

beforeAll(loadOverlayParts)
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return Promise.resolve(Response.json({ result: 'x', count: 0 }))
    sent.push({ url, body: JSON.parse(String(init.body)) as never, ifMatch: new Headers(init.headers).get('if-match') })
    return Promise.resolve(Response.json({ result: {} }, { headers: { etag: '"v2"' } }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const host: Host = { search: new URLSearchParams(), anchor: '', setSearch: () => {}, onMoved: () => {}, onTitle: () => {} }

const show = (part: ReactNode, { canEdit = true, isEditing = false } = {}) => {
  const opening = openingOf(null, { canEdit, isEditing, masks: { '7': { id: '7', filterState: { value: ['a'] } } } })
  const mount = createMount({ ...opening, etag: '"v1"' })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: 'x' } as never))
  const page = (
    <DashboardContext value={mount}>
      <HostContext value={host}>{part}</HostContext>
    </DashboardContext>
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
    </QueryClientProvider>,
  )
  return mount.store
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pick = (name: string) => fireEvent.click(screen.getByRole('menuitemradio', { name }))

test.each([true, false])(
  'where a person may edit (%s) the menu of the dashboard and of the bar open the configuration of filters',
  async (canEdit) => {
    const store = show(
      <>
        <Head isShrunk={false} />
        <BarMenu />
      </>,
      { canEdit },
    )
    press('More')
    await screen.findByRole('menuitem', { name: 'Refresh dashboard' })
    expect(screen.queryAllByRole('menuitem', { name: 'Add and edit filters' })).toHaveLength(canEdit ? 1 : 0)
    expect(screen.queryAllByRole('button', { name: 'Settings of the filter bar' })).toHaveLength(canEdit ? 1 : 0)
    if (!canEdit) return
    fireEvent.click(screen.getByRole('menuitem', { name: 'Add and edit filters' }))
    expect(store.getState().dialog).toBe('filters')
  },
)

test('switching cross-filters off clears them, and saves the setting unless the dashboard has changed', async () => {
  const store = show(<BarMenu />)
  press('Settings of the filter bar')
  pick('Enable cross-filtering')
  expect(Object.keys(store.getState().masks.applied)).toEqual([])
  await waitFor(() => expect(store.getState().serverFields.etag).toBe('"v2"'))
  expect(sent.map(({ url, ifMatch, body }) => [url, ifMatch, JSON.parse(body.json_metadata)])).toEqual([
    ['/api/v1/dashboard/9', '"v1"', { cross_filters_enabled: false }],
  ])
})

test('while the dashboard is edited, the orientation is an undo step', async () => {
  const store = show(<BarMenu />, { isEditing: true })
  press('Settings of the filter bar')
  pick('Horizontal (Top)')
  await waitFor(() => expect(store.getState().history.past).toHaveLength(1))
  expect(store.getState().history.present.properties.metadata['filter_bar_orientation']).toBe('HORIZONTAL')
  expect(sent).toEqual([])
})
