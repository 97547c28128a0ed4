// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Chart } from '#charts/chart.ts'
import type { FormData } from '#core/query/query-object.ts'
import { rememberCsrf } from '../data/call.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { useChartData } from './data/use-chart-data.ts'

vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
})
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 600 })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterEach(() => vi.unstubAllGlobals())
rememberCsrf('token')

const chart: Chart = {
  viz_type: 'words',
  name: 'Words',
  description: '',
  category: 'Other',
  tags: [],
  behaviors: [],
  controls: [],
  buildQuery: (form) => [{ columns: [form['word'] as string], metrics: [] }],
  sentence: () => 'A sentence',
  svg: ([table], form) => {
    if (form['breaks']) throw new Error('no such shape')
    return `<svg xmlns="http://www.w3.org/2000/svg"><text>${String(table?.columns[0]?.values[0])}</text></svg>`
  },
}
const form: FormData = { viz_type: 'words', datasource: '1__table', word: 'first' }

type Asked = { datasource: { id: number }; answer: (response: Response | Error) => void; signal: AbortSignal }

/** A server that answers charts when the test says so. */
const startServer = () => {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (url: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    if (!url.includes('/api/v1/chart/data')) return Promise.resolve(new Response(''))
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    const answer: Asked['answer'] = (given) => (given instanceof Error ? reject(given) : resolve(given))
    asked.push({ ...(JSON.parse(body) as Pick<Asked, 'datasource'>), answer, signal })
    return promise
  })
  const nth = async (i: number) => {
    await waitFor(() => expect(asked.length).toBeGreaterThan(i))
    return asked[i] as Asked
  }
  return { asked, nth }
}

const rows = (word: string) =>
  Response.json({ result: [{ data: [{ word }], colnames: ['word'], coltypes: [1], rowcount: 1, status: 'success' }] })
const failure = (message: string, status = 400) =>
  Response.json({ errors: [{ message, error_type: 'GENERIC_DB_ENGINE_ERROR' }] }, { status })

const Shown = ({ form: shown }: { form: FormData }) => {
  const data = useChartData(shown, chart)
  return (
    <>
      <button type="button" onClick={data.stop}>
        Stop it
      </button>
      <ChartFrame form={shown} chart={chart} dataset={null} data={data} />
    </>
  )
}

const show = () => {
  const client = new QueryClient()
  const page = (shown: FormData) => (
    <QueryClientProvider client={client}>
      <Shown form={shown} />
    </QueryClientProvider>
  )
  const { container, rerender } = render(page(form))
  return {
    change: (next: Partial<FormData>) => rerender(page({ ...form, ...next })),
    hasStatus: (status: string) =>
      waitFor(() => expect(container.querySelector('[data-status]')?.getAttribute('data-status')).toBe(status)),
  }
}

const hasText = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeTruthy())

test.each<[string, () => Response | Error, string, string]>([
  ['rows', () => rows('drawn'), 'done', 'drawn'],
  ['an error of the database', () => failure('division by zero'), 'failed', 'division by zero'],
  ['no response at all', () => new TypeError('Failed to fetch'), 'failed', 'Network error.'],
  [
    'a status that is none of a result',
    () => new Response('', { status: 202 }),
    'failed',
    'Received unexpected response status (202) while fetching chart data',
  ],
])('loading ends with %s', async (_, given, status, text) => {
  const { nth } = startServer()
  const { hasStatus } = show()
  await hasStatus('loading')
  const { answer } = await nth(0)
  answer(given())
  await hasStatus(status)
  await hasText(text)
})

test('a lost connection says so', async () => {
  const { nth } = startServer()
  show()
  const { answer } = await nth(0)
  answer(new TypeError('Failed to fetch'))
  await hasText('The server could not be reached.')
})

test('a stopped request is aborted, says so, and runs again', async () => {
  const { nth } = startServer()
  const { hasStatus } = show()
  const first = await nth(0)
  fireEvent.click(screen.getByRole('button', { name: 'Stop it' }))
  await hasStatus('stopped')
  await hasText('Updating chart was stopped')
  expect(first.signal.aborted).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Run again' }))
  await hasStatus('loading')
  expect(screen.queryByText('Updating chart was stopped')).toBeNull()
  const { answer } = await nth(1)
  answer(rows('second'))
  await hasText('second')
})

test('a new request clears the last error, also of another dataset, and aborts what is still running', async () => {
  const { nth } = startServer()
  const { change, hasStatus } = show()
  const first = await nth(0)
  first.answer(failure('division by zero'))
  await hasText('division by zero')
  change({ datasource: '2__table' })
  await hasStatus('loading')
  expect(screen.queryByText('division by zero')).toBeNull()
  const second = await nth(1)
  expect(second.datasource.id).toBe(2)
  change({ word: 'third' })
  const third = await nth(2)
  expect(second.signal.aborted).toBe(true)
  third.answer(rows('third'))
  await hasText('third')
})

test('data that cannot be drawn say why, and the next form is drawn again', async () => {
  const { nth } = startServer()
  const { change } = show()
  const { answer } = await nth(0)
  change({ breaks: true })
  answer(rows('drawn'))
  await hasText('An error occurred while rendering the visualization: no such shape')
  change({})
  await hasText('drawn')
})
