// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QueryState } from '#api/query.ts'
import { followQuery, isUnfinished } from './follow-query.ts'

const started: QueryState = {
  changed_on: '2026-01-01T00:00:00.000000',
  dbId: 1,
  db: 'examples',
  endDttm: null,
  errorMessage: null,
  executedSql: null,
  id: 'mine',
  queryId: 1,
  limit: 1000,
  limitingFactor: 'NOT_LIMITED',
  progress: 0,
  rows: null,
  catalog: null,
  schema: 'main',
  ctas: false,
  serverId: 1,
  sql: 'SELECT 1',
  sqlEditorId: '7',
  startDttm: 1000,
  state: 'pending',
  tab: 'First',
  tempSchema: null,
  tempTable: null,
  userId: 1,
  user: 'A',
  resultsKey: null,
  trackingUrl: null,
  extra: {},
}

/** What the server answers, one after the other: the state of the query, its result, or a status. */
let answers: (Partial<QueryState> | { data: object[] } | number)[] = []
const times: number[] = []
const asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  times.length = 0
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    times.push(Date.now())
    asked.push(decodeURIComponent(url))
    const answer = answers.shift() ?? {}
    if (typeof answer === 'number') return Response.json({ message: 'no' }, { status: answer })
    return Response.json('data' in answer ? { ...answer, query: started } : { query: { ...started, ...answer } })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const follow = (signal = new AbortController().signal, onChange: (query: QueryState) => void = () => {}) =>
  followQuery('mine', { signal, onChange })

test.each([
  ['pending', true],
  ['running', true],
  ['success', false],
  ['failed', false],
  ['stopped', false],
  ['timed_out', false],
])('a query that is %s is unfinished: %s', (state, is) => expect(isUnfinished({ state })).toBe(is))

test('a query is followed through its states to its result', async () => {
  answers = [{ state: 'running' }, { state: 'running', progress: 50 }, { data: [{ one: 1 }] }]
  const seen: string[] = []
  const ended = follow(undefined, ({ state, progress }) => seen.push(`${state} ${progress}`))
  await vi.runAllTimersAsync()
  expect(await ended).toMatchObject({ data: [{ one: 1 }] })
  expect(seen).toEqual(['running 0', 'running 50'])
})

test.each(['failed', 'stopped', 'timed_out', 'success'])('one that has ended as %s without a result is asked for once', async (state) => {
  answers = [{ state }, { state: 'running' }]
  expect(await follow()).toMatchObject({ query: { state } })
  expect(answers).toHaveLength(1)
})

test('a broken network and an overloaded server are waited for; a refusal ends it', async () => {
  answers = [503, { state: 'stopped' }]
  const ended = follow()
  await vi.runAllTimersAsync()
  expect((await ended).query.state).toBe('stopped')

  answers = [403]
  const refused = follow()
  const caught = expect(refused).rejects.toMatchObject({ status: 403 })
  await vi.runAllTimersAsync()
  await caught
})

test('the longer it takes, the less often it is asked for', async () => {
  answers = [...Array.from({ length: 40 }, () => ({ state: 'running' })), { state: 'success' }]
  const ended = follow()
  await vi.runAllTimersAsync()
  await ended
  const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0))
  expect(pauses[0]).toBeLessThan(100)
  expect(pauses.at(-1)).toBe(1000)
})

test('the server is asked to wait for the end of two queries at most, so that a connection is left to stop one', async () => {
  answers = []
  const controller = new AbortController()
  const all = [1, 2, 3].map(() => follow(controller.signal).catch(() => {}))
  expect(asked.map((url) => /follow\/mine\/\?q=\(wait_ms:(\d+)\)/.exec(url)?.[1])).toEqual(['1000', '1000', '0'])
  controller.abort()
  await vi.runAllTimersAsync()
  await Promise.all(all)
})

test('it ends when it is aborted', async () => {
  const controller = new AbortController()
  const ended = expect(follow(controller.signal)).rejects.toBeDefined()
  controller.abort()
  await ended
  expect(times.length).toBeLessThan(2)
})
