// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { labelScheme, readLabelColors } from '#core/color/label-colors.ts'
import { readSession, sessionKey } from '../../../data/session.ts'
import type * as LegendSwatch from '../../../frame/echarts/legend-swatch.ts'
import { createLabelColors } from '../../../frame/picture/label-colors.ts'
import { loadOverlayParts } from '../../../ui/overlay/parts.ts'
import { MountedDashboard } from '../Dashboard.tsx'
import { openingOf } from '../fixture.ts'
import { useMount } from '../state/dashboard-context.ts'
import type { Host } from '../state/host.ts'
import type { Mount } from '../state/mount.ts'

vi.hoisted(() => {
  // jsdom knows no media: everything is read in the light theme on a wide screen.
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})
/** jsdom draws nothing: every point of a canvas is the swatch of Asia. */
vi.mock('../../../frame/echarts/legend-swatch.ts', () => ({ legendSwatchAt: () => 'Asia' }) satisfies typeof LegendSwatch)

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: [], count: 0 })))
  const Observer = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('ResizeObserver', Observer)
})
afterEach(() => vi.unstubAllGlobals())

const host: Host = { search: new URLSearchParams(), anchor: '', setSearch: () => {}, onMoved: () => {}, onTitle: () => {} }

/** An open dashboard, with the canvas of a card that hears of clicks. */
const open = (canEdit: boolean, position: object | null = null) => {
  const mounts: Mount[] = []
  const Reader = () => {
    mounts.push(useMount())
    return null
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: '' } as never))
  const page = (
    <MountedDashboard opening={openingOf(position, { canEdit, isEditing: false })} host={host} onReload={() => {}}>
      <Reader />
    </MountedDashboard>
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
    </QueryClientProvider>,
  )
  const [mount] = mounts
  if (!mount?.root.current) throw new Error('no dashboard')
  const card = document.createElement('div')
  card.dataset['picture'] = 'a'
  const canvas = card.appendChild(document.createElement('canvas'))
  const onChart = vi.fn<() => void>()
  canvas.addEventListener('click', onChart)
  mount.root.current.append(card)
  return { mount, canvas, onChart }
}

test.each<[string, { canEdit: boolean; labels: string[] }, { opens: boolean }]>([
  ['opens its color, also if it is the first thing that happens', { canEdit: true, labels: ['Asia'] }, { opens: true }],
  ['reaches the chart where the page colors no such label', { canEdit: true, labels: ['Africa'] }, { opens: false }],
  ['reaches the chart where a person may not edit', { canEdit: false, labels: ['Asia'] }, { opens: false }],
])('a press on a legend entry %s', (_case, { canEdit, labels }, { opens }) => {
  const { mount, canvas, onChart } = open(canEdit)
  mount.colors.setLabels('a', [{ labels, scheme: [] }])
  fireEvent.click(canvas, { clientX: 5, clientY: 6 })
  const { dialog, coloring } = mount.store.getState()
  expect([dialog, coloring]).toEqual(opens ? ['colors', { card: 'a', label: 'Asia', x: 5, y: 6 }] : [null, null])
  expect(onChart).toHaveBeenCalledTimes(opens ? 0 : 1)
})

test('a label without a value is offered as the chart writes it', async () => {
  await loadOverlayParts()
  const { mount } = open(true)
  mount.colors.setLabels('a', [{ labels: ['<NULL>'], scheme: ['#3366cc'] }])
  act(() => mount.store.getState().set({ dialog: 'colors', coloring: { card: 'a', label: '<NULL>', x: 5, y: 6 } }))
  expect((await screen.findByRole('combobox', { name: 'Label' })).textContent).toBe('blank')
})

test('a changed colour leaves the others as they are, also at the next visit', async () => {
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', (url: string, init?: { method?: string; body?: string }) => {
    if (init?.method === 'PUT' && url.includes('/colors')) sent.push(JSON.parse(init.body ?? '{}') as Record<string, unknown>)
    return Promise.resolve(Response.json({}))
  })
  await loadOverlayParts()
  const labels = [{ labels: ['Africa', 'Asia', 'Europe'], scheme: labelScheme(undefined) }]
  const { mount, canvas } = open(true, {
    ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', children: ['r'] },
    r: { type: 'ROW', children: ['a'] },
    a: { type: 'CHART', children: [], meta: { chartId: 1, width: 4, height: 20 } },
  })
  mount.colors.setLabels('a', labels)
  // As once all cards have loaded.
  mount.colors.keepColors()
  const before = mount.colors.store.getState().colors
  fireEvent.click(canvas)
  fireEvent.change(await screen.findByLabelText('Another color'), { target: { value: '#111111' } })
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  const [metadata = {}] = sent
  expect(metadata['label_colors']).toEqual({ Asia: '#111111' })
  const next = createLabelColors({ pinned: readLabelColors(metadata) })
  next.setLabels('a', labels)
  expect(next.store.getState().colors).toEqual({ ...before, Asia: '#111111' })
})
