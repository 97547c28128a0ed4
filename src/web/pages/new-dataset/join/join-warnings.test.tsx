// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JoinedTable, JoinPlan } from './join.ts'
import { JoinWarnings } from './JoinWarnings.tsx'

const asked: unknown[] = []
let answer: () => Response = () => new Response()

beforeEach(() =>
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('csrf_token')) return new Response('{"result":"token"}')
    asked.push(JSON.parse(String(init.body)))
    return answer()
  }),
)
afterEach(() => {
  vi.unstubAllGlobals()
  asked.length = 0
})

const table = (alias: string, columns: string[], primaryKey: string[] = []): JoinedTable => ({
  alias,
  schema: 'main',
  table: alias,
  columns: columns.map((name) => ({ name, type: 'BIGINT' })),
  primaryKey,
  shown: columns,
})
const plan: JoinPlan = {
  tables: [table('orders', ['id', 'customer_id']), table('customers', ['id'], ['id']), table('lines', ['order_id', 'line'])],
  joins: [
    { to: 'orders', kind: 'left', keys: [{ left: 'customer_id', right: 'id' }] },
    { to: 'orders', kind: 'left', keys: [{ left: 'id', right: 'order_id' }] },
  ],
}
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <JoinWarnings database={3} plan={plan} />
    </QueryClientProvider>,
  )

test.each([
  ['that repeat', { keys: 1200, repeated: 340, most: 12 }, /^Up to 12 rows of lines match one row: 340 of 1,200 keys repeat there\./],
  ['that do not', { keys: 9, repeated: 0, most: 1 }, /^No row repeats: every key of lines is there once\./],
  ['of an empty table', { keys: 0, repeated: 0, most: 0 }, /^No row repeats/],
])('the counts of keys %s are told; a primary key is not counted', async (_, result, text) => {
  answer = () => new Response(JSON.stringify({ result }))
  show()
  expect(await screen.findByText(text)).toBeTruthy()
  expect(asked).toEqual([{ database_id: 3, schema: 'main', table_name: 'lines', columns: ['order_id'] }])
})

test('where the database cannot count, the warning is of what it does not say', async () => {
  answer = () => new Response('{"errors":[{"message":"too slow"}]}', { status: 504 })
  show()
  expect(await screen.findByText(/^Rows may repeat: the keys of lines could not be counted/)).toBeTruthy()
})
