// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TabState } from '#api/sqllab.ts'
import { useRun, type RunInput } from './use-run.ts'

const query = (patch: object = {}) => ({
  changed_on: '2026-01-01T00:00:00.000000',
  dbId: 1,
  id: 'old',
  queryId: 1,
  errorMessage: null,
  resultsKey: null,
  startDttm: 1000,
  endDttm: 1500,
  state: 'pending',
  extra: {},
  ...patch,
})

const tab = (latest: object | null): TabState => ({ latest_query: latest }) as never

const input: RunInput = { tabId: 7, label: 'First', databaseId: 1, catalog: null, schema: 'main', limit: 100, templateParams: null }

type Answer = { status?: number; body: unknown }
const bodies: Record<string, unknown>[] = []
let answers: Record<string, (body: Record<string, unknown>) => Answer> = {}

const oneRow = {
  columns: [{ column_name: 'one', name: 'one', type: 'INTEGER', type_generic: 0, is_dttm: false }],
  data: [{ one: 1 }],
}

beforeEach(() => {
  bodies.length = 0
  answers = {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const pathname = new URL(url, 'http://x').pathname.replace(/(?<=follow\/).+/, '')
    if (pathname.includes('csrf')) return Response.json({ result: 'token' })
    const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
    bodies.push(body)
    const { status = 200, body: answer } = answers[pathname]?.(body) ?? { status: 404, body: { message: 'Not found' } }
    return Response.json(answer, { status })
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = (latest: object | null, onStart = vi.fn()) => renderHook(() => useRun(tab(latest), onStart)).result

test('a statement is started, followed, and its rows are read', async () => {
  const onStart = vi.fn()
  answers['/api/v1/sqllab/execute/'] = ({ client_id: id }) => ({ body: { query: query({ id, state: 'success', resultsKey: 'k' }) } })
  answers['/api/v1/sqllab/follow/'] = () => ({ body: { ...oneRow, query: query({ state: 'success', resultsKey: 'k' }) } })
  const result = open(null, onStart)
  act(() => result.current.start('SELECT 1', { ...input, createAs: { method: 'VIEW', name: 'v' } }))
  expect(result.current.run.kind).toBe('running')
  await waitFor(() => expect(result.current.run).toMatchObject({ kind: 'done', table: { rowCount: 1 } }))
  expect(bodies[0]).toMatchObject({ sql: 'SELECT 1', queryLimit: 100, runAsync: true, ctas_method: 'VIEW', tmp_table_name: 'v' })
  expect(onStart).toHaveBeenCalledWith(bodies[0]?.['client_id'])
})

test('the rows of a short statement come with the answer to its start', async () => {
  answers['/api/v1/sqllab/execute/'] = ({ client_id: id, wait_ms: waitMs }) => ({
    body: Number(waitMs) > 0 ? { ...oneRow, query: query({ id, state: 'success' }) } : {},
  })
  const result = open(null)
  act(() => result.current.start('SELECT 1', input))
  await waitFor(() => expect(result.current.run).toMatchObject({ kind: 'done', table: { rowCount: 1 } }))
  expect(bodies).toHaveLength(1)
})

test.each([
  [
    'a script that is refused',
    { status: 400, body: { errors: [{ message: 'no such table' }] } },
    { kind: 'failed', message: 'no such table' },
  ],
  ['a query that fails', { body: { query: query({ state: 'failed', errorMessage: 'boom' }) } }, { kind: 'failed', message: 'boom' }],
  ['a query that is stopped', { body: { query: query({ state: 'stopped' }) } }, { kind: 'stopped' }],
  [
    'a result that is not kept',
    { body: { query: query({ state: 'success' }) } },
    { kind: 'failed', message: expect.stringMatching(/not kept/) as string },
  ],
])('%s', async (_, answer, shown) => {
  answers['/api/v1/sqllab/execute/'] = () => answer
  answers['/api/v1/sqllab/follow/'] = () => answer
  const result = open(null)
  act(() => result.current.start('SELECT 1', input))
  await waitFor(() => expect(result.current.run).toMatchObject(shown))
})

test.each([
  [null, { kind: 'none' }],
  [query({ state: 'stopped' }), { kind: 'stopped' }],
  [query({ state: 'failed', errorMessage: 'The server was restarted' }), { kind: 'failed', message: 'The server was restarted' }],
])('what a tab shows when it opens with %j', (latest, shown) => expect(open(latest).current.run).toMatchObject(shown))

test('a result that was kept is shown when the tab opens; one that has expired says so', async () => {
  const latest = query({ state: 'success', resultsKey: 'k' })
  answers['/api/v1/sqllab/follow/'] = () => ({ body: { query: latest } })
  const expired = open(latest)
  expect(expired.current.run.kind).toBe('running')
  await waitFor(() => expect(expired.current.run).toEqual({ kind: 'failed', message: expect.stringMatching(/not kept/) as string }))
  answers['/api/v1/sqllab/follow/'] = () => ({ body: { ...oneRow, query: latest } })
  const kept = open(latest)
  await waitFor(() => expect(kept.current.run).toMatchObject({ kind: 'done', table: { rowCount: 1 } }))
})

test('Stop asks the engine once; where that fails, it can be tried again', async () => {
  answers['/api/v1/sqllab/execute/'] = () => ({ body: { query: query({ state: 'running' }) } })
  answers['/api/v1/sqllab/follow/'] = () => ({ body: { query: query({ state: 'running' }) } })
  answers['/api/v1/query/stop'] = () => ({ status: 500, body: { message: 'no' } })
  const result = open(null)
  act(() => result.current.start('SELECT 1', input))
  await act(() => result.current.stop())
  expect(result.current.run).toMatchObject({ kind: 'running', isStopping: false })
  answers['/api/v1/query/stop'] = () => ({ body: { result: 'OK' } })
  await act(() => result.current.stop())
  expect(result.current.run).toMatchObject({ kind: 'running', isStopping: true })
})
