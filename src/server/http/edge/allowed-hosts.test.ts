import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { as, adminOf, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'

type Running = { ctx: Awaited<ReturnType<typeof testContext>>; app: FastifyInstance; admin: Caller }

const start = async (...flags: string[]): Promise<Running> => {
  const ctx = await testContext(flags)
  const app = await buildApp(ctx)
  return { ctx, app, admin: await as(ctx, app, await adminOf(ctx)) }
}
const stop = async ({ app, ctx }: Running) => {
  await app.close()
  await ctx.close()
}

let local: Running
let named: Running
let open: Running
beforeAll(async () => {
  local = await start()
  const url = ['--public-url', 'https://charts.example.org:8443', '--base-path', '/bi']
  named = await start(
    ...url,
    '--allowed-hosts',
    '*.example.net, 10.0.0.7',
    '--image-sources',
    'https://img.example.org',
    '--metrics-token',
    'a token of length',
  )
  open = await start('--host', '0.0.0.0')
})
afterAll(() => Promise.all([local, named, open].map(stop)))

const isAnswered = async ({ app }: Running, host: string, url = '/version') =>
  (await app.inject({ url, headers: { host } })).statusCode !== 421

describe('allowed hosts', () => {
  it.each([
    ['localhost:8088', true, true, true],
    ['LOCALHOST.', true, true, true],
    ['127.0.0.1:8088', true, true, true],
    ['[::1]:8088', true, true, true],
    ['demo.localhost', true, true, true],
    ['charts.example.org:8443', false, true, true],
    ['a.b.example.net', false, true, true],
    ['example.net', false, false, true],
    ['10.0.0.7:8088', false, true, true],
    ['localhost.evil.example', false, false, true],
    ['127.0.0.1.evil.example', false, false, true],
    ['evil.example', false, false, true],
  ])('%s is answered: %s on loopback, %s where names are listed, %s on all addresses', async (host, ...expected) => {
    expect(await Promise.all([local, named, open].map((each) => isAnswered(each, host)))).toEqual(expected)
  })

  it('rejects other hosts with a typed error, but answers health checks', async () => {
    const answer = await local.app.inject({ url: '/api/v1/me/', headers: { host: 'evil.example', accept: 'application/json' } })
    expect([answer.statusCode, answer.json<{ errors: unknown[] }>().errors]).toEqual([421, [expect.objectContaining({ level: 'error' })]])
    expect((await local.app.inject({ url: '/health', headers: { host: '10.1.2.3' } })).body).toBe('OK')
  })
})

it('permalinks use the public URL whatever host the request names', async () => {
  const { id } = (await named.admin.post('/api/v1/dashboard/', { dashboard_title: 'x' })).json<{ id: number }>()
  const headers = { host: 'a.example.net' }
  const made = await named.admin.inject({ method: 'POST', url: `/api/v1/dashboard/${id}/permalink`, payload: {}, headers })
  expect(made.json<{ url: string }>().url).toMatch(/^https:\/\/charts\.example\.org:8443\/bi\/superset\/dashboard\/p\/[\w-]+\/$/)
})

it('/metrics answers this machine under a loopback name, and holders of the token', async () => {
  const statusOf = async (options: { remoteAddress?: string; headers?: Record<string, string> }) =>
    (await named.app.inject({ url: '/metrics', ...options })).statusCode
  expect(await statusOf({})).toBe(200)
  expect(await statusOf({ headers: { host: 'a.example.net' } })).toBe(403)
  expect(await statusOf({ headers: { 'x-real-ip': '10.1.2.3' } })).toBe(403)
  expect(await statusOf({ remoteAddress: '10.1.2.3' })).toBe(403)
  expect(await statusOf({ remoteAddress: '10.1.2.3', headers: { authorization: 'Bearer a token of length' } })).toBe(200)
  expect(await statusOf({ remoteAddress: '10.1.2.3', headers: { authorization: 'Bearer another token' } })).toBeGreaterThanOrEqual(400)
})

it('external images are allowed only by --image-sources', async () => {
  const policy = async ({ app }: Running) => String((await app.inject('/login/')).headers['content-security-policy'])
  expect(await policy(local)).toContain("img-src 'self' data: blob:;")
  expect(await policy(named)).toContain("img-src 'self' data: blob: https://img.example.org;")
})

it.each([
  ['--image-sources', "https://a.example; script-src 'unsafe-inline'"],
  ['--image-sources', 'javascript:'],
  ['--allowed-hosts', 'a b'],
  ['--public-url', 'charts.example.org'],
  ['--public-url', 'https://charts.example.org/bi'],
  ['--metrics-token', 'short'],
  ['--admin-password', 'seven77'],
])('%s rejects %s', async (flag, value) => {
  await expect(testContext([flag, value])).rejects.toThrow(flag)
})
