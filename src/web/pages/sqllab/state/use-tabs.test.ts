// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerFlush } from './autosave.ts'
import { freeName, useTabs } from './use-tabs.ts'

const sent: string[] = []
const forms: Record<string, string>[] = []
let isRefused = false

beforeEach(() => {
  isRefused = false
  sent.length = 0
  forms.length = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://x')
    if (pathname.includes('csrf')) return Response.json({ result: 'token' })
    sent.push(`${init.method} ${pathname}`)
    if (init.body instanceof URLSearchParams) forms.push(Object.fromEntries(init.body))
    return isRefused ? Response.json({ message: 'no' }, { status: 500 }) : Response.json(init.method === 'POST' ? { id: 9 } : 1)
  })
})
afterEach(() => vi.unstubAllGlobals())

const start = {
  tabs: [
    { id: 1, label: 'Query 1' },
    { id: 2, label: 'B' },
    { id: 3, label: 'C' },
  ],
  activeId: 2,
}
const open = () => renderHook(() => useTabs(start, { database_id: 5, schema: 's' })).result
const idsOf = (tabs: { id: number }[]) => tabs.map(({ id }) => id)

test('a new name is one that no tab has', () => {
  expect(freeName([])).toBe('Query 1')
  expect(freeName(start.tabs)).toBe('Query 2')
})

test('a tab opens last and active, in the schema of the others unless it is for another database', async () => {
  const result = open()
  await act(() => result.current.actions.open({ sql: 'SELECT 1' }))
  expect([idsOf(result.current.tabs), result.current.activeId]).toEqual([[1, 2, 3, 9], 9])
  await act(() => result.current.actions.open({ database_id: 6, label: 'Other' }))
  expect(forms.map(({ queryEditor = '' }) => JSON.parse(queryEditor))).toMatchObject([
    { name: 'Query 2', dbId: 5, schema: 's', sql: 'SELECT 1' },
    { name: 'Other', dbId: 6 },
  ])
  expect(JSON.parse(forms[1]?.['queryEditor'] ?? '')).not.toHaveProperty('schema')
})

test('closing the active tab shows the next one; one that cannot be closed stays', async () => {
  const result = open()
  act(() => result.current.actions.close(2))
  await waitFor(() => expect([idsOf(result.current.tabs), result.current.activeId]).toEqual([[1, 3], 3]))
  expect(sent).toEqual(['DELETE /tabstateview/2', 'POST /tabstateview/3/activate'])
  isRefused = true
  act(() => result.current.actions.close(1))
  await waitFor(() => expect(sent).toContain('DELETE /tabstateview/1'))
  expect(idsOf(result.current.tabs)).toEqual([1, 3])
})

test('a copy of a tab is made of what its page has not sent yet', async () => {
  const result = open()
  const { promise: isSaved, resolve: save } = Promise.withResolvers<void>()
  const unregister = registerFlush(() => isSaved)
  act(() => result.current.actions.duplicate(2))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(sent).toEqual([])
  save()
  await waitFor(() => expect(result.current.activeId).toBe(9))
  expect(sent).toEqual(['GET /tabstateview/2', 'POST /tabstateview/'])
  unregister()
})

test('a tab is moved to any place, never beyond the ends', async () => {
  const result = open()
  act(() => result.current.actions.move(1, 2))
  expect(idsOf(result.current.tabs)).toEqual([2, 3, 1])
  await waitFor(() => expect(forms).toEqual([0, 1, 2].map((position) => ({ position: String(position) }))))
  act(() => result.current.actions.move(1, 3))
  act(() => result.current.actions.move(2, -1))
  expect(idsOf(result.current.tabs)).toEqual([2, 3, 1])
})

test('the others are closed together', async () => {
  const result = open()
  act(() => result.current.actions.closeOthers(3))
  expect([idsOf(result.current.tabs), result.current.activeId]).toEqual([[3], 3])
  await waitFor(() => expect(sent).toEqual(expect.arrayContaining(['DELETE /tabstateview/1', 'DELETE /tabstateview/2'])))
})
