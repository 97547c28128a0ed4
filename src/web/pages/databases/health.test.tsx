// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Health } from './Health.tsx'

afterEach(() => vi.unstubAllGlobals())

const show = (answer: Response) => {
  vi.stubGlobal('fetch', async () => answer)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Health id={3} />
    </QueryClientProvider>,
  )
}
const health = (is_reachable: boolean) => {
  const last_error = is_reachable ? null : { message: 'The port is closed.', at: '2026-01-01T00:00:00Z' }
  const body = {
    is_reachable,
    checked_at: '2026-01-01T00:00:00Z',
    last_error,
    pool: { running: 2, waiting: 5, slots: 7, open: 3, idle: 1 },
  }
  return new Response(JSON.stringify(body), { status: 200 })
}

test.each([
  [true, 'Reachable'],
  [false, 'Not reachable'],
])('reachable %s reads “%s”', async (isReachable, text) => {
  show(health(isReachable))
  expect(screen.getByText('Checking…')).toBeTruthy()
  const light = await screen.findByText(text)
  expect(light.getAttribute('aria-description')?.split('\n').slice(-2)).toEqual([
    'Queries running: 2 of 7, waiting: 5',
    'Connections open: 3, idle: 1',
  ])
})

test('a database without a known health has a dash', async () => {
  show(new Response('{}', { status: 403 }))
  expect(await screen.findByText('–')).toBeTruthy()
})
