// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../data/session.ts'
import { useToasts } from '../../../ui/feedback/toast.ts'
import { openingOf } from '../fixture.ts'
import { DashboardContext } from './dashboard-context.ts'
import { hasChanges } from './derived.ts'
import { HostContext } from './host.ts'
import { createMount } from './mount.ts'
import { useSave } from './use-save.ts'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

beforeEach(() => useToasts.setState({ toasts: [] }))
afterEach(() => vi.unstubAllGlobals())

/** A dashboard with one unsaved step, saved with this answer of the server. */
const saved = async (answer: (url: string, method: string) => Response) => {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => answer(url, method))
  const mount = createMount(openingOf(null, { etag: '"dashboard-9-1"' }))
  const { store } = mount
  const { history } = store.getState()
  store.getState().change({ properties: { ...history.present.properties, dashboard_title: 'Other' } }, 'Renamed')
  const client = new QueryClient()
  client.setQueryData(
    sessionKey,
    readSession({ user: null, pairs: ['can_write on Dashboard'], csrf_token: '', feature_flags: {} } as never),
  )
  const moves: string[] = []
  const onMoved = (path: string) => void moves.push(path)
  const host = { search: new URLSearchParams(), anchor: '', setSearch: () => {}, onMoved, onTitle: () => {} }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <DashboardContext value={mount}>
        <HostContext value={host}>{children}</HostContext>
      </DashboardContext>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useSave(), { wrapper })
  await act(() => result.current.save())
  const said = () => useToasts.getState().toasts.map(({ text }) => text)
  const saidAfterAnotherSave = async () => {
    await act(() => result.current.save())
    return said()
  }
  return { store, moves, said: said(), saidAfterAnotherSave }
}

const failure = (status: number, body: object) => () => Response.json(body, { status })

test('what was said of a failed save goes with the next one', async () => {
  const isFailing = { first: true }
  const { said, saidAfterAnotherSave } = await saved((_url, method) => {
    if (method !== 'PUT' || !isFailing.first) return Response.json({ result: {} })
    isFailing.first = false
    return Response.json({ message: 'No room' }, { status: 422 })
  })
  expect(said).toEqual(['Sorry, there was an error saving this dashboard: No room'])
  expect(await saidAfterAnotherSave()).toEqual(['This dashboard was saved successfully.'])
})

test.each<[string, () => Response, string]>([
  ['forbidden', failure(403, { message: 'Forbidden' }), 'You do not have permission to edit this dashboard'],
  ['refused with a reason', failure(422, { message: 'No room' }), 'Sorry, there was an error saving this dashboard: No room'],
])('a save that is %s says so and keeps the changes', async (_case, answer, text) => {
  const { store, said, moves } = await saved(answer)
  expect(said).toEqual([text])
  expect(moves).toEqual([])
  expect(hasChanges(store.getState())).toBe(true)
  expect(store.getState().history.past).toHaveLength(1)
})

test('a dashboard that somebody has deleted is restored with the changes', async () => {
  const isDeleted = { now: true }
  const asked: string[] = []
  const { store, said } = await saved((url, method) => {
    asked.push(`${method} ${url.split('?')[0]}`)
    if (url.endsWith('/restore')) isDeleted.now = false
    if (isDeleted.now) return Response.json({ message: 'Not found' }, { status: 404 })
    const result = method === 'PUT' ? {} : /\/(charts|datasets)/.test(url) ? [] : openingOf(null).record
    return Response.json({ result }, { headers: { etag: '"dashboard-9-5"' } })
  })
  expect(said).toEqual(['This dashboard was deleted. Your changes are still here.'])
  expect(hasChanges(store.getState())).toBe(true)
  const mine = store.getState().history.present.properties.dashboard_title
  act(() => useToasts.getState().toasts[0]?.action?.run())
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['This dashboard was saved successfully.']))
  expect(asked.at(-1)).toBe('PUT /api/v1/dashboard/9')
  expect(store.getState().savedDraft.properties.dashboard_title).toBe(mine)
  expect(hasChanges(store.getState())).toBe(false)
})

test('a dashboard that cannot be restored says why, and the changes stay', async () => {
  const { store } = await saved((url) =>
    url.endsWith('/restore')
      ? Response.json({ message: 'Forbidden' }, { status: 403 })
      : Response.json({ message: 'Not found' }, { status: 404 }),
  )
  act(() => useToasts.getState().toasts[0]?.action?.run())
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['Could not restore what was deleted: Forbidden']),
  )
  expect(hasChanges(store.getState())).toBe(true)
})

test('a save that succeeds says so, moves to the address of the dashboard and clears the undo history', async () => {
  const { store, said, moves } = await saved(() =>
    Response.json({ id: 9, result: { slug: 'sales' } }, { headers: { etag: '"dashboard-9-2"' } }),
  )
  expect(said).toEqual(['This dashboard was saved successfully.'])
  expect(moves).toEqual(['/superset/dashboard/sales/'])
  expect(hasChanges(store.getState())).toBe(false)
  expect(store.getState().history.past).toEqual([])
  expect(Date.parse(store.getState().serverFields.changed_on_utc)).toBeGreaterThan(Date.now() - 60_000)
})

test('a save that is taken back moves to the address that the dashboard had', async () => {
  const { moves } = await saved((url, method) => {
    if (method === 'PUT') return Response.json({ id: 9, result: { slug: 'renamed' } }, { headers: { etag: '"dashboard-9-2"' } })
    const result = /\/(charts|datasets)/.test(url) ? [] : openingOf(null).record
    return Response.json({ result }, { headers: { etag: '"dashboard-9-3"' } })
  })
  const [toast] = useToasts.getState().toasts
  act(() => toast?.action?.run())
  await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(2))
  expect(useToasts.getState().toasts[1]?.text).toBe('The dashboard is as it was before it was saved.')
  expect(moves).toEqual(['/superset/dashboard/renamed/', '/superset/dashboard/sales/?edit=true'])
})
