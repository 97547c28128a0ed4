// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../../data/session.ts'
import { useToasts } from '../../../../ui/feedback/toast.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { HostContext } from '../../state/host.ts'
import { createMount, type Mount } from '../../state/mount.ts'
import { markDraftSaved } from '../../state/versions.ts'
import { ChangeBar } from './ChangeBar.tsx'
import { writeVersion } from './stored-draft.ts'
import { useKeptDraft } from './use-kept-draft.ts'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

afterEach(() => vi.unstubAllGlobals())

/** A dashboard that is being edited, with a draft that began with a version of this title and tag. */
const openWithDraft = async (began: { title: string; etag: string }) => {
  useToasts.setState({ toasts: [] })
  const mount = createMount({ ...openingOf({ ROOT_ID: { type: 'ROOT', children: [] } }, { isEditing: true }), etag: '"v2"' })
  const { savedDraft } = mount.store.getState()
  const titled = (dashboard_title: string) => writeVersion({ ...savedDraft, properties: { ...savedDraft.properties, dashboard_title } })
  const result = { etag: began.etag, base: titled(began.title), draft: titled('Later'), steps: 1, changed_on: '2026-01-01T00:00:00Z' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result })))
  renderHook(useKeptDraft, { wrapper: ({ children }) => <DashboardContext value={mount}>{children}</DashboardContext> })
  await waitFor(() => expect(texts()).toEqual([expect.stringMatching(/^Your unsaved changes from .* are back\.$/)]))
  return { mount, store: mount.store, newest: savedDraft.properties.dashboard_title }
}

const shownIn = (store: Mount['store']) => {
  const { history, serverFields, savedDraft } = store.getState()
  return [history.present.properties.dashboard_title, savedDraft.properties.dashboard_title, serverFields.etag]
}
const texts = () => useToasts.getState().toasts.map(({ text }) => text)

test('the message of a draft that is back ends when the draft is saved: it offers to throw away nothing later', async () => {
  const { store } = await openWithDraft({ title: 'Before', etag: '"v2"' })
  act(() => markDraftSaved(store, { etag: '"v3"' }, { draft: store.getState().history.present, properties: {} }))
  expect(texts()).toEqual([])
})

test('throwing away a draft that began with an older version shows the newest one', async () => {
  const { store, newest } = await openWithDraft({ title: 'Before', etag: '"v1"' })
  const shown = () => shownIn(store)
  expect(shown()).toEqual(['Later', 'Before', '"v1"'])
  act(() => useToasts.getState().toasts[0]?.action?.run())
  expect(shown()).toEqual([newest, newest, '"v2"'])
  expect(texts()).toEqual([])
})

test.each([['its changes', 0] as const, ['them after they are undone', 1] as const])(
  'where a draft began with an older version, discarding %s shows the newest one',
  async (_case, undone) => {
    const { mount, store, newest } = await openWithDraft({ title: 'Before', etag: '"v1"' })
    const client = new QueryClient()
    client.setQueryData(
      sessionKey,
      readSession({ user: null, pairs: ['can_write on Dashboard'], csrf_token: '', feature_flags: {} } as never),
    )
    const host = { search: new URLSearchParams(), anchor: '', setSearch: () => {}, onMoved: () => {}, onTitle: () => {} }
    render(
      <QueryClientProvider client={client}>
        <DashboardContext value={mount}>
          <HostContext value={host}>
            <ChangeBar />
          </HostContext>
        </DashboardContext>
      </QueryClientProvider>,
    )
    for (let i = 0; i < undone; i++) fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect([shownIn(store), store.getState().isEditing]).toEqual([[newest, newest, '"v2"'], false])
  },
)
