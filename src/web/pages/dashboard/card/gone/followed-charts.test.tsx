// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markChanged } from '../../../../data/resources.ts'
import { readSession, sessionKey } from '../../../../data/session.ts'
import type { CardChart } from '../../data/record.ts'
import { editTools } from '../../edit/Editing.tsx'
import { openingOf } from '../../fixture.ts'
import { EditContext } from '../../stage/edit-tools.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { createMount } from '../../state/mount.ts'
import { Undrawn } from '../Undrawn.tsx'
import { GoneCharts } from './GoneCharts.tsx'

vi.hoisted(() => {
  // jsdom knows no media.
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

const chart = (id: number): CardChart => ({
  id,
  slice_name: `Chart ${id}`,
  description: null,
  certified_by: null,
  certification_details: null,
  form_data: { datasource: '1__table', viz_type: 'pie' },
})

const card = (chartId: number) => ({ type: 'CHART', children: [], meta: { chartId, sliceName: `Chart ${chartId}`, width: 3, height: 20 } })
const position = {
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['r'] },
  r: { type: 'ROW', children: ['a', 'b'], meta: {} },
  a: card(1),
  b: card(2),
}

/** Charts that the fake server has. */
let stored: number[]
let asked: string[]

beforeEach(() => {
  ;[stored, asked] = [[1, 2], []]
  vi.stubGlobal('fetch', (address: string) => {
    const path = new URL(address, 'http://x').pathname
    if (!/chart|dataset/.test(path)) return new Promise(() => {})
    asked.push(path)
    if (path.endsWith('/charts')) return Promise.resolve(Response.json({ result: stored.map(chart) }))
    if (path.endsWith('/datasets')) return Promise.resolve(Response.json({ result: [] }))
    return Promise.resolve(Response.json({ message: 'Not found' }, { status: 404 }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = () => {
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: '' } as never))
  const mount = createMount(openingOf(position, { charts: [chart(1), chart(2)] }))
  const Card = () => {
    const record = mount.store((state) => state.charts[2])
    return record ? null : <Undrawn id="b" name="Chart 2" record={record} />
  }
  const page = (
    <EditContext value={editTools}>
      <GoneCharts />
      <Card />
    </EditContext>
  )
  const router = createMemoryRouter([{ path: '*', element: page }])
  render(
    <QueryClientProvider client={client}>
      <DashboardContext value={mount}>
        <RouterProvider router={router} />
      </DashboardContext>
    </QueryClientProvider>,
  )
  return { client, mount, shown: () => Object.keys(mount.store.getState().charts) }
}

test('nothing is asked until something may have happened', async () => {
  const { client, shown } = open()
  await act(() => markChanged(client, { kind: 'chart', id: 7 }))
  expect([asked, shown()]).toEqual([[], ['1', '2']])
})

test('the card of a chart that is reported as deleted says so, and can be removed while editing; a restored one comes back', async () => {
  const { client, mount, shown } = open()
  stored = [1]
  await act(() => markChanged(client, { kind: 'chart', id: 2 }))
  expect(await screen.findByText('This chart was deleted, or you have no access to it.')).toBeTruthy()
  expect(shown()).toEqual(['1'])
  expect(asked).toEqual(['/api/v1/dashboard/9/charts', '/api/v1/chart/2'])

  stored = [1, 2]
  await act(() => markChanged(client, { kind: 'chart', id: 2 }))
  await vi.waitFor(() => expect(shown()).toEqual(['1', '2']))

  stored = [1]
  await act(() => markChanged(client, { kind: 'chart', id: 2 }))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from the dashboard' }))
  const { history } = mount.store.getState()
  expect([Object.keys(history.present.layout).includes('b'), Object.keys(history.present.layout).includes('a')]).toEqual([false, true])
  expect(history.past.map(({ description }) => description)).toEqual(['Removed “Chart 2”'])
})

test.each<[what: string, happen: (mount: ReturnType<typeof createMount>) => void]>([
  ['when all charts are refreshed', ({ cards }) => cards.refreshAll()],
  ['where its request fails', ({ cards }) => cards.setCardState('b', { status: 'failed', dataAt: null })],
])('a deletion that was not reported is seen %s, with one request of the list', async (_what, happen) => {
  const { mount, shown } = open()
  stored = [1]
  act(() => happen(mount))
  await vi.waitFor(() => expect(shown()).toEqual(['1']))
  expect(asked.filter((path) => path.endsWith('/charts'))).toHaveLength(1)
})

test('while the server cannot be reached nothing goes', async () => {
  const { mount, shown } = open()
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return Promise.reject(new TypeError('offline'))
  })
  act(() => mount.cards.refreshAll())
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(shown()).toEqual(['1', '2'])
})
