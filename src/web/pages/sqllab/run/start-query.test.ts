// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startQuery } from './start-query.ts'

const body = { client_id: 'mine', database_id: 1, sql: 'SELECT 1', runAsync: true }

/** What comes of each request to start: null = the network breaks. */
let answers: (Response | null)[] = []
const sent: unknown[] = []

beforeEach(() => {
  vi.useFakeTimers()
  sent.length = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('csrf')) return Response.json({ result: 'token' })
    if (url.includes('updated_since')) return Response.json({ result: [{ id: 'other' }, { id: 'mine', state: 'running' }] })
    sent.push(JSON.parse(String(init.body)))
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const refused = (status: number) => Response.json({ message: 'refused' }, { status })

const start = async (given: (Response | null)[]) => {
  answers = given
  const ended = startQuery(body, new AbortController().signal).then(
    (query) => ({ query }),
    (error: unknown) => ({ error }),
  )
  await vi.runAllTimersAsync()
  return ended
}

test('a request that was lost is sent again with the same client id', async () => {
  const answer = { query: { id: 'mine', state: 'success' }, data: [] }
  expect(await start([null, null, Response.json(answer)])).toEqual({ query: answer })
  expect(sent).toEqual([body, body, body])
})

test('a query that was started before the break is found and not run again', async () => {
  expect(await start([null, refused(409)])).toEqual({ query: { query: { id: 'mine', state: 'running' } } })
})

test.each([
  ['is refused', [refused(400)], 400, 1],
  ['is refused as its id is taken', [refused(409)], 409, 1],
  ['is refused after a break', [null, refused(403)], 403, 2],
  ['is not reached within ten seconds', [], 0, 12],
])('a query that %s fails', async (_, given, status, requests) => {
  expect(await start([...given])).toEqual({ error: expect.objectContaining({ status }) as unknown })
  expect(sent).toHaveLength(requests)
})
