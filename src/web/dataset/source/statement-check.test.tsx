// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStatementCheck } from './use-statement-check.ts'

const asked: unknown[] = []
let faults: unknown[] = []

beforeEach(() => {
  asked.length = 0
  faults = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (url.includes('csrf')) return new Response('{"result":"token"}')
    asked.push([new URL(url, 'http://x').pathname, JSON.parse(String(body))])
    return new Response(JSON.stringify({ result: faults }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const client = () => {
  const queries = new QueryClient()
  return ({ children }: { children: ReactNode }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

const place = { database: 4, catalog: null, schema: 'shop' }

test('a statement is checked by its database when it rests, with the values of its templates', async () => {
  const { result, rerender } = renderHook(({ sql }) => useStatementCheck(place, sql, '{"day":"today"}'), {
    wrapper: client(),
    initialProps: { sql: '' },
  })
  expect(result.current).toMatchObject({ text: '', isRefused: false })
  rerender({ sql: 'SELECT 1' })
  rerender({ sql: 'SELECT 1 AS a' })
  expect(result.current.text).toBe('Checking…')
  await waitFor(() => expect(result.current.text).toBe('Complete.'), { timeout: 5_000 })
  const body = { sql: 'SELECT 1 AS a', catalog: null, schema: 'shop', template_params: { day: 'today' } }
  expect(asked).toEqual([['/api/v1/database/4/validate_sql/', body]])
})

test('what the database rejects is told with its line and marked at its place', async () => {
  faults = [{ message: 'column "b" does not exist\nLINE 2: b', line_number: 2, start_column: 1, end_column: 2 }]
  const { result } = renderHook(() => useStatementCheck(place, 'SELECT\n b'), { wrapper: client() })
  await waitFor(() => expect(result.current.isRefused).toBe(true), { timeout: 5_000 })
  expect(result.current.text).toBe('Line 2: column "b" does not exist')
  expect(result.current.faults).toEqual([{ message: 'column "b" does not exist\nLINE 2: b', line: 2, from: 1, to: 2 }])
})

test('without a database nothing is asked', () => {
  const { result } = renderHook(() => useStatementCheck(null, 'SELECT 1'), { wrapper: client() })
  expect(result.current).toMatchObject({ text: '', isRefused: false, faults: [] })
  expect(asked).toEqual([])
})
