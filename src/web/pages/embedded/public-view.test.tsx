// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { publicLinkOpen } from '#api/public-link.ts'
import { sessionRoute } from '#api/me.ts'
import { call } from '../../data/call.ts'
import { queryClient } from '../../data/query-client.ts'
import { PublicView } from './PublicView.tsx'

// Read when the theme is imported.
vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {} })) as never
})

/** The tokens of the link that the server takes; none opens after the link has ended. */
let tokens: string[] = []
let hasEnded = false
let opened = 0

const respond = async (url: string, init: RequestInit = {}): Promise<Response> => {
  if (url === publicLinkOpen.path) {
    if (hasEnded) return Response.json({ message: 'Not found' }, { status: 404 })
    const token = `token ${++opened}`
    tokens = [token]
    const chart = { slice_name: 'Sales', description: null, form_data: { viz_type: 'gone' }, dataset: null }
    return Response.json({ result: { kind: 'chart', id: 7, token, expires_in: 300, chart } })
  }
  const isKnown = tokens.includes(new Headers(init.headers).get('x-guesttoken') ?? '')
  return isKnown ? Response.json({ user: null, pairs: ['can_read on Chart'], csrf_token: '' }) : Response.json({}, { status: 401 })
}

beforeEach(async () => {
  queryClient.clear()
  ;[tokens, hasEnded, opened] = [[], false, 0]
  vi.stubGlobal('fetch', respond)
  const router = createMemoryRouter([{ path: '/shared/:key', Component: PublicView }], { initialEntries: ['/shared/k'] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Sales' })
})
afterEach(() => vi.unstubAllGlobals())

test('a request that finds the link ended puts one sentence in place of what was shown', async () => {
  ;[tokens, hasEnded] = [[], true]
  await act(() => Promise.allSettled([call(sessionRoute), call(sessionRoute)]))
  await screen.findByRole('heading', { name: 'This link no longer works' })
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'This link no longer worksIt was ended, or what it showed was deleted. Ask the person who shared it with you for another link.',
  ])
  expect(screen.queryByRole('heading', { name: 'Sales' })).toBeNull()
  expect(document.title).toContain('This link no longer works')
})

test('a token that is refused is replaced by another one of the link, unnoticed', async () => {
  tokens = []
  const answers = await act(() => Promise.all([call(sessionRoute), call(sessionRoute)]))
  expect([answers.length, opened]).toEqual([2, 2])
  expect(screen.getByRole('heading', { name: 'Sales' })).toBeDefined()
})
