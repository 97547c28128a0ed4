import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createLoginLink } from '../../access/login/login-link.ts'
import { csrfToken, deleteExpiredSessions } from '../../access/login/sessions.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { setPassword } from '../me/store.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
let time = Date.parse('2026-03-04T05:06:07Z')

const password = 'correct horse'
const login = (body: unknown, remoteAddress = '10.0.0.1') =>
  server.inject({ method: 'POST', url: '/api/v1/security/login', payload: body as object, remoteAddress })
const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.inject({
    method: 'POST',
    url: '/login/',
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    remoteAddress: '10.0.0.2',
  })
const cookieOf = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies.find((cookie) => cookie.name === 'session')?.value ?? ''
const meBy = (session: string) => server.inject({ url: '/api/v1/me/', cookies: { session } })

beforeAll(async () => {
  ctx = Object.assign(await testContext(), { now: () => new Date(time) })
  server = await buildApp(ctx)
  await setPassword(ctx.db, await makePerson(ctx, 'alpha', ['Alpha']), password, ctx.now().toISOString())
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

describe('the login form', () => {
  it('starts a session with an HttpOnly cookie and redirects to `next`', async () => {
    const answer = await form({ username: 'alpha', password, next: '/chart/list/?x=1' })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/chart/list/?x=1'])
    expect(answer.cookies[0]).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(answer.cookies[0]).not.toHaveProperty('secure')
    expect((await meBy(cookieOf(answer))).json()).toMatchObject({ result: { username: 'alpha', login_count: 1 } })
    const stored = await ctx.db.selectFrom('sessions').select('id_hash').execute()
    expect(stored.map((row) => row.id_hash)).not.toContain(cookieOf(answer))
  })

  it.each([
    ['//elsewhere.example/x', '/'],
    ['https://elsewhere.example/', '/'],
    ['/\\elsewhere.example', '/'],
    ['/login/', '/'],
    ['javascript:alert(1)', '/'],
    ['/superset/dashboard/1/#a', '/superset/dashboard/1/#a'],
  ])('next=%s redirects to %s', async (next, location) => {
    expect((await form({ username: 'alpha', password, next })).headers.location).toBe(location)
  })

  it('responds with JSON to JSON requests', async () => {
    const post = (payload: object) => server.inject({ method: 'POST', url: '/login/', payload, remoteAddress: '10.0.0.2' })
    expect((await post({ username: 'alpha', password })).json()).toEqual({ next: '/' })
    const refused = await post({ username: 'alpha', password: 'no' })
    expect([refused.statusCode, refused.json()]).toEqual([401, { message: 'Not authorized' }])
    expect((await post({ username: 'alpha' })).json()).toEqual({ message: { password: ['Missing data for required field.'] } })
  })

  it.each(['text/html', 'application/json', '*/*'])('redirects with the token of its page, also with Accept: %s', async (accept) => {
    const page = await server.inject({ url: '/login/', headers: { accept: 'text/html' } })
    const csrf_token = /name="csrf_token" type="hidden" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const headers = { accept, cookie: `session=${cookieOf(page)}` }
    const send = async (fields: Record<string, string>) => {
      const { statusCode, headers: told, cookies } = await form(fields, headers)
      return [statusCode, told.location, cookies.filter(({ name }) => name === 'session').length]
    }
    expect(await send({ username: 'alpha', password, csrf_token: 'forged' })).toEqual([302, '/login/?next=%2Flogin%2F', 0])
    expect(await send({ username: 'alpha', password: 'no', csrf_token })).toEqual([302, '/login/?next=%2F', 0])
    expect(await send({ csrf_token })).toEqual([302, '/login/?next=%2F', 0])
    expect(await send({ username: 'alpha', password, csrf_token })).toEqual([302, '/', 1])
  })

  it('redirects back to the page after a wrong password', async () => {
    const answer = await form({ username: 'alpha', password: 'no', next: '/chart/list/' })
    expect([answer.statusCode, answer.headers.location, answer.cookies]).toEqual([302, '/login/?next=%2Fchart%2Flist%2F', []])
  })

  it('rejects requests from other sites', async () => {
    const foreign: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://elsewhere.example' }]
    for (const headers of foreign) {
      const answer = await form({ username: 'alpha', password }, headers)
      expect(answer.cookies).toEqual([])
    }
  })

  it('issues a new session token and ends the previous one', async () => {
    const first = cookieOf(await form({ username: 'alpha', password }))
    const second = cookieOf(await form({ username: 'alpha', password }, { cookie: `session=${first}` }))
    expect(second).not.toBe(first)
    expect([(await meBy(first)).statusCode, (await meBy(second)).statusCode]).toEqual([401, 200])
  })

  it('has a form for browsers without JavaScript', async () => {
    const answer = await server.inject({ url: '/login/', headers: { accept: 'text/html' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toMatch(/<input id="csrf_token" name="csrf_token" type="hidden" value="[\w-]{43}" \/>/)
  })
})

it('a script logs in with the form of the page, reads, and logs out', async () => {
  const jar = new Map<string, string>()
  const ask = async (method: 'GET' | 'POST', url: string, fields?: Record<string, string>) => {
    const answer = await server.inject({
      method,
      url,
      headers: {
        accept: '*/*',
        'user-agent': 'python-requests/2.32.3',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(fields && { payload: new URLSearchParams(fields).toString() }),
      remoteAddress: '10.0.0.3',
    })
    for (const { name, value } of answer.cookies) if (value) jar.set(name, value)
    return answer
  }
  const page = await ask('GET', '/login/')
  const csrf_token = /id="csrf_token" name="csrf_token" type="hidden" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const entered = await ask('POST', '/login/', { username: 'alpha', password, csrf_token })
  expect([entered.statusCode, entered.headers.location]).toEqual([302, '/'])
  expect((await ask('GET', '/api/v1/me/')).json()).toMatchObject({ result: { username: 'alpha' } })
  expect((await ask('GET', '/logout/')).statusCode).toBe(302)
  expect((await ask('GET', '/api/v1/me/')).statusCode).toBe(401)
})

describe('a session', () => {
  const asked = (site: string, mode: string, dest: string) => ({ 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest })
  const picture = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
  const logouts: [string, Record<string, string>, 302 | 403][] = [
    ['a link of ours', asked('same-origin', 'navigate', 'document'), 302],
    ['its address, typed', asked('none', 'navigate', 'document'), 302],
    ['a link on another site', asked('cross-site', 'navigate', 'document'), 403],
    ['a picture in a text', asked('same-origin', 'no-cors', 'image'), 403],
    ['a frame in a text', asked('same-origin', 'navigate', 'iframe'), 403],
    ['a font of a style', asked('same-origin', 'cors', 'font'), 403],
    ['a page over plain http', { accept: 'text/html,*/*;q=0.8' }, 302],
    ['a program that takes JSON', { accept: 'application/json' }, 302],
    ['a picture over plain http', { accept: picture, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }, 403],
    ['a font over plain http', { accept: '*/*', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }, 403],
    ['a script', { accept: '*/*', 'user-agent': 'python-requests/2.32.3' }, 302],
  ]
  it.each(logouts)('GET /logout/ ends it or not: %s', async (_name, headers, status) => {
    const session = cookieOf(await form({ username: 'alpha', password }))
    const answer = await server.inject({ url: '/logout/', cookies: { session }, headers })
    expect([answer.statusCode, (await meBy(session)).statusCode]).toEqual([status, status === 302 ? 401 : 200])
    if (status === 302) expect([answer.headers.location, answer.cookies[0]?.value]).toEqual(['/', ''])
  })

  it('an image with the address of a favourite link changes nothing', async () => {
    const session = cookieOf(await form({ username: 'alpha', password }))
    const mark = async (headers: Record<string, string>) =>
      (await server.inject({ url: '/superset/favstar/Dashboard/1/select/', cookies: { session }, headers })).statusCode
    const [image, script] = [asked('same-origin', 'no-cors', 'image'), asked('same-origin', 'cors', 'empty')]
    const accept = { accept: 'application/json' }
    expect([await mark({ ...image, ...accept }), await mark({ ...script, ...accept })]).toEqual([302, 404])
  })

  it('POST /logout/ with its CSRF token ends it', async () => {
    const session = cookieOf(await form({ username: 'alpha', password }))
    const post = (headers: Record<string, string>) => server.inject({ method: 'POST', url: '/logout/', cookies: { session }, headers })
    expect([(await post({})).headers.location, (await meBy(session)).statusCode]).toEqual([expect.stringMatching(/^\/login\//), 200])
    expect([(await post({ 'x-csrftoken': csrfToken(ctx, session) })).statusCode, (await meBy(session)).statusCode]).toEqual([302, 401])
  })

  it('ends after sessionIdleDays without use', async () => {
    const session = cookieOf(await form({ username: 'alpha', password }))
    const days = (count: number) => (time += count * 86_400_000)
    days(ctx.config.sessionIdleDays - 1)
    expect((await meBy(session)).statusCode).toBe(200)
    days(ctx.config.sessionIdleDays - 1)
    expect((await meBy(session)).statusCode).toBe(200)
    days(ctx.config.sessionIdleDays + 1)
    expect((await meBy(session)).statusCode).toBe(401)
    await deleteExpiredSessions(ctx)
    expect(await ctx.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  it('ends after sessionDays, with the account, and when it is revoked', async () => {
    const id = await makePerson(ctx, 'leaver', ['Gamma'])
    await setPassword(ctx.db, id, password, ctx.now().toISOString())
    const session = cookieOf(await form({ username: 'leaver', password }))
    expect((await meBy(session)).statusCode).toBe(200)
    time += 10_000
    await ctx.db.updateTable('users').set({ active: 0 }).where('id', '=', id).execute()
    expect((await meBy(session)).statusCode).toBe(401)
    await ctx.db.updateTable('users').set({ active: 1 }).where('id', '=', id).execute()
    time += 10_000
    expect((await meBy(session)).statusCode).toBe(200)
    time += ctx.config.sessionDays * 86_400_000
    expect((await meBy(session)).statusCode).toBe(401)
  })

  it('has a Secure cookie if the request came over https', async () => {
    const behind = await testContext(['--trusted-proxies', '127.0.0.1', '--base-path', '/bi', '--admin-password', password])
    const app = await buildApp(behind)
    const headers = { 'x-forwarded-proto': 'https', 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: '/bi/login/', payload: `username=admin&password=${password}`, headers })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/bi/'])
    expect(answer.cookies[0]).toMatchObject({ secure: true, path: '/bi' })
    expect(answer.headers['strict-transport-security']).toContain('max-age')
    await app.close()
    await behind.close()
  })
})

it('a hash with weaker parameters is renewed at the next log-in', async () => {
  const id = await makePerson(ctx, 'oldhash', ['Alpha'])
  // Of `correct horse`, with 8 MiB and one pass.
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', { message: password, nonce, memory: 8192, passes: 1, parallelism: 1, tagLength: 32 })
  const weak = `$argon2id$v=19$m=8192,t=1,p=1$${[nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', '')).join('$')}`
  await ctx.db.updateTable('users').set({ password: weak }).where('id', '=', id).execute()
  const entered = await form({ username: 'oldhash', password })
  expect((await meBy(cookieOf(entered))).statusCode).toBe(200)
  const stored = async () => (await ctx.db.selectFrom('users').select('password').where('id', '=', id).executeTakeFirstOrThrow()).password
  const renewed = await stored()
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await form({ username: 'oldhash', password })).headers.location).toBe('/')
  expect(await stored()).toBe(renewed)
})

describe('bearer tokens', () => {
  const proven = async () =>
    (await login({ username: 'alpha', password, provider: 'db', refresh: true })).json<Record<'access_token' | 'refresh_token', string>>()
  const get = (token: string) => server.inject({ url: '/api/v1/me/', headers: { authorization: `Bearer ${token}` } })
  const refresh = (token: string) =>
    server.inject({ method: 'POST', url: '/api/v1/security/refresh', headers: { authorization: `Bearer ${token}` } })

  it('expire, and can be refreshed', async () => {
    const { access_token, refresh_token } = await proven()
    expect((await get(access_token)).statusCode).toBe(200)
    time += 16 * 60_000
    const late = await get(access_token)
    expect([late.statusCode, late.json()]).toEqual([401, { msg: 'Token has expired' }])
    expect((await get((await refresh(refresh_token)).json<{ access_token: string }>().access_token)).statusCode).toBe(200)
  })

  it('become invalid when the password changes', async () => {
    const { access_token, refresh_token } = await proven()
    const id = (await get(access_token)).json<{ result: { id: number } }>().result.id
    const alpha = await as(ctx, server, id)
    expect((await alpha.put('/api/v1/me/password', { password: 'another horse' })).json()).toEqual({
      message: { current_password: ['Missing data for required field.'] },
    })
    expect((await alpha.put('/api/v1/me/password', { password: 'another horse', current_password: 'no' })).statusCode).toBe(422)
    expect((await alpha.put('/api/v1/me/', { password: 'another horse' })).statusCode).toBe(400)
    expect((await alpha.put('/api/v1/me/password', { password: 'short', current_password: password })).statusCode).toBe(400)
    expect((await alpha.put('/api/v1/me/password', { password, current_password: password })).statusCode).toBe(200)
    expect((await get(access_token)).json()).toEqual({ msg: 'Token has been revoked' })
    expect((await refresh(refresh_token)).statusCode).toBe(401)
    expect((await alpha.get('/api/v1/me/')).statusCode).toBe(200)
  })
})

describe('the one-time link', () => {
  const open = (url: string) => server.inject({ url, headers: { accept: 'text/html' } })

  it('is created only while no account has a password, or when configured', async () => {
    expect(await createLoginLink(ctx)).toBeNull()
    const fresh = await testContext()
    expect(await createLoginLink(fresh)).toMatch(/^\/login\/\?token=[\w-]{43}$/)
    expect(await createLoginLink({ ...fresh, config: { ...fresh.config, host: '0.0.0.0' } })).toBeNull()
    await fresh.close()
  })

  it('logs the admin in once, and is invalidated by a newer one or after its lifetime', async () => {
    const asked = { ...ctx, config: { ...ctx.config, loginLinks: true } }
    const older = (await createLoginLink(asked)) ?? ''
    const link = (await createLoginLink(asked)) ?? ''
    expect((await open(older)).headers.location).toBe('/login/?expired=1')
    const answer = await open(link)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/welcome'])
    expect((await meBy(cookieOf(answer))).json()).toMatchObject({ result: { id: await adminOf(ctx) } })
    expect((await open(link)).headers.location).toBe('/login/?expired=1')
    const onward = await open(`${await createLoginLink(asked)}&next=${encodeURIComponent('/explore/?a=1')}`)
    expect(onward.headers.location).toBe('/explore/?a=1')
    const late = (await createLoginLink(asked)) ?? ''
    time += 31 * 60_000
    expect((await open(late)).headers.location).toBe('/login/?expired=1')
    const setting = await ctx.db.selectFrom('settings').selectAll().where('name', '=', 'login_link').execute()
    expect(JSON.stringify(setting)).not.toContain(link.slice(-43))
  })
})

describe('the bootstrap data of a page', () => {
  let admin: Caller
  beforeAll(async () => {
    admin = await as(ctx, server, await adminOf(ctx))
  })

  it('is available to anonymous visitors', async () => {
    expect((await server.inject('/api/v1/me/session')).json()).toMatchObject({
      user: null,
      pairs: [],
      csrf_token: '',
      app_name: 'Chartroom',
    })
  })

  it('has the user, their rights, and the CSRF token', async () => {
    const bootstrap = (await admin.get('/api/v1/me/session')).json()
    expect(bootstrap).toMatchObject({ user: { username: 'admin', has_password: false, roles: [{ name: 'Admin' }] }, theme: 'system' })
    expect(bootstrap.pairs).toContain('can_write on Chart')
    const write = await admin.inject({
      method: 'PUT',
      url: '/api/v1/me/preferences',
      payload: { theme: 'dark' },
      headers: { 'x-csrftoken': bootstrap.csrf_token },
    })
    expect(write.json()).toEqual({ result: { theme: 'dark' } })
    expect((await admin.get('/api/v1/me/session')).json()).toMatchObject({ theme: 'dark' })
    expect((await admin.put('/api/v1/me/preferences', { theme: null })).json()).toEqual({ result: {} })
  })
})
