import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../app.ts'
import { issueDeviceToken } from './device.ts'
import { issueToken } from './tokens.ts'
import { setPassword } from '../../resources/me/store.ts'
import { testContext } from '../../testing/test-context.ts'
import { makePerson } from '../../testing/test-people.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance

const password = 'correct horse'
const login = (body: unknown, remoteAddress: string) =>
  server.inject({ method: 'POST', url: '/api/v1/security/login', payload: body as object, remoteAddress })

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  ctx = await testContext()
  server = await buildApp(ctx)
})
afterAll(async () => {
  await server.close()
  await ctx.close()
  vi.useRealTimers()
})

describe('the login limit', () => {
  it('counts before the password is checked, and counts user name and e-mail address as one account', async () => {
    const id = await makePerson(ctx, 'attacked', ['Gamma'])
    await setPassword(ctx.db, id, password, ctx.now().toISOString())
    const names = ['attacked', 'attacked@example.org']
    const tries = Array.from({ length: 60 }, (_, i) => ({ username: names[i % 2], password: `wrong ${i}`, provider: 'db' }))
    const statuses = await Promise.all(tries.map(async (body, i) => (await login(body, `10.9.0.${i}`)).statusCode))
    expect([401, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([10, 50])
    for (const username of names) {
      expect((await login({ username, password, provider: 'db' }, '10.9.1.1')).statusCode).toBe(429)
    }
    vi.advanceTimersByTime(61_000)
    expect((await login({ username: 'attacked', password, provider: 'db' }, '10.9.1.1')).statusCode).toBe(200)
  })
})

describe('a known device', () => {
  it('lets its person in while others guess from everywhere, and is counted by itself', async () => {
    const id = await makePerson(ctx, 'known', ['Gamma'])
    await setPassword(ctx.db, id, password, ctx.now().toISOString())
    const form = (given: string, cookies: Record<string, string>, remoteAddress: string) =>
      server.inject({ method: 'POST', url: '/login/', payload: { username: 'known', password: given }, cookies, remoteAddress })
    const first = await form(password, {}, '10.6.0.1')
    const device = first.cookies.find(({ name }) => name === 'device')
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    const cookies = { device: device?.value ?? '' }
    for (let i = 0; i < 20; i++) await form('wrong', {}, `10.6.1.${i}`)
    expect((await form(password, {}, '10.6.2.1')).statusCode).toBe(429)
    expect((await form(password, cookies, '10.6.2.2')).statusCode).toBe(200)
    const other = await makePerson(ctx, 'other device', ['Gamma'])
    const foreign = { device: await issueDeviceToken(ctx, other) }
    for (const wrong of [foreign, { device: 'x' }, { device: await issueToken(ctx, id, 'access', true) }])
      expect((await form(password, wrong, '10.6.2.3')).statusCode).toBe(429)
    for (let i = 0; i < 10; i++) await form('wrong', cookies, '10.6.2.4')
    expect((await form(password, cookies, '10.6.2.5')).statusCode).toBe(429)
  })

  it('opens nothing', async () => {
    const id = await makePerson(ctx, 'holder', ['Admin'])
    const token = await issueDeviceToken(ctx, id)
    const proofs: Record<string, string>[] = [
      { cookie: `session=${token}` },
      { cookie: `device=${token}` },
      { authorization: `Bearer ${token}` },
    ]
    const answers = await Promise.all(proofs.map((headers) => server.inject({ url: '/api/v1/me/', headers, remoteAddress: '10.6.3.1' })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 422])
  })
})

describe('wrong tokens', () => {
  it.each([
    ['bearer tokens', 'ey.ey.x', 422, '/api/v1/me/'],
    ['API tokens', 'chartroom_guess', 401, '/scim/v2/Users'],
  ])('%s: a hundred a minute from one address, then 429 with Retry-After', async (what, token, status, url) => {
    const remoteAddress = `10.5.0.${what.length}`
    const ask = (bearer: string) => server.inject({ url, headers: { authorization: `Bearer ${bearer}` }, remoteAddress })
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, i) => ask(`${token}${i}`).then((answer) => answer.statusCode)))
    const refused = await ask(`${token}x`)
    expect([new Set(statuses), refused.statusCode, refused.headers['retry-after']]).toEqual([new Set([status]), 429, '60'])
  })
})

describe('too many attempts', () => {
  it('block the account for a while, even for the right password', async () => {
    const id = await makePerson(ctx, 'target', ['Gamma'])
    await setPassword(ctx.db, id, password, ctx.now().toISOString())
    const attempt = (word: string) => login({ username: 'target', password: word, provider: 'db' }, '10.0.0.9')
    for (let i = 0; i < 10; i++) expect((await attempt('wrong')).statusCode).toBe(401)
    const refused = await attempt(password)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
    vi.advanceTimersByTime(61_000)
    expect((await attempt(password)).statusCode).toBe(200)
  })

  it('block the address', async () => {
    const attempt = (i: number) => login({ username: `nobody${i}`, password: 'x', provider: 'nope' }, '10.0.0.8')
    const attempts = (i: number) => login({ username: `nobody${i}`, password: 'x', provider: 'db' }, '10.0.0.8')
    expect((await attempt(0)).statusCode).toBe(400)
    const statuses = await Promise.all(Array.from({ length: 101 }, (_, i) => attempts(i).then((answer) => answer.statusCode)))
    expect([statuses.filter((status) => status === 401).length, statuses.at(-1)]).toEqual([100, 429])
  })
})
