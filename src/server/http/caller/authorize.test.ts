import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { route } from '#api/declare/route.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { testContext } from '../../testing/test-context.ts'
import { registerEdge } from '../edge/edge.ts'
import { createMetrics } from '../metrics.ts'
import { serve, type App } from '../serve.ts'

const read = route({ method: 'GET', path: '/probe/', access: ['can_read', 'Chart'], summary: '', tag: 'Probe', result: z.unknown() })
const write = route({ method: 'POST', path: '/probe/', access: ['can_write', 'Dataset'], summary: '', tag: 'Probe', result: z.unknown() })
const old = route({
  method: 'GET',
  path: '/probe/old',
  access: ['can_save', 'Datasource'],
  refuses: 'as old views',
  summary: '',
  tag: 'Probe',
  result: z.unknown(),
})
const link = route({ method: 'GET', path: '/probe/link', access: 'user', writes: true, summary: '', tag: 'Probe', result: z.unknown() })
const free = route({
  method: 'POST',
  path: '/probe/free',
  access: 'user',
  csrfExempt: true,
  summary: '',
  tag: 'Probe',
  result: z.unknown(),
})
const open = route({ method: 'POST', path: '/probe/open', access: 'public', summary: '', tag: 'Probe', result: z.unknown() })

let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
let admin: Caller
let gamma: Caller
let noroles: Caller

beforeAll(async () => {
  ctx = await testContext()
  server = fastify()
  await registerEdge(server, ctx)
  const app: App = { server, ctx, routes: [], metrics: createMetrics(server) }
  for (const probe of [read, write, old, link, free, open]) serve(app, probe, async ({ principal }) => ({ kind: principal.kind }))
  admin = await as(ctx, server, await adminOf(ctx))
  gamma = await as(ctx, server, await makePerson(ctx, 'gamma', ['Gamma']))
  noroles = await as(ctx, server, await makePerson(ctx, 'noroles', ['None']))
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

const missing = { errors: [{ message: '400 Bad Request: The CSRF token is missing.' }] }
const json = { 'content-type': 'application/json' }

it.each([
  ['an anonymous read', () => server.inject('/probe/'), 401, { msg: 'Missing Authorization Header' }],
  [
    'an anonymous write',
    () => server.inject({ method: 'POST', url: '/probe/', payload: {} }),
    401,
    { msg: 'Missing Authorization Header' },
  ],
  ['an anonymous request to an old view', () => server.inject('/probe/old'), 401, { message: 'Access is Denied', severity: 'danger' }],
  ['a public route', () => server.inject({ method: 'POST', url: '/probe/open' }), 200, { kind: 'public' }],
  [
    'an unknown session cookie',
    () => server.inject({ url: '/probe/', cookies: { session: 'x' } }),
    401,
    { msg: 'Missing Authorization Header' },
  ],
  ['a read by gamma', () => gamma.get('/probe/'), 200, { kind: 'user' }],
  ['a write that gamma has no permission for', () => gamma.post('/probe/'), 403, { message: 'Forbidden' }],
  ['an old view that gamma has no permission for', () => gamma.get('/probe/old'), 403, { message: 'Access is Denied', severity: 'danger' }],
  ['a write by cookie', () => admin.post('/probe/'), 200, { kind: 'user' }],
  ['a write by bearer token alone', () => admin.inject({ method: 'POST', url: '/probe/', payload: {} }, 'bearer'), 200, { kind: 'user' }],
  ['no CSRF token', () => admin.inject({ method: 'POST', url: '/probe/', payload: {}, headers: { 'x-csrftoken': '' } }), 400, missing],
  [
    'a wrong CSRF token',
    () => admin.inject({ method: 'POST', url: '/probe/', payload: {}, headers: { 'x-csrftoken': 'x' } }),
    400,
    { errors: [{ message: '400 Bad Request: The CSRF token is invalid.' }] },
  ],
  [
    'no CSRF token on an exempt route',
    () => admin.inject({ method: 'POST', url: '/probe/free', payload: {}, headers: { 'x-csrftoken': '' } }),
    200,
    { kind: 'user' },
  ],
  [
    'the CSRF check comes before the permission check',
    () => noroles.inject({ method: 'POST', url: '/probe/', payload: {}, headers: { 'x-csrftoken': '' } }),
    400,
    missing,
  ],
  [
    'a GET that writes, from another site',
    () => admin.inject({ url: '/probe/link', headers: { ...json, 'sec-fetch-site': 'cross-site' } }),
    400,
    missing,
  ],
  [
    'a GET that writes, typed into the address bar',
    () => admin.inject({ url: '/probe/link', headers: { ...json, 'sec-fetch-site': 'none' } }),
    400,
    missing,
  ],
  [
    'a GET that writes, from our page',
    () => admin.inject({ url: '/probe/link', headers: { 'sec-fetch-site': 'same-origin' } }),
    200,
    { kind: 'user' },
  ],
  ['a GET that writes, by bearer token', () => admin.inject({ url: '/probe/link' }, 'bearer'), 200, { kind: 'user' }],
  [
    'a malformed bearer token',
    () => server.inject({ url: '/probe/', headers: { authorization: 'Bearer not.a.token' } }),
    422,
    { msg: 'Invalid header padding' },
  ],
  ['another authorization scheme', () => server.inject({ url: '/probe/', headers: { authorization: 'Basic YTpi' } }), 401, {}],
] as const)('%s', async (...[, ask, status, body]) => {
  const answer = await ask()
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject(body)
})

it('redirects a form without a CSRF token to the login page', async () => {
  const answer = await admin.inject({ method: 'POST', url: '/probe/?a=(b)', headers: { 'x-csrftoken': '' } })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login/?next=%2Fprobe%2F%3Fa%3D%28b%29'])
})
