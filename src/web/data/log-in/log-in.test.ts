// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '../call-error.ts'
import { queryClient } from '../query-client.ts'
import { sessionQuery, useSignedOut } from '../session.ts'
import { enter } from './log-in.ts'

const answer = { user: null, pairs: ['can_read on Chart'], csrf_token: 'x', feature_flags: {} }

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('logging in again reads the session without a moment without one, and asks again what was refused', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
  useSignedOut.setState({ signedOut: true })
  const session = new QueryObserver(queryClient, sessionQuery)
  await session.refetch()
  const seen: unknown[] = []
  const stopSession = session.subscribe(({ data }) => seen.push(data === undefined))
  const answers = [401, 404, 200]
  const ask = vi.fn(async () => {
    const status = answers.shift() ?? 200
    if (status !== 200) throw new CallError(status, null, '')
    return 'rows'
  })
  const ended = new QueryObserver(queryClient, { queryKey: ['ended'], queryFn: ask, retry: false })
  const missing = new QueryObserver(queryClient, { queryKey: ['missing'], queryFn: ask, retry: false })
  await ended.refetch()
  await missing.refetch()
  const stopEnded = ended.subscribe(() => {})
  await enter()
  await vi.waitFor(() => expect(ended.getCurrentResult().data).toBe('rows'))
  expect(ask).toHaveBeenCalledTimes(3)
  expect(missing.getCurrentResult().isError).toBe(true)
  expect(seen).not.toContain(true)
  expect(useSignedOut.getState().signedOut).toBe(false)
  stopSession()
  stopEnded()
})
