// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { rememberCsrf } from '../../data/call.ts'
import { ChartTimeout, fetchChartData } from './fetch-chart-data.ts'

const question = { datasource: { id: 1, type: 'table' }, queries: [{}] }
const answer = (respond: (signal: AbortSignal) => Promise<Response>) =>
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => respond(signal))
const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

rememberCsrf('token')
afterEach(() => void vi.unstubAllGlobals())

test('the text of a response, its timing and whether it has expired', async () => {
  answer(async () => new Response('{"result":[]}', { headers: { 'server-timing': 'plan;dur=1.5, cache;desc=stale' } }))
  expect(await fetchChartData(question)).toEqual({ text: '{"result":[]}', timing: { plan: 1.5 }, isStale: true })
})

test.each([202, 204])('a response with status %i is an error', async (status) => {
  answer(async () => new Response(null, { status }))
  await expect(fetchChartData(question)).rejects.toMatchObject({
    status,
    message: `Received unexpected response status (${status}) while fetching chart data`,
  })
})

test('an error of the server keeps its own message', async () => {
  answer(async () => Response.json({ errors: [{ message: 'No such column' }] }, { status: 400 }))
  await expect(fetchChartData(question)).rejects.toMatchObject({ status: 400, message: 'No such column' })
})

test('a timeout is not an abort', async () => {
  answer(whenAborted)
  await expect(fetchChartData(question, { timeoutMs: 1 })).rejects.toBeInstanceOf(ChartTimeout)
  await expect(fetchChartData(question, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
})
