import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { immutable, serveAssets } from './assets.ts'

const code = 'export const answer = 42\n'
let folder: string
let server: FastifyInstance

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartroom-assets-'))
  await writeFile(join(folder, 'entry-a1.js'), code)
  await writeFile(join(folder, 'entry-a1.js.br'), brotliCompressSync(code))
  await writeFile(join(folder, 'entry-a1.js.gz'), gzipSync(code))
  await writeFile(join(folder, 'tiny-b2.js'), 'tiny')
  await writeFile(join(folder, 'later-c3.js'), 'later')
  server = fastify()
  await serveAssets(server, folder, ['entry-a1.js', 'tiny-b2.js', 'gone-d4.js'])
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (name: string, encoding?: string) =>
  server.inject({ url: `/assets/${name}`, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

it.each<[string | undefined, string | undefined, (body: Buffer) => Buffer]>([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['zstd', undefined, (body) => body],
  [undefined, undefined, (body) => body],
])('a file that pages request as they open is sent to a client that accepts "%s" as %s', async (accepted, encoding, decode) => {
  const { headers, rawPayload } = await get('entry-a1.js', accepted)
  expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': immutable, vary: 'accept-encoding' })
  expect(headers['content-encoding']).toBe(encoding)
  expect(String(decode(rawPayload))).toBe(code)
})

it('is read once, and for HEAD says the same without the content', async () => {
  const { headers } = await get('entry-a1.js', 'br')
  await rm(folder, { recursive: true })
  expect(String(brotliDecompressSync((await get('entry-a1.js', 'br')).rawPayload))).toBe(code)
  const head = await server.inject({ method: 'HEAD', url: '/assets/entry-a1.js', headers: { 'accept-encoding': 'br' } })
  expect([head.headers['content-length'], head.body]).toEqual([headers['content-length'], ''])
})

it.each([
  ['tiny-b2.js', 'tiny'],
  ['later-c3.js', 'later'],
])('%s, of which there is one form, is sent as it is', async (name, content) => {
  const { headers, body } = await get(name, 'br, gzip')
  expect(body).toBe(content)
  expect(headers).toMatchObject({ 'content-type': expect.stringMatching(/^\w+\/javascript/), 'cache-control': immutable })
  expect(headers).not.toHaveProperty('content-encoding')
})

it.each(['gone-d4.js', 'entry-a1.js/', '..%2fassets.ts'])('%s is not found', async (name) => {
  expect((await get(name)).statusCode).toBeGreaterThanOrEqual(400)
})
