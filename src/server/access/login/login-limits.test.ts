import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../app.ts'
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
