import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
beforeAll(async () => {
  ctx = await testContext(['--auth-header', 'X-Forwarded-User', '--trusted-proxies', '10.1.0.0/16, ::1'])
  Object.assign(ctx.config.auth.header ?? {}, { groups: 'X-Forwarded-Groups', roles: { analysts: ['Alpha'] } })
  server = await buildApp(ctx)
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

const ask = (remoteAddress: string, headers: Record<string, string>, url = '/api/v1/me/') => server.inject({ url, remoteAddress, headers })
const ann = { 'x-forwarded-user': 'ann' }

it.each([
  ['a trusted proxy', '10.1.2.3', ann, 200],
  ['a trusted proxy, as IPv6 writes it', '::ffff:10.1.2.3', ann, 200],
  ['another address', '10.2.0.1', ann, 401],
  ['another address that says it is the proxy', '10.2.0.1', { ...ann, 'x-forwarded-for': '10.1.2.3', 'x-real-ip': '10.1.2.3' }, 401],
  ['a trusted proxy for nobody', '10.1.2.3', { 'x-forwarded-user': ' ' }, 401],
  ['a trusted proxy for an account that is not theirs', '10.1.2.3', { 'x-forwarded-user': 'admin' }, 401],
])('the header counts from %s or not', async (_who, address, headers, status) => {
  expect((await ask(address, headers)).statusCode).toBe(status)
})

it('the groups of the header stand for roles', async () => {
  const headers = { 'x-forwarded-user': 'bob', 'x-forwarded-groups': 'staff, analysts' }
  const roles = (await ask('10.1.0.1', headers, '/api/v1/me/roles/')).json<{ result: { roles: object } }>().result.roles
  expect(Object.keys(roles)).toEqual(['Alpha'])
})

it('a write needs the CSRF token of the page', async () => {
  const page = await ask('10.1.0.1', ann, '/api/v1/me/session')
  const session = page.cookies.find(({ name }) => name === 'session')?.value ?? ''
  const write = (headers: Record<string, string>) =>
    server.inject({
      method: 'PUT',
      url: '/api/v1/me/preferences',
      remoteAddress: '10.1.0.1',
      payload: { theme: 'dark' },
      cookies: { session },
      headers: { ...ann, ...headers },
    })
  expect((await write({})).statusCode).toBe(400)
  expect((await write({ 'x-csrftoken': page.json<{ csrf_token: string }>().csrf_token })).statusCode).toBe(200)
})

it('whom the proxy names counts more than an older session', async () => {
  const { cookies } = await ask('10.1.0.1', ann, '/api/v1/me/session')
  const session = cookies[0]?.value ?? ''
  const answer = await server.inject({
    url: '/api/v1/me/',
    remoteAddress: '10.1.0.1',
    cookies: { session },
    headers: { 'x-forwarded-user': 'carl' },
  })
  expect(answer.json()).toMatchObject({ result: { username: 'carl' } })
})
