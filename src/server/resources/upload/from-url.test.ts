import { readFileSync, readdirSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testContext } from '../../testing/test-context.ts'
import type { Resolve } from '../../http/outgoing/destination.ts'
import { fetchUpload, mayFetchFrom } from './from-url.ts'
import { uploadPaths } from './store.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let port = 0

const csv = 'a,b\n1,2\n'
const answers: Record<string, RequestListener> = {
  '/data/sales%202024.csv': (_request, reply) => reply.end(csv),
  '/packed': (_request, reply) => reply.setHeader('content-disposition', 'attachment; filename="sales.csv.gz"').end(gzipSync(csv)),
  '/elsewhere': (_request, reply) => reply.writeHead(302, { location: `http://other.example:${port}/data/sales%202024.csv` }).end(),
  '/within': (_request, reply) => reply.writeHead(302, { location: '/data/sales%202024.csv' }).end(),
  '/huge': (_request, reply) => reply.end(Buffer.alloc(3 * 1024 * 1024)),
  '/silent': () => {},
}
const web = createServer((request, reply) =>
  (answers[request.url ?? ''] ?? ((_request, none) => none.writeHead(404).end()))(request, reply),
)

beforeAll(async () => {
  ctx = await testContext([
    '--upload-limit',
    String(2 * 1024 * 1024),
    '--upload-hosts',
    'files.example',
    '--outgoing-networks',
    '127.0.0.0/8',
  ])
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  port = (web.address() as AddressInfo).port
})
afterAll(async () => {
  web.closeAllConnections()
  web.close()
  await ctx.close()
})

const local: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
const fetchFrom = (path: string, { resolve = local, signal = new AbortController().signal, host = 'files.example' } = {}) =>
  fetchUpload(ctx, { address: `http://${host}:${port}${path}`, userId: 1, signal }, resolve)
const kept = () => readdirSync(join(ctx.config.dataDir, 'uploads'))

test.each([
  ['a file', '/data/sales%202024.csv', 'sales 2024.csv'],
  ['a compressed file, under the name that the server tells', '/packed', 'sales.csv'],
  ['a file behind a redirect within the host', '/within', 'within'],
])('%s is stored as an upload', async (_, path, name) => {
  const upload = await fetchFrom(path)
  expect(upload).toMatchObject({ name, size: csv.length })
  expect(readFileSync(uploadPaths(ctx, upload.id).file, 'utf8')).toBe(csv)
})

test.each([
  ['another host', '/data/sales%202024.csv', { host: 'other.example' }, 422],
  ['a redirect to another host', '/elsewhere', {}, 422],
  ['a file that is not there', '/nothing', {}, 502],
  ['a file beyond the limit', '/huge', {}, 502],
  ['a host whose address is private', '/packed', { resolve: async () => [{ address: '10.0.0.1', family: 4 }] }, 422],
])('%s is refused, and nothing is kept', async (_, path, options, status) => {
  const before = kept()
  await expect(fetchFrom(path, options)).rejects.toMatchObject({ status })
  expect(kept()).toEqual(before)
})

test('the name is resolved once, so that a name server cannot change its answer after the check', async () => {
  const resolved: string[] = []
  const rebinding: Resolve = async () => {
    resolved.push('asked')
    return [{ address: resolved.length === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
  }
  await expect(fetchFrom('/packed', { resolve: rebinding })).resolves.toMatchObject({ size: csv.length })
  expect(resolved).toEqual(['asked'])
})

test('the request ends when the client leaves', async () => {
  const abort = new AbortController()
  const fetching = fetchFrom('/silent', { signal: abort.signal })
  abort.abort()
  await expect(fetching).rejects.toThrow()
})

test.each([
  [[], 'https://a.example/x', false],
  [['a.example'], 'https://A.example/x', true],
  [['a.example'], 'https://b.a.example/x', false],
  [['.example.org'], 'https://data.example.org/x', true],
  [['.example.org'], 'https://example.org.evil.com/x', false],
  [['*'], 'https://anything.example/x', true],
])('with %j files of %s may be fetched: %s', (uploadHosts, address, may) => {
  expect(mayFetchFrom({ config: { ...ctx.config, uploadHosts } }, new URL(address))).toBe(may)
})
