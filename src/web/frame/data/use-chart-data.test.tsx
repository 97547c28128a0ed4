// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { pieChart } from '#charts/pie/chart.ts'
import { fixtures } from '#charts/pie/fixture.ts'
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
