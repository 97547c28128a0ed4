// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { followChanges } from './changes.ts'
import { charts, datasets } from '../resources.ts'

afterEach(() => vi.unstubAllGlobals())

const stored = { chart: ['Trips'], dataset: ['trips'] }

/** A fake server that returns the stored lists. */
const serve = () =>
  vi.fn((address: string) => {
    const isCharts = address.includes('/api/v1/chart/')
    const result = isCharts
      ? stored.chart.map((slice_name, id) => ({ id, slice_name }))
      : stored.dataset.map((table_name, id) => ({ id, table_name }))
    return Promise.resolve(new Response(JSON.stringify({ count: result.length, ids: [], result })))
  })

const Charts = () => {
  const { data } = useQuery(charts.list({ columns: ['id', 'slice_name'] }))
  return (
    <ul aria-label="charts">
      {data?.result.map(({ id, slice_name }) => (
        <li key={id}>{slice_name}</li>
      ))}
    </ul>
  )
}

/** The same charts by another query, as in the pane of the dashboard builder. */
const Pane = () => {
  const { data } = useQuery(charts.list({ columns: ['id', 'slice_name'], order_column: 'slice_name', order_direction: 'asc' }))
  return <p aria-label="pane">{data?.result.map(({ slice_name }) => slice_name).join(', ')}</p>
}

const Datasets = () => {
  const { data } = useQuery(datasets.list({ columns: ['id', 'table_name'] }))
  return <p>{data?.result.map(({ table_name }) => table_name).join(', ')}</p>
}

test('an event of the stream refreshes every list of its kind, and only those', async () => {
  const fetched = serve()
  vi.stubGlobal('fetch', fetched)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  let hear: (text: string) => void = () => undefined
  const stop = followChanges(client, (onText) => {
    hear = onText
    return () => undefined
  })
  render(
    <QueryClientProvider client={client}>
      <Charts />
      <Pane />
      <Datasets />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('trips')).toBeTruthy()
  expect((await screen.findAllByText('Trips')).length).toBe(2)
  const asked = (path: string) => fetched.mock.calls.filter(([address]) => address.includes(path)).length
  expect([asked('/chart/'), asked('/dataset/')]).toEqual([2, 1])

  stored.chart.push('Rides')
  act(() => hear(JSON.stringify({ kind: 'chart', id: 1, action: 'create', version: 1 })))
  expect(await screen.findByText('Trips, Rides')).toBeTruthy()
  expect(screen.getByLabelText('charts').textContent).toBe('TripsRides')
  expect([asked('/chart/'), asked('/dataset/')]).toEqual([4, 1])

  // After a reconnect any event may have been missed.
  stored.dataset.push('rides')
  act(() => hear(''))
  expect(await screen.findByText('trips, rides')).toBeTruthy()
  stop()
})
