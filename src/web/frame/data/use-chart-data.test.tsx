// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { pieChart } from '#charts/pie/chart.ts'
import { fixtures } from '#charts/pie/fixture.ts'
import { buildChartQuery, queryKeyOf } from '#charts/query-key.ts'
import { rememberCsrf } from '../../data/call.ts'
import { useChartData } from './use-chart-data.ts'

const form = fixtures[1]?.form ?? { datasource: '1__table', viz_type: 'pie' }

const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>

rememberCsrf('token')
afterEach(() => void vi.unstubAllGlobals())

/** A server that never answers a query; returns the events that pages report to it. */
const silentServer = () => {
  const reported: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', (url: string, { body, signal }: { body: URLSearchParams | string; signal: AbortSignal }) => {
    if (!url.includes('/superset/log/'))
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    reported.push(...(JSON.parse(new URLSearchParams(body).get('events') ?? '[]') as Record<string, unknown>[]))
    return Promise.resolve(new Response(''))
  })
  return reported
}

const load = { event_name: 'load_chart', slice_id: 4, dashboard_id: 9, source: 'dashboard', datasource: '1__table', has_err: true }

test('a query that is stopped is logged as an abort, one that takes too long as a timeout', async () => {
  const reported = silentServer()
  const { result } = renderHook(() => useChartData(form, pieChart, { sliceId: 4, dashboardId: 9 }), { wrapper })
  await waitFor(() => expect(result.current.startedAt).not.toBeNull())
  act(() => result.current.stop())
  expect(result.current.status).toBe('stopped')
  act(() => result.current.retry(1))
  await waitFor(() => expect(result.current.status).toBe('failed'))
  await waitFor(() => expect(reported).toHaveLength(2), { timeout: 5000 })
  expect(reported).toMatchObject([
    { ...load, error_details: 'abort' },
    { ...load, error_details: 'timeout' },
  ])
})

test('a response that came with the page is shown without asking the server; a refresh asks it', async () => {
  const fetched = vi.fn<(url: string) => Promise<Response>>(async () =>
    Response.json({ result: [{ data: [{ a: 2 }], colnames: ['a'], coltypes: [0], rowcount: 1 }] }),
  )
  vi.stubGlobal('fetch', fetched)
  const answer = Object.assign(document.createElement('script'), { type: 'application/json', className: 'first-answer' })
  answer.dataset['query'] = queryKeyOf(buildChartQuery(form, pieChart))
  answer.textContent = '{"result":[{"data":[{"a":1}],"colnames":["a"],"coltypes":[0],"rowcount":1,"is_cached":true}]}'
  document.body.append(answer)
  const { result } = renderHook(() => useChartData(form, pieChart, { sliceId: 4, dashboardId: 9 }), { wrapper })
  const values = () => [...(result.current.answer?.tables[0]?.columns[0]?.values ?? [])]
  await waitFor(() => expect(result.current.status).toBe('done'))
  expect([values(), result.current.answer?.queries[0]?.isCached, fetched.mock.calls.length]).toEqual([[1], true, 0])
  act(() => result.current.refresh())
  await waitFor(() => expect(values()).toEqual([2]))
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([expect.stringContaining('force=true')])
})

test('a page that opens with force asks the server, whatever came with it', async () => {
  const fetched = vi.fn(async () => Response.json({ result: [] }))
  vi.stubGlobal('fetch', fetched)
  const answer = Object.assign(document.createElement('script'), { type: 'application/json', className: 'first-answer', textContent: '{}' })
  answer.dataset['query'] = queryKeyOf(buildChartQuery(form, pieChart))
  document.body.append(answer)
  const { result } = renderHook(() => useChartData(form, pieChart, { force: true }), { wrapper })
  await waitFor(() => expect(result.current.status).toBe('done'))
  expect(fetched).toHaveBeenCalledOnce()
  answer.remove()
})

/** A server that answers in any order, also requests that were aborted; each response holds the value that its query filters by. */
const unorderedServer = () => {
  const waiting: (() => void)[] = []
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string } = {}) => {
    if (!url.includes('/api/v1/chart/data')) return Promise.resolve(new Response(''))
    const { queries } = JSON.parse(body ?? '{}') as { queries: { filters: { col: string; val: unknown }[] }[] }
    const asked = queries[0]?.filters.find(({ col }) => col === 'asked')?.val
    const data = [{ asked: (asked as number[])[0] }]
    const result = [{ data, colnames: ['asked'], coltypes: [0], rowcount: 1, status: 'success' }]
    return new Promise<Response>((resolve) => waiting.push(() => resolve(Response.json({ result }))))
  })
  return {
    /** Answers one of the waiting requests. */
    answer: (choice: number) => waiting.splice(choice % Math.max(1, waiting.length), 1)[0]?.(),
    get waiting() {
      return waiting.length
    },
  }
}

const asking = (value: number) => ({
  ...form,
  extra_form_data: { filters: [{ col: 'asked', op: 'IN' as const, val: [value] }] },
})

test('of 1,000 random changes none shows the response of another, however they arrive', { timeout: 60_000 }, async () => {
  const server = unorderedServer()
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: 0 } } })
  const own = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  let seed = 11
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
  const shown = { stale: 0, current: 0 }
  let asked = 0
  const { rerender } = renderHook(
    ({ value }) => {
      const { answer } = useChartData(asking(value), pieChart)
      if (!answer) return
      const [held] = answer.tables[0]?.columns[0]?.values ?? []
      shown[held === value ? 'current' : 'stale']++
    },
    { wrapper: own, initialProps: { value: asked } },
  )
  for (let change = 0; change < 1000; change++) {
    asked = random(40)
    rerender({ value: asked })
    await act(async () => {
      for (let i = random(3); i > 0; i--) server.answer(random(1000))
      if (random(3) > 0) return
      await new Promise((resolve) => setTimeout(resolve))
      while (server.waiting > 0) server.answer(random(1000))
      await new Promise((resolve) => setTimeout(resolve, 1))
    })
  }
  while (server.waiting > 0) await act(async () => server.answer(0))
  expect(shown.stale).toBe(0)
  expect(shown.current).toBeGreaterThan(100)
})
