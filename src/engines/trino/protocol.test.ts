import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { startStatement, type Cell, type Session } from './protocol.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A server on a port of its own, and the requests that it got. */
const listen = async (answer: RequestListener) => {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  closing.push(() => server.close().closeAllConnections())
  await new Promise((resolve) => server.once('listening', resolve))
  return { port: (server.address() as AddressInfo).port, requests }
}

const page = (next: string | undefined, data: Cell[][]) =>
  JSON.stringify({ id: 'q', stats: { state: 'RUNNING' }, columns: [{ name: 'n', type: 'bigint' }], data, ...(next && { nextUri: next }) })

const rowsOf = async (session: Partial<Session> & { url: string }): Promise<Cell[][]> => {
  const whole = { user: 'u', password: 'p', source: 's', timezone: 'UTC', ...session }
  const rows: Cell[][] = []
  for await (const part of startStatement(whole, 'SELECT 1', { signal: AbortSignal.timeout(60_000) }).pages) rows.push(...part)
  return rows
}

test('pages are read from the server that was connected to, wherever it says that they are', async () => {
  const other = await listen((_request, response) => response.end(page(undefined, [[0]])))
  const { port, requests } = await listen(({ url }, response) =>
    response.end(url === '/v1/statement' ? page(`http://127.0.0.1:${other.port}/v1/next?slug=x`, [[1]]) : page(undefined, [[2]])),
  )
  expect(await rowsOf({ url: `http://127.0.0.1:${port}` })).toEqual([[1], [2]])
  expect(requests.map(({ url }) => url)).toEqual(['/v1/statement', '/v1/next?slug=x'])
  expect(other.requests).toEqual([])
})

test('redirects are not followed', async () => {
  const other = await listen((_request, response) => response.end(page(undefined, [[0]])))
  const { port } = await listen((_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${other.port}/v1/statement` }).end(),
  )
  await expect(rowsOf({ url: `http://127.0.0.1:${port}` })).rejects.toThrow('HTTP 307')
  expect(other.requests).toEqual([])
})

test('the host is not looked up again after its address was checked', async () => {
  const { port, requests } = await listen((_request, response) => response.end(page(undefined, [[1]])))
  const via = { host: 'trino.invalid', port, resolved: [{ address: '127.0.0.1', family: 4 }] }
  expect(await rowsOf({ url: `http://trino.invalid:${port}`, via })).toEqual([[1]])
  expect(requests[0]?.headers.host).toBe(`trino.invalid:${port}`)
})

test('compressed pages are read', async () => {
  const { port } = await listen((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(page(undefined, [['a'.repeat(10_000)]]))),
  )
  expect(await rowsOf({ url: `http://127.0.0.1:${port}` })).toEqual([['a'.repeat(10_000)]])
})

test('a statement that is left is discarded at the server', async () => {
  const { port, requests } = await listen((request, response) =>
    request.method === 'DELETE' ? response.writeHead(204).end() : response.end(page(`http://elsewhere.invalid/v1/next`, [[1]])),
  )
  const session = { url: `http://127.0.0.1:${port}`, user: 'u', source: 's', timezone: 'UTC' }
  const { pages } = startStatement(session, 'SELECT 1', { signal: AbortSignal.timeout(60_000) })
  await pages.next()
  await pages.return(undefined)
  await expect.poll(() => requests.map(({ method, url }) => `${method} ${url}`)).toContain('DELETE /v1/next')
})
