import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { adminOf, as, makePerson } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
beforeAll(async () => {
  ctx = await testContext()
  server = await buildApp(ctx)
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

it.each(['/health', '/healthcheck', '/ping'])('%s answers without a session', async (url) => {
  const answer = await server.inject(url)
  expect([answer.statusCode, answer.body]).toEqual([200, 'OK'])
})

it('metrics count requests by route, status and time', async () => {
  await server.inject('/health')
  await server.inject('/api/v1/me/')
  const text = (await server.inject('/metrics')).body
  expect(text).toMatch(/^http_request_duration_seconds_count\{method="GET",route="\/health",status="200"\} [1-9]/m)
  expect(text).toMatch(/^http_request_duration_seconds_bucket\{le="\+Inf",method="GET",route="\/api\/v1\/me\/",status="401"\} 1$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
  for (const line of text.split('\n').filter(Boolean)) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? ([\d.e+-]+|Nan))$/)
})

it('metrics include queries', async () => {
  const figure = async (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await server.inject('/metrics')).body)?.[1])
  const before = await figure('queries_started_total')
  const connection = { key: '7-figures', engine: 'duckdb', parameters: {}, timezone: 'UTC' }
  await ctx.host.run({ kind: 'ping', connection }).catch(() => {})
  expect(await figure('queries_started_total')).toBe(before + 1)
  expect([await figure('queries_running'), await figure('queries_waiting')]).toEqual([0, 0])
  await ctx.host.run({ kind: 'ping', connection: { ...connection, engine: 'trino' } }).catch(() => {})
  expect(await figure('database_queries{database="7",state="running"}')).toBe(0)
})

it('metrics are restricted to this machine and administrators', async () => {
  const admin = await as(ctx, server, await adminOf(ctx))
  const gamma = await as(ctx, server, await makePerson(ctx, 'gamma', ['Gamma']))
  const from = { url: '/metrics', remoteAddress: '10.1.2.3' }
  expect((await server.inject(from)).statusCode).toBe(403)
  expect((await server.inject({ url: '/metrics', headers: { 'x-forwarded-for': '10.1.2.3' } })).statusCode).toBe(403)
  expect((await gamma.inject(from, 'bearer')).statusCode).toBe(403)
  expect((await admin.inject(from, 'bearer')).statusCode).toBe(200)
})

it('serves the OpenAPI document', async () => {
  expect((await server.inject('/api/v1/_openapi')).statusCode).toBe(401)
  const admin = await as(ctx, server, await adminOf(ctx))
  const document = (await admin.get('/api/v1/_openapi')).json()
  expect(document).toMatchObject({ openapi: '3.0.2', info: { version: 'v1' } })
  const login = document.paths['/api/v1/security/login'].post
  expect(login.security).toEqual([])
  expect(login.requestBody.content['application/json'].schema).toMatchObject({ type: 'object', required: ['username', 'password'] })
  expect(document.paths['/api/v1/security/roles/{pk}'].get.parameters[0]).toMatchObject({ name: 'pk', in: 'path', required: true })
})
