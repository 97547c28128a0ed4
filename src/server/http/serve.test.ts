import { gzipSync, zstdCompressSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { route } from '#api/declare/route.ts'
import { adminOf } from '../testing/test-people.ts'
import { issueToken } from '../access/login/tokens.ts'
import { testContext } from '../testing/test-context.ts'
import { registerEdge } from './edge/edge.ts'
import { createMetrics } from './metrics.ts'
import { unmatchedError } from './errors/unmatched.ts'
import { asResult, serve, type App } from './serve.ts'

const access = ['can_read', 'Chart'] as const
const pk = z.object({ pk: z.coerce.number().int() })
const result = z.object({})
const routes = [
  route({ method: 'GET', path: '/things/', access, summary: '', result, tag: 'T' }),
  route({ method: 'GET', path: '/things/:pk', access, summary: '', result, tag: 'T', ids: 'digits', params: pk }),
  route({ method: 'PUT', path: '/things/:pk', access, summary: '', result, tag: 'T', params: pk }),
  route({ method: 'GET', path: '/layers/:pk', access, summary: '', result, tag: 'T', ids: 'digits', params: pk }),
  route({ method: 'DELETE', path: '/layers/:pk', access, summary: '', result, tag: 'T', ids: 'digits', params: pk }),
  route({ method: 'GET', path: '/open/', access: 'public', summary: '', result, tag: 'T' }),
  route({ method: 'POST', path: '/open/', access: 'public', summary: '', result, tag: 'T', body: z.object({ a: z.number() }) }),
]

const owner = z.object({ name: z.string() })
const declared = route({
  method: 'GET',
  path: '/declared/:what',
  access: 'public',
  summary: '',
  tag: 'T',
  params: z.object({ what: z.enum(['right', 'wrong', 'more']) }),
  result: z.object({ result: z.array(z.object({ id: z.number(), owner })) }),
})

/** Results that generic code could assemble by mistake. */
const answers = {
  right: { result: [{ id: 1, owner: { name: 'Kim' } }] },
  wrong: {
    result: [
      { id: 1, owner: { name: 'Kim' } },
      { id: 2, owner: { name: null } },
    ],
  },
  more: { result: [{ id: 1, owner: { name: 'Kim', age: 4 }, since: 2020 }], count: 1 },
}

/** Handlers that write the bytes themselves: as text, packed or not, of the declared shape or of none. */
const sent = route({
  ...declared,
  path: '/sent/:what/:how',
  params: declared.params.extend({ how: z.enum(['text', 'bytes', 'gzip', 'zstd']) }),
})
const undeclared = route({ method: 'GET', path: '/undeclared', access: 'public', summary: '', tag: 'T', answers: 'bytes' })
const encoders = { bytes: (text: string) => Buffer.from(text), gzip: gzipSync, zstd: zstdCompressSync }

let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
let bearer: string

beforeAll(async () => {
  ctx = await testContext()
  server = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await registerEdge(server, ctx)
  const app: App = { server, ctx, routes: [], metrics: createMetrics(server) }
  for (const one of routes) serve(app, one, async () => ({}))
  serve(app, declared, async ({ params }) => asResult(declared, answers[params.what]))
  serve(app, sent, async ({ params: { what, how }, reply }) => {
    reply.type('application/json; charset=utf-8')
    const text = JSON.stringify(answers[what])
    if (how === 'text') return reply.send(text)
    if (how !== 'bytes') reply.header('content-encoding', how)
    return reply.send(encoders[how](text))
  })
  serve(app, undeclared, async ({ reply }) => reply.type('application/json').send('{}'))
  server.setNotFoundHandler(async (request) => {
    throw unmatchedError(app, request)
  })
  bearer = `Bearer ${await issueToken(ctx, await adminOf(ctx), 'access', true)}`
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

it.each<[who: string, path: string, headers: Record<string, string>, given: boolean]>([
  ['an anonymous caller', '/things/', {}, true],
  ['an anonymous caller on our own page', '/things/', { 'sec-fetch-site': 'same-origin' }, true],
  ['an anonymous caller from another site', '/things/', { 'sec-fetch-site': 'cross-site' }, false],
  ['an anonymous caller with a cookie', '/things/', { cookie: 'session=x' }, false],
  ['an anonymous caller of a public route', '/open/', {}, false],
])('%s, GET %s with %j: cookie set is %s', async (_who, path, headers, given) => {
  const answer = await server.inject({ url: path, headers })
  expect(answer.cookies.some(({ name }) => name === 'session')).toBe(given)
})

it('sets a cookie for a bearer client and renews the same one later', async () => {
  const first = await server.inject({ url: '/things/', headers: { authorization: bearer } })
  const [cookie] = first.cookies
  expect(first.statusCode).toBe(200)
  expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax' })
  const again = await server.inject({ url: '/things/', headers: { authorization: bearer, cookie: `session=${cookie?.value}` } })
  expect(again.cookies).toEqual([expect.objectContaining({ name: 'session', value: cookie?.value })])
})

const notFound = { message: 'Not found' }
const noAddress = { errors: [{ message: expect.stringMatching(/^404 Not Found: The requested URL/), error_type: 'GENERIC_BACKEND_ERROR' }] }
const noMethod = { errors: [{ message: expect.stringMatching(/^405 Method Not Allowed/), error_type: 'GENERIC_BACKEND_ERROR' }] }

it.each<[method: 'GET' | 'PUT' | 'DELETE' | 'POST', path: string, status: number, body: unknown]>([
  ['GET', '/things/7', 200, {}],
  ['GET', '/things/abc', 405, noMethod],
  ['GET', '/things/-1', 405, noMethod],
  ['PUT', '/things/abc', 404, notFound],
  ['GET', '/layers/abc', 404, noAddress],
  ['DELETE', '/layers/1.5', 404, noAddress],
  ['PUT', '/layers/1', 405, noMethod],
  ['PUT', '/layers/abc', 404, noAddress],
  ['POST', '/layers/', 404, noAddress],
])('%s %s: %i', async (method, url, status, body) => {
  const answer = await server.inject({ method, url, headers: { authorization: bearer } })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject(body as object)
})

it.each([
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['Application/JSON', 200],
  ['application/vnd.api+json', 200],
  ['text/json', 400],
  ['application/jsonlines', 400],
  ['text/plain; x=application/json', 400],
])('a JSON body of type %s gives %i', async (type, status) => {
  const answer = await server.inject({ method: 'POST', url: '/open/', payload: '{"a":1}', headers: { 'content-type': type } })
  expect(answer.statusCode).toBe(status)
})

it.each<[keyof typeof answers, number, unknown]>([
  ['right', 200, answers.right],
  ['more', 200, answers.more],
  ['wrong', 500, { message: expect.stringMatching(/^GET \/declared\/:what .* result\.1\.owner\.name: .*expected string/) }],
])('a result that is %s gives %i; an invalid one names the field', async (what, status, body) => {
  const answer = await server.inject({ url: `/declared/${what}` })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toEqual(body)
})

it.each(['text', 'bytes', 'gzip', 'zstd'])('JSON that a handler sends itself as %s is checked, too', async (how) => {
  const right = await server.inject({ url: `/sent/right/${how}` })
  expect(right.statusCode).toBe(200)
  const wrong = await server.inject({ url: `/sent/wrong/${how}` })
  expect(wrong.statusCode).toBe(500)
  expect(wrong.json()).toEqual({ message: expect.stringMatching(/^GET \/sent\/:what\/:how .* result\.1\.owner\.name: .*expected string/) })
})

it('refuses JSON of a route that declares none', async () => {
  const answer = await server.inject({ url: '/undeclared' })
  expect(answer.json()).toEqual({ message: 'GET /undeclared does not match its declared result: it declares no JSON' })
})
