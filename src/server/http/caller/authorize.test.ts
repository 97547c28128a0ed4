import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { route } from '#api/declare/route.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { testContext } from '../../testing/test-context.ts'
import { edge } from '../edge/edge.ts'
import { metrics } from '../metrics.ts'
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
  await edge(server, ctx)
  const app: App = { server, ctx, routes: [], metrics: metrics(server) }
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
  ['nobody reads', () => server.inject('/probe/'), 401, { msg: 'Missing Authorization Header' }],
  ['nobody writes', () => server.inject({ method: 'POST', url: '/probe/', payload: {} }), 401, { msg: 'Missing Authorization Header' }],
  ['nobody at an old view', () => server.inject('/probe/old'), 401, { message: 'Access is Denied', severity: 'danger' }],
  ['an open route', () => server.inject({ method: 'POST', url: '/probe/open' }), 200, { kind: 'public' }],
  [
    'a cookie that never was',
    () => server.inject({ url: '/probe/', cookies: { session: 'x' } }),
    401,
    { msg: 'Missing Authorization Header' },
  ],
  ['gamma reads', () => gamma.get('/probe/'), 200, { kind: 'user' }],
  ['gamma may not write', () => gamma.post('/probe/'), 403, { message: 'Forbidden' }],
  ['gamma at an old view', () => gamma.get('/probe/old'), 403, { message: 'Access is Denied', severity: 'danger' }],
  ['admin writes by cookie', () => admin.post('/probe/'), 200, { kind: 'user' }],
  ['admin writes by bearer alone', () => admin.inject({ method: 'POST', url: '/probe/', payload: {} }, 'bearer'), 200, { kind: 'user' }],
  ['no CSRF token', () => admin.inject({ method: 'POST', url: '/probe/', payload: {}, headers: { 'x-csrftoken': '' } }), 400, missing],
  [
    'a wrong one',
    () => admin.inject({ method: 'POST', url: '/probe/', payload: {}, headers: { 'x-csrftoken': 'x' } }),
    400,
    { errors: [{ message: '400 Bad Request: The CSRF token is invalid.' }] },
  ],
  [
    'none where none is asked',
    () => admin.inject({ method: 'POST', url: '/probe/free', payload: {}, headers: { 'x-csrftoken': '' } }),
    200,
    { kind: 'user' },
  ],
  [
    'CSRF comes before rights',
    () => noroles.inject({ method: 'POST', url: '/probe/', payload: {}, headers: { 'x-csrftoken': '' } }),
    400,
    missing,
  ],
  [
    'a link that writes, from elsewhere',
    () => admin.inject({ url: '/probe/link', headers: { ...json, 'sec-fetch-site': 'cross-site' } }),
    400,
    missing,
  ],
  ['typed into the address bar', () => admin.inject({ url: '/probe/link', headers: { ...json, 'sec-fetch-site': 'none' } }), 400, missing],
  ['from our page', () => admin.inject({ url: '/probe/link', headers: { 'sec-fetch-site': 'same-origin' } }), 200, { kind: 'user' }],
  ['by bearer', () => admin.inject({ url: '/probe/link' }, 'bearer'), 200, { kind: 'user' }],
  [
    'no token',
    () => server.inject({ url: '/probe/', headers: { authorization: 'Bearer not.a.token' } }),
    422,
    { msg: 'Invalid header padding' },
  ],
  ['another scheme', () => server.inject({ url: '/probe/', headers: { authorization: 'Basic YTpi' } }), 401, {}],
] as const)('%s', async (...[, ask, status, body]) => {
  const answer = await ask()
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject(body)
})

it('a form without CSRF token is sent to the login page', async () => {
  const answer = await admin.inject({ method: 'POST', url: '/probe/?a=(b)', headers: { 'x-csrftoken': '' } })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login/?next=%2Fprobe%2F%3Fa%3D%28b%29'])
})
