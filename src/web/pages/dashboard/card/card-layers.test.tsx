// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Chart } from '#charts/chart.ts'
import type { FormData } from '#core/query/query-object.ts'
import { rememberCsrf } from '../../../data/call.ts'
import { readSession, sessionKey } from '../../../data/session.ts'
import { openingOf } from '../fixture.ts'
import { Stage } from '../stage/Stage.tsx'
import { DashboardContext } from '../state/dashboard-context.ts'
import { HostContext } from '../state/host.ts'
import { createMount } from '../state/mount.ts'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 600 })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
  const silent = class {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', silent)
  vi.stubGlobal('ResizeObserver', silent)
})
afterEach(() => vi.unstubAllGlobals())

/** Draws the value of its row, and how many records each of its layers has. */
const chart: Chart = {
  viz_type: 'test',
  name: 'Test',
  description: '',
  category: 'Other',
  tags: [],
  behaviors: [],
  controls: [],
  buildQuery: (form) => [{ metrics: ['count'], annotation_layers: form['annotation_layers'] as never }],
  sentence: () => 'A sentence',
  svg: ([table], _form, { annotationData = {} }) => {
    const layers = Object.entries(annotationData).map(([name, data]) => `${name} ${(data as { records: unknown[] }).records.length}`)
    const words = [String(table?.columns[0]?.values[0]), ...layers.toSorted()].join(', ')
    return `<svg xmlns="http://www.w3.org/2000/svg"><text>${words}</text></svg>`
  },
}
const layer = (name: string, value: number) => ({
  name,
  value,
  annotationType: 'EVENT',
  sourceType: 'NATIVE',
  show: true,
  showMarkers: false,
})
const form: FormData = { viz_type: 'test', datasource: '1__table', annotation_layers: [layer('Releases', 1), layer('Outages', 2)] }

type Asked = { layer?: { name: string }; queries?: { annotation_layers: unknown[] }[] }

test('on a dashboard each layer has a request of its own: the picture waits for none, and lacks only the one that fails', async () => {
  rememberCsrf('token')
  const asked: Asked[] = []
  const outages = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string } = {}) => {
    const isChart = url.includes('/api/v1/chart/data')
    if (!isChart && !url.includes('/annotation_data')) return Promise.resolve(Response.json({ result: [], count: 0 }))
    const sent = JSON.parse(body ?? '{}') as Asked
    asked.push(sent)
    if (isChart)
      return Promise.resolve(Response.json({ result: [{ data: [{ count: 7 }], colnames: ['count'], coltypes: [0], rowcount: 1 }] }))
    if (sent.layer?.name === 'Outages') return outages.promise
    return Promise.resolve(Response.json({ result: { columns: ['day'], records: [{ day: 1 }, { day: 2 }] } }))
  })
  const opening = openingOf(
    {
      ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
      GRID_ID: { type: 'GRID', children: ['r'] },
      r: { type: 'ROW', children: ['a'], meta: {} },
      a: { type: 'CHART', children: [], meta: { chartId: 1, width: 6, height: 40 } },
    },
    {
      isEditing: false,
      chartTypes: { test: chart },
      charts: [{ id: 1, slice_name: 'Chart', description: null, certified_by: null, certification_details: null, form_data: form }],
    },
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: '' } as never))
  const nothing = () => {}
  const host = { search: new URLSearchParams(), anchor: '', setSearch: nothing, onMoved: nothing, onUnsaved: nothing, onTitle: nothing }
  const page = (
    <DashboardContext value={createMount(opening)}>
      <HostContext value={host}>
        <Stage />
      </HostContext>
    </DashboardContext>
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(screen.getByRole('img', { name: 'A sentence' }).textContent).toBe('7, Releases 2'))
  expect(asked.find(({ queries }) => queries)?.queries?.[0]?.annotation_layers).toEqual([])
  expect(asked.flatMap((sent) => sent.layer?.name ?? []).toSorted()).toEqual(['Outages', 'Releases'])
  outages.resolve(Response.json({ message: 'gone' }, { status: 404 }))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.getByRole('img', { name: 'A sentence' }).textContent).toBe('7, Releases 2')
})
