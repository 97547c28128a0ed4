// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnnotationLayersControl } from '#charts/control.ts'
import type { AnnotationLayer, QueryContext } from '#core/query/query-object.ts'
import { rememberCsrf } from '../../data/call.ts'
import { newAnnotation, withKind } from './annotation.ts'
import { AnnotationLayers } from './AnnotationLayers.tsx'
import { SourceChoice } from './SourceChoice.tsx'
import { LayerRequests } from './LayerRequests.tsx'
import { LayerStatesContext } from './layer-states.ts'
import type { Layers, LayerStates } from './layer-states.ts'
import { columnsOfForm } from './sources.ts'

vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
})
afterEach(() => vi.unstubAllGlobals())

type Asked = {
  body: { layer: AnnotationLayer; time_range?: string; time_grain_sqla?: string }
  signal: AbortSignal
  answer: (response: Response) => void
}

/** A server that answers when the test says so; an aborted request fails as in the browser. */
const startServer = (): Asked[] => {
  rememberCsrf('token')
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (_url: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    asked.push({ body: JSON.parse(body) as Asked['body'], signal, answer: resolve })
    return promise
  })
  return asked
}

const control: AnnotationLayersControl = { name: 'annotation_layers', type: 'annotation-layers', label: 'Layers' }
const events: AnnotationLayer = { ...withKind({ ...newAnnotation(), name: 'Releases' }, 'EVENT'), value: 3 }
const query = { filters: [{ col: 'day', op: 'TEMPORAL_RANGE' as const, val: 'Last year' }], extras: { time_grain_sqla: 'P1M' } }
const queryContext: QueryContext = { datasource: { id: 1, type: 'table' }, queries: [query] }
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

type HeldProps = { layers: AnnotationLayer[]; timeoutMs: number; onStates: (states: LayerStates) => void }

const Held = ({ layers, timeoutMs, onStates }: HeldProps) => {
  const [shown, setShown] = useState<Layers | null>(null)
  useEffect(() => onStates(shown?.states ?? {}), [shown, onStates])
  const form = { viz_type: 'x', datasource: '1__table', annotation_layers: layers }
  return (
    <LayerStatesContext value={shown?.states ?? {}}>
      <AnnotationLayers control={control} value={layers} onChange={() => {}} state={{ form, dataset: null }} />
      <LayerRequests form={form} queryContext={queryContext} timeoutMs={timeoutMs} onLayers={setShown} />
    </LayerStatesContext>
  )
}

const show = (layers: AnnotationLayer[], timeoutMs = 60_000) => {
  const client = new QueryClient()
  const seen: { states: LayerStates } = { states: {} }
  const onStates = (states: LayerStates) => {
    seen.states = states
  }
  const page = (held: AnnotationLayer[]) => (
    <QueryClientProvider client={client}>
      <Held layers={held} timeoutMs={timeoutMs} onStates={onStates} />
    </QueryClientProvider>
  )
  const { rerender } = render(page(layers))
  return { seen, change: (next: AnnotationLayer[]) => rerender(page(next)) }
}

test('each layer has a request and a state of its own; formulas and hidden layers have none', async () => {
  const asked = startServer()
  const { seen } = show([
    events,
    { ...events, name: 'Outages' },
    { ...events, name: 'Hidden', show: false },
    { ...newAnnotation(), name: 'f', value: 'x' },
  ])
  await waitFor(() => expect(asked.map(({ body }) => body.layer.name)).toEqual(['Releases', 'Outages']))
  expect(asked[0]?.body).toMatchObject({ layer: { value: 3 }, time_range: 'Last year', time_grain_sqla: 'P1M' })
  expect(screen.getAllByText('Loading…')).toHaveLength(2)

  asked[0]?.answer(json(200, { result: { records: [{ start_dttm: 1 }] } }))
  asked[1]?.answer(json(400, { message: 'Error: The chart does not exist' }))
  expect((await screen.findByRole('alert')).textContent).toContain('“Outages” could not be loaded: Error: The chart does not exist')
  // The states are told after the render that shows them.
  await waitFor(() =>
    expect(seen.states).toMatchObject({
      Releases: { status: 'done', data: { records: [{ start_dttm: 1 }] } },
      Outages: { status: 'failed', data: null },
    }),
  )

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked).toHaveLength(3))
  asked[2]?.answer(json(200, { result: null }))
  await waitFor(() => expect(seen.states['Outages']).toMatchObject({ status: 'done', error: null }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a changed layer aborts its request; other looks do not ask again', async () => {
  const asked = startServer()
  const { seen, change } = show([events])
  await waitFor(() => expect(asked).toHaveLength(1))
  change([{ ...events, color: '#123456', width: 3, showLabel: true }])
  change([{ ...events, value: 4 }])
  await waitFor(() => expect(asked).toHaveLength(2))
  expect([asked[0]?.signal.aborted, asked[1]?.signal.aborted]).toEqual([true, false])
  asked[1]?.answer(json(200, { result: { records: [] } }))
  await waitFor(() => expect(seen.states['Releases']).toMatchObject({ status: 'done', data: { records: [] } }))
  change([])
  await waitFor(() => expect(seen.states).toEqual({}))
})

test('a layer whose data do not come in time says so', async () => {
  startServer()
  show([events], 20)
  expect((await screen.findByRole('alert')).textContent).toContain('Query timeout')
})

test('an answer without data is none to complain about', async () => {
  const asked = startServer()
  const { seen } = show([events])
  await waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.answer(json(400, { message: 'Error: No data' }))
  await waitFor(() => expect(seen.states['Releases']).toMatchObject({ status: 'done', error: null }))
})

test.each([
  [{ query_mode: 'raw', all_columns: ['day', 'name'], groupby: ['city'] }, ['day', 'name']],
  [{ groupby: ['city'], metrics: ['count', { label: 'Total' }] }, ['city', 'count', 'Total']],
  [{}, []],
])('the columns of the table %j are %j', (form, names) => expect(columnsOfForm(form)).toEqual(names))

test('a source is searched on the server; the chosen one is named, even if it is none of the first hundred', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const decoded = decodeURIComponent(url)
    asked.push(decoded)
    if (/chart\/250\b/.test(decoded)) return Promise.resolve(json(200, { id: 250, result: { slice_name: 'Zebras' } }))
    const found = decoded.includes('slice_name') && decoded.includes('value:rel') ? [[7, 'Releases']] : [[1, 'Apples']]
    return Promise.resolve(json(200, { count: 250, result: found.map(([id, slice_name]) => ({ id, slice_name })) }))
  })
  const onChoose = vi.fn<(id: number) => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SourceChoice layer={{ ...withKind(newAnnotation(), 'TIME_SERIES'), value: 250 }} onChoose={onChoose} />
    </QueryClientProvider>,
  )
  const button = screen.getByRole('combobox', { name: 'Chart' })
  await waitFor(() => expect(button.textContent).toBe('Zebras'))
  fireEvent.click(button)
  fireEvent.change(await screen.findByRole('combobox', { name: 'Search' }), { target: { value: 'rel' } })
  fireEvent.click(await screen.findByRole('option', { name: /Releases/ }))
  expect(onChoose).toHaveBeenCalledWith(7)
  expect(asked.some((url) => url.includes('viz_type'))).toBe(true)
})
