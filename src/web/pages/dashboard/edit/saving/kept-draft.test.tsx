// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../../../ui/feedback/toast.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { createMount } from '../../state/mount.ts'
import { markDraftSaved } from '../../state/versions.ts'
import { writeVersion } from './stored-draft.ts'
import { useKeptDraft } from './use-kept-draft.ts'

afterEach(() => vi.unstubAllGlobals())

test('the message of a draft that is back ends when the draft is saved: it offers to throw away nothing later', async () => {
  const mount = createMount({ ...openingOf({ ROOT_ID: { type: 'ROOT', children: [] } }, { isEditing: true }), etag: '"v1"' })
  const { store } = mount
  const base = store.getState().savedDraft
  const draft = { ...base, properties: { ...base.properties, dashboard_title: 'Later' } }
  const result = { etag: '"v1"', base: writeVersion(base), draft: writeVersion(draft), steps: 1, changed_on: '2026-01-01T00:00:00Z' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result })))
  const texts = () => useToasts.getState().toasts.map(({ text }) => text)
  renderHook(useKeptDraft, { wrapper: ({ children }) => <DashboardContext value={mount}>{children}</DashboardContext> })
  await waitFor(() => expect(texts()).toEqual([expect.stringMatching(/^Your unsaved changes from .* are back\.$/)]))
  act(() => markDraftSaved(store, { etag: '"v2"' }, { draft: store.getState().history.present, properties: {} }))
  expect(texts()).toEqual([])
})
