import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeOf, scopes, type Scope } from '#core/access/scopes.ts'
import { createApp } from '../../app.ts'
import type { App } from '../../http/serve.ts'
import { adminOf, as, makePerson } from '../../testing/test-people.ts'
import { testContext } from '../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: App
let time = Date.parse('2026-03-04T05:06:07Z')

beforeAll(async () => {
  ctx = Object.assign(await testContext(), { now: () => new Date(time) })
  app = await createApp(ctx)
})
afterAll(async () => {
  await app.server.close()
  await ctx.close()
})

type Made = { id: number; token: string; result: { hint: string } }

const makeToken = async (userId: number, chosen: readonly Scope[], days: number | null = 30): Promise<Made> => {
  const person = await as(ctx, app.server, userId)
  const answer = await person.post('/api/v1/me/tokens', { name: 'nightly', scopes: chosen, days })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store'])
  return answer.json<Made>()
}
const by = (token: string, url: string, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'GET', payload?: object) =>
  app.server.inject({ method, url, headers: { authorization: `Bearer ${token}`, accept: 'application/json' }, ...(payload && { payload }) })

describe('an API token', () => {
  it('is shown once, and stored as a hash', async () => {
    const id = await makePerson(ctx, 'once', ['Gamma'])
    const { token, result } = await makeToken(id, ['read'])
    expect(token).toMatch(/^chartroom_[\w-]{43}$/)
    expect(result).toEqual({
      id: expect.any(Number),
      name: 'nightly',
      hint: token.slice(-4),
      scopes: ['read'],
      created_on: '2026-03-04T05:06:07.000Z',
      expires_on: '2026-04-03T05:06:07.000Z',
      used_on: null,
    })
    const listed = await (await as(ctx, app.server, id)).get('/api/v1/me/tokens')
    expect(listed.json()).toEqual({ result: [result] })
    const stored = JSON.stringify(await ctx.db.selectFrom('api_tokens').selectAll().execute())
    expect(stored).not.toContain(token)
    const log = await ctx.db.selectFrom('action_log').select('json').where('action', '=', 'api_token.create').execute()
    expect(JSON.stringify(log)).not.toContain(token)
  })

  it('authenticates its person, notes its last use, and ends when it is revoked', async () => {
    const id = await makePerson(ctx, 'user1', ['Gamma'])
    const { token, id: tokenId } = await makeToken(id, ['read'])
    expect((await by(token, '/api/v1/me/')).json()).toMatchObject({ result: { username: 'user1' } })
    const person = await as(ctx, app.server, id)
    expect((await person.get('/api/v1/me/tokens')).json()).toMatchObject({ result: [{ used_on: '2026-03-04T05:06:07.000Z' }] })
    const other = await as(ctx, app.server, await makePerson(ctx, 'other1', ['Admin']))
    expect((await other.delete(`/api/v1/me/tokens/${tokenId}`)).statusCode).toBe(404)
    expect((await person.delete(`/api/v1/me/tokens/${tokenId}`)).json()).toEqual({ message: 'OK' })
    const after = await by(token, '/api/v1/me/')
    expect([after.statusCode, after.json()]).toEqual([401, { msg: 'Token has been revoked' }])
  })

  it('expires', async () => {
    const { token } = await makeToken(await makePerson(ctx, 'user2', ['Gamma']), ['read'], 1)
    const forever = await makeToken(await makePerson(ctx, 'user3', ['Gamma']), ['read'], null)
    time += 86_400_000
    expect((await by(token, '/api/v1/me/')).json()).toEqual({ msg: 'Token has expired' })
    expect((await by(forever.token, '/api/v1/me/')).statusCode).toBe(200)
  })

  it('ends with its account', async () => {
    const id = await makePerson(ctx, 'user4', ['Gamma'])
    const { token } = await makeToken(id, ['read'])
    const admin = await as(ctx, app.server, await adminOf(ctx))
    expect((await admin.put(`/api/v1/security/users/${id}`, { active: false })).statusCode).toBe(200)
    expect((await by(token, '/api/v1/me/')).statusCode).toBe(401)
    expect((await admin.delete(`/api/v1/security/users/${id}`)).statusCode).toBe(200)
    expect(await ctx.db.selectFrom('api_tokens').select('id').where('user_id', '=', id).execute()).toEqual([])
  })

  it('has the rights of its person at the time, never more', async () => {
    const id = await makePerson(ctx, 'user5', ['Gamma'])
    const { token } = await makeToken(id, scopes)
    expect((await by(token, '/api/v1/security/users/')).statusCode).toBe(403)
    const admin = await as(ctx, app.server, await adminOf(ctx))
    const role = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Admin').executeTakeFirstOrThrow()
    await admin.put(`/api/v1/security/users/${id}`, { roles: [role.id] })
    expect((await by(token, '/api/v1/security/users/')).statusCode).toBe(200)
  })

  it('of another installation is unknown here', async () => {
    const other = await testContext()
    const there = await createApp(other)
    const person = await as(other, there.server, await adminOf(other))
    const { token } = (await person.post('/api/v1/me/tokens', { name: 'a', scopes: ['read'], days: null })).json<Made>()
    expect((await by(token, '/api/v1/me/')).statusCode).toBe(401)
    await there.server.close()
    await other.close()
  })

  it.each([
    [{ name: '', scopes: ['read'], days: 1 }, 'name'],
    [{ name: 'a', scopes: [], days: 1 }, 'scopes'],
    [{ name: 'a', scopes: ['all'], days: 1 }, 'scopes'],
    [{ name: 'a', scopes: ['read'], days: 0 }, 'days'],
    [{ name: 'a', scopes: ['read'] }, 'days'],
  ])('is not made of %j', async (body, field) => {
    const answer = await (await as(ctx, app.server, await adminOf(ctx))).post('/api/v1/me/tokens', body)
    expect([answer.statusCode, Object.keys(answer.json<{ message: object }>().message)]).toEqual([400, [field]])
  })
})

describe('the scopes of an API token', () => {
  it('hold on every route: an administrator’s token without the scope is refused', async () => {
    const admin = await adminOf(ctx)
    const tokens = new Map<Scope, string>()
    for (const scope of scopes) tokens.set(scope, (await makeToken(admin, [scope], null)).token)
    const wrong: string[] = []
    for (const route of app.routes.filter(({ access, accepts }) => access !== 'public' && accepts !== 'stream')) {
      const needed = scopeOf(route)
      const url = route.path.replaceAll(/:\w+/g, '999999')
      for (const scope of scopes.filter((one) => one !== needed)) {
        const answer = await by(tokens.get(scope) ?? '', url, route.method, route.method === 'GET' ? undefined : {})
        if (answer.statusCode !== 403) wrong.push(`${route.method} ${route.path} with ${scope}: ${answer.statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('a token of all scopes neither makes tokens nor changes the account', async () => {
    const { token } = await makeToken(await adminOf(ctx), scopes)
    const refused = await by(token, '/api/v1/me/tokens', 'POST', { name: 'b', scopes: ['read'], days: 1 })
    expect([refused.statusCode, refused.json()]).toEqual([403, { msg: 'API tokens cannot be used for this.' }])
    expect((await by(token, '/api/v1/me/password', 'PUT', { password: 'correct horse' })).statusCode).toBe(403)
  })
})
