import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { derivedKey } from '../../secrets/secrets.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let alpha: Caller
let dashboard: number
let other: number
let embedding: string

const makeDashboard = async (title: string): Promise<number> =>
  (await admin.post('/api/v1/dashboard/', { dashboard_title: title })).json().id

beforeAll(async () => {
  ctx = await testContext(['--guest-role', 'Gamma'])
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  alpha = await as(ctx, app, await makePerson(ctx, 'alpha', ['Alpha']))
  dashboard = await makeDashboard('Sales')
  other = await makeDashboard('Secret')
  await admin.post(`/api/v1/dashboard/${other}/embedded`, { allowed_domains: [] })
  embedding = (await admin.post(`/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: ['https://app.example.org'] })).json().result
    .uuid
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const user = { username: 'visitor' }
const granted = (id = embedding) => ({ user, resources: [{ type: 'dashboard', id }], rls: [] })
const grant = async (body: object = granted()): Promise<string> => (await admin.post('/api/v1/security/guest_token/', body)).json().token
const ask = (token: string, url: string, more: object = {}) =>
  app.inject({ url, ...more, headers: { accept: 'application/json', 'x-guesttoken': token } })

describe('the embedding of a dashboard', () => {
  it('is made, changed, read and removed; it keeps its uuid while it lasts', async () => {
    const id = await makeDashboard('Other')
    const path = `/api/v1/dashboard/${id}/embedded`
    expect((await admin.get(path)).statusCode).toBe(404)
    const made = (await admin.post(path, { allowed_domains: [] })).json().result
    expect(made).toMatchObject({ allowed_domains: [], dashboard_id: String(id), changed_by: { username: 'admin' } })
    const changed = await admin.put(path, { allowed_domains: ['HTTPS://App.example.org/path', '*.example.com'] })
    expect(changed.json().result).toMatchObject({ uuid: made.uuid, allowed_domains: ['https://app.example.org', '*.example.com'] })
    expect((await admin.get(path)).json().result).toEqual(changed.json().result)
    expect((await admin.delete(path)).json()).toEqual({ message: 'OK' })
    expect((await admin.get(path)).statusCode).toBe(404)
    expect((await app.inject(`/embedded/${made.uuid}`)).statusCode).toBe(404)
  })

  it.each([
    [{ allowed_domains: ["a.org; script-src 'unsafe-inline'"] }],
    [{ allowed_domains: ['javascript:alert(1)'] }],
    [{ allowed_domains: 'a.org' }],
    [{}],
    [{ allowed_domains: [], dashboard_id: 1 }],
  ])('refuses %j', async (body) => {
    expect((await admin.post(`/api/v1/dashboard/${dashboard}/embedded`, body)).statusCode).toBe(400)
  })

  it('is not for people who do not own the dashboard', async () => {
    await admin.put(`/api/v1/dashboard/${dashboard}`, { published: true })
    expect((await alpha.post(`/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: [] })).statusCode).toBeGreaterThanOrEqual(403)
    expect((await alpha.delete(`/api/v1/dashboard/${dashboard}/embedded`)).statusCode).toBeGreaterThanOrEqual(403)
  })

  it('lets exactly the allowed domains frame its page', async () => {
    const page = await app.inject(`/embedded/${embedding}`)
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self' https://app.example.org")
    expect(page.headers['x-frame-options']).toBeUndefined()
    expect(page.body).toContain('data-domains="[&quot;https://app.example.org&quot;]"')
    const from = async (referer: string) => (await app.inject({ url: `/embedded/${embedding}`, headers: { referer } })).statusCode
    expect([await from('https://app.example.org/page'), await from('https://evil.test/'), await from('not a url')]).toEqual([200, 403, 403])
    expect((await app.inject('/superset/welcome/')).headers['x-frame-options']).toBe('SAMEORIGIN')
  })
})

