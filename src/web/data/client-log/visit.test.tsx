// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../session.ts'
import { useRecordVisit } from './visit.ts'

afterEach(() => vi.unstubAllGlobals())

const viewing = { as: 'user', until: '2026-03-04T05:06:07Z' }

test.each([
  ['of a person whose visits are logged', { pairs: ['can_log on Superset'] }, true],
  ['of a person without the right to log', { pairs: ['can_read on Dashboard'] }, false],
  ['of an administrator who looks as somebody else', { pairs: ['can_log on Superset'], viewing }, false],
])('a visit %s is sent, or not', (_who, session, isSent) => {
  const server = vi.fn(async (_address: string, _init: { body: URLSearchParams }) => new Response())
  vi.stubGlobal('fetch', server)
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, csrf_token: '', viewing: null, ...session } as never))
  const { rerender } = renderHook(() => useRecordVisit('dashboard', 7), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  rerender()
  const sent = server.mock.calls.map(([address, { body }]) => [address, String(body)])
  const events = new URLSearchParams({ events: JSON.stringify([{ event_name: 'mount_dashboard', dashboard_id: 7 }]) })
  expect(sent).toEqual(isSent ? [[expect.stringContaining('/superset/log/'), String(events)]] : [])
})