describe('a guest token', () => {
  it('is granted by those who may, for embedded dashboards and conditions only', async () => {
    const post = async (caller: Caller, body: object) => (await caller.post('/api/v1/security/guest_token/', body)).statusCode
    for (const roles of [['Gamma'], ['Gamma', 'sql_lab'], ['Alpha']]) {
      const person = await makePerson(ctx, `wants ${roles.join()}`, roles)
      expect(await post(await as(ctx, app, person), granted()), roles.join()).toBe(403)
    }
    expect(await post(admin, granted('00000000-0000-0000-0000-000000000000'))).toBe(400)
    for (const clause of ['1=1) or (1=1', '', '1=1; drop table x', "'"])
      expect(await post(admin, { ...granted(), rls: [{ clause }] }), clause).toBe(400)
    expect(await post(admin, { ...granted(), rls: [{ clause: "region = 'north'" }] })).toBe(200)
    expect(await post(admin, granted(String(dashboard)))).toBe(200)
  })

  it('opens its dashboard and no other', async () => {
    const token = await grant()
    expect((await ask(token, `/api/v1/dashboard/${dashboard}`)).json().result.dashboard_title).toBe('Sales')
    expect((await ask(token, `/api/v1/embedded_dashboard/${embedding}`)).json().result.dashboard_id).toBe(String(dashboard))
    expect((await ask(token, `/api/v1/dashboard/${other}`)).statusCode).toBe(404)
    expect((await ask(token, `/api/v1/dashboard/${other}/charts`)).statusCode).toBe(404)
    expect((await ask(token, '/api/v1/dashboard/')).json().count).toBe(1)
    expect((await ask(token, '/api/v1/chart/')).json().count).toBe(0)
  })

  it.each([
    ['POST', '/api/v1/chart/'],
    ['POST', '/api/v1/dashboard/'],
    ['DELETE', '/api/v1/dashboard/1'],
    ['POST', '/api/v1/sqllab/execute/'],
    ['GET', '/api/v1/database/'],
    ['GET', '/api/v1/dataset/'],
    ['GET', '/api/v1/security/users/'],
    ['POST', '/api/v1/security/guest_token/'],
    ['GET', '/api/v1/job/'],
    ['GET', '/api/v1/change/events'],
    ['PUT', '/api/v1/me/'],
    ['GET', '/api/v1/me/sessions'],
  ] as const)('does not open %s %s, whatever the role of guests may', async (method, url) => {
    const body = method === 'GET' ? {} : { payload: {} }
    expect((await ask(await grant(), url, { method, ...body })).statusCode).toBe(403)
  })

  it('wins over the session of the same browser', async () => {
    const answer = await admin.inject({ url: '/api/v1/me/', headers: { 'x-guesttoken': await grant() } })
    expect(answer.json().result).toEqual({
      first_name: 'Guest',
      is_active: true,
      is_anonymous: false,
      last_name: 'User',
      username: 'visitor',
    })
    const bearer = await admin.inject({ url: `/api/v1/dashboard/${other}`, headers: { 'x-guesttoken': await grant() } }, 'bearer')
    expect(bearer.statusCode).toBe(404)
  })

  it('ends with the embedding', async () => {
    const id = await makeDashboard('Short')
    const uuid = (await admin.post(`/api/v1/dashboard/${id}/embedded`, { allowed_domains: [] })).json().result.uuid
    const token = await grant(granted(uuid))
    expect((await ask(token, `/api/v1/dashboard/${id}`)).statusCode).toBe(200)
    await admin.delete(`/api/v1/dashboard/${id}/embedded`)
    expect((await ask(token, `/api/v1/dashboard/${id}`)).statusCode).toBe(404)
  })

  const claims = () => ({ user, resources: granted().resources, rls_rules: [], type: 'guest' })
  const sign = (payload: object, { audience = 'embedded', expires = '5m', key = derivedKey(ctx.config.secretKey, 'guest') } = {}) =>
    new SignJWT({ ...payload })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key)
  const unsigned = () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg: 'none' })}.${part({ ...claims(), aud: 'embedded', iat: 1, exp: 9_999_999_999 })}.`
  }

  it.each([
    ['of another installation', () => sign(claims(), { key: Buffer.alloc(32, 1) }), 'signed by another installation'],
    ['signed with the key of access tokens', () => sign(claims(), { key: derivedKey(ctx.config.secretKey, 'token') }), 'signed by another'],
    ['that has expired', () => sign(claims(), { expires: '-1s' }), 'expired'],
    ['for another audience', () => sign(claims(), { audience: 'other' }), 'not a guest token'],
    ['of another type', () => sign({ ...claims(), type: 'access' }), 'not a guest token'],
    ['without a signature', async () => unsigned(), 'could not be read'],
    ['that is no token', async () => 'a.b.c', 'could not be read'],
  ])('%s is answered with 401 and the reason, also on public routes', async (_name, make, reason) => {
    const token = await make()
    for (const url of [`/api/v1/dashboard/${dashboard}`, '/api/v1/me/session']) {
      const answer = await ask(token, url)
      expect([answer.statusCode, answer.json().msg]).toEqual([401, expect.stringContaining(reason)])
    }
  })

  it('is no access token, and an access token is no guest token', async () => {
    const answer = await app.inject({ url: '/api/v1/me/', headers: { authorization: `Bearer ${await grant()}` } })
    expect(answer.statusCode).toBe(422)
  })
})

describe('why an embed is refused', () => {
  const explain = async (token: string, domain: string) =>
    (await admin.post(`/api/v1/dashboard/${dashboard}/embedded/explain`, { token, domain }))
      .json()
      .result.filter(({ is_met }: { is_met: boolean }) => !is_met)
      .map(({ name }: { name: string }) => name)

  it('names what is missing, and nothing else', async () => {
    expect(await explain(await grant(), 'https://app.example.org')).toEqual([])
    expect(await explain(await grant(), 'https://evil.test')).toEqual(['allowed'])
    expect(await explain('nonsense', 'https://app.example.org')).toEqual(['token'])
    expect(await explain(await grant({ ...granted(), resources: [{ type: 'dashboard', id: String(other) }] }), 'app.example.org')).toEqual([
      'resource',
    ])
    expect(await explain(await grant({ ...granted(), rls: [{ dataset: 999_999, clause: '1 = 0' }] }), 'app.example.org')).toEqual(['rules'])
  })

  it('is only for those who may change the dashboard', async () => {
    expect((await alpha.post(`/api/v1/dashboard/${dashboard}/embedded/explain`, { token: 'x', domain: 'y' })).statusCode).toBe(403)
  })
})

describe('the SDK', () => {
  it('is served to other sites, and nothing else with it', async () => {
    const answer = await app.inject('/embed/embed.js')
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect(answer.body).toContain('export const embed')
    expect(answer.body).not.toMatch(/^import /m)
    for (const name of ['..%2fpackage.json', 'package.json', 'embed.js%00'])
      expect((await app.inject(`/embed/${name}`)).statusCode).toBe(404)
  })

  it('may ask for a language', async () => {
    expect((await app.inject(`/embedded/${embedding}?lang=de`)).body).toContain('lang="de"')
    expect((await app.inject(`/embedded/${embedding}?lang=%22%3E`)).body).toContain('lang="en"')
  })
})
