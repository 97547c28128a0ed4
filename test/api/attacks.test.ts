import { createHmac, generateKeyPairSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passwordMatches, hashPassword } from '../../src/server/access/login/passwords.ts'
import { userRights } from '../../src/server/access/principals.ts'
import { adminOf, as } from '../../src/server/testing/test-people.ts'
import { buildApp } from '../../src/server/app.ts'
import { derivedKey } from '../../src/server/secrets/secrets.ts'
import { testContext } from '../../src/server/testing/test-context.ts'

/** Negative tests of the security catalogue that are about signing in and about the edge. */
let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
let adminId: number

beforeAll(async () => {
  ctx = await testContext(['--admin-password', 'correct horse'])
  server = await buildApp(ctx)
  adminId = await adminOf(ctx)
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

const bearer = (token: string, url = '/api/v1/me/') => server.inject({ url, headers: { authorization: `Bearer ${token}` } })
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('forged tokens', () => {
  const claims = async () => ({ type: 'access', fresh: true, stamp: (await userRights(ctx, adminId))?.stamp })
  const signed = async (key: Uint8Array, change: (token: SignJWT) => SignJWT = (token) => token) =>
    change(
      new SignJWT(await claims()).setProtectedHeader({ alg: 'HS256' }).setSubject(String(adminId)).setIssuedAt().setExpirationTime('5m'),
    ).sign(key)
  const right = () => derivedKey(ctx.config.secretKey, 'token')
  const now = Math.floor(Date.now() / 1000)

  it('a valid token is accepted, so the others are rejected for their faults', async () => {
    expect((await bearer(await signed(right()))).statusCode).toBe(200)
  })

  it.each([
    '\x02\x01thisismyscretkey\x01\x02\\e\\y\\y\\h',
    'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET',
    'CHANGE_ME_SECRET_KEY',
    'CHANGE_ME',
    'CHANGEME',
    'changeme',
    'change-me',
    'changethis',
    'change_this_key',
    'thisISaSECRET_1234',
    'thisismyscretkey',
    'thisismysecretkey',
    'this-is-a-secret',
    'YOUR_OWN_RANDOM_GENERATED_SECRET_KEY',
    'YOUR_SECRET_KEY',
    'your-secret-key',
    'your_secret_key_here',
    'your-256-bit-secret',
    'TEST_NON_DEV_SECRET',
    'test-guest-secret-change-me',
    'test',
    'testing',
    'dev',
    'development',
    'default',
    'secret',
    'Secret',
    'SECRET',
    'SECRET_KEY',
    'secret_key',
    'secretkey',
    'secret-key',
    'supersecret',
    'super-secret',
    'super secret key',
    'superset',
    'superset_secret',
    'SUPERSET_SECRET_KEY',
    'mysecret',
    'mysecretkey',
    'my_secret_key',
    'my precious',
    'you-will-never-guess',
    'hard to guess string',
    'not-so-secret',
    'A0Zr98j/3yX R~XHH!jmN]LWX/,?RT',
    'django-insecure-key',
    'password',
    'admin',
    'chartroom',
    '123456',
    '0123456789abcdef0123456789abcdef',
    '',
  ])('signed with the known key %j', async (key) => {
    const header = base64({ alg: 'HS256', typ: 'JWT' })
    const payload = base64({ ...(await claims()), sub: String(adminId), iat: now, exp: now + 300 })
    const signature = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url')
    const answer = await bearer(`${header}.${payload}.${signature}`)
    expect([answer.statusCode, answer.json()]).toEqual([422, { msg: 'Signature verification failed' }])
  })

  it.each([
    ['the secret key itself', () => Buffer.from(ctx.config.secretKey)],
    ['a key of another purpose', () => derivedKey(ctx.config.secretKey, 'guest')],
  ])('signed with %s', async (_name, key) => {
    expect((await bearer(await signed(key()))).statusCode).toBe(422)
  })

  it.each([['none'], ['None'], ['NONE'], ['']])('with the algorithm %j', async (alg) => {
    const payload = base64({ ...(await claims()), sub: String(adminId), exp: now + 300 })
    for (const signature of ['', 'x']) expect((await bearer(`${base64({ alg, typ: 'JWT' })}.${payload}.${signature}`)).statusCode).toBe(422)
  })

  it('signed with a key pair of the attacker', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const token = await new SignJWT(await claims())
      .setProtectedHeader({ alg: 'RS256' })
      .setSubject(String(adminId))
      .setExpirationTime('5m')
      .sign(privateKey)
    expect((await bearer(token)).statusCode).toBe(422)
  })

  it('expired, not yet valid, of another user, without a type', async () => {
    expect((await bearer(await signed(right(), (token) => token.setExpirationTime(now - 10)))).statusCode).toBe(401)
    expect((await bearer(await signed(right(), (token) => token.setNotBefore(now + 600)))).statusCode).toBe(422)
    expect((await bearer(await signed(right(), (token) => token.setSubject('999999')))).statusCode).toBe(401)
    expect((await bearer(await signed(right(), (token) => token.setSubject('1 or 1=1')))).statusCode).toBe(401)
    const untyped = new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setSubject(String(adminId)).setExpirationTime('5m')
    expect((await bearer(await untyped.sign(right()))).statusCode).toBe(422)
  })

  it('a bearer token is not accepted as a session, nor a session as a bearer token', async () => {
    const token = await signed(right())
    expect((await server.inject({ url: '/api/v1/me/', cookies: { session: token } })).statusCode).toBe(401)
    const answer = await server.inject({
      method: 'POST',
      url: '/login/',
      payload: 'username=admin&password=correct+horse',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect((await bearer(answer.cookies[0]?.value ?? '')).statusCode).toBe(422)
  })
})

describe('values of the wrong type', () => {
  const values = [{}, { select: 1 }, { $gt: '' }, [], ['admin'], true, 1, null]
  const post = (url: string, payload: object) => server.inject({ method: 'POST', url, payload })

  it.each(values.map((value) => [JSON.stringify(value), value]))('%s', async (_name, value) => {
    for (const field of ['username', 'password', 'provider', 'refresh']) {
      if (field === 'refresh' && (value === true || value === 1)) continue
      const answer = await post('/api/v1/security/login', { username: 'admin', password: 'correct horse', provider: 'db', [field]: value })
      expect(answer.statusCode, field).toBe(400)
    }
    const admin = await as(ctx, server, adminId)
    for (const field of ['password', 'current_password']) {
      const answer = await admin.put('/api/v1/me/password', {
        password: 'another horse',
        current_password: 'correct horse',
        [field]: value,
      })
      expect(answer.statusCode, field).toBe(400)
    }
  })

  it('huge numbers and prototype keys', async () => {
    const raw = (text: string) =>
      server.inject({ method: 'POST', url: '/api/v1/security/login', payload: text, headers: { 'content-type': 'application/json' } })
    expect((await raw('{"username":1e999,"password":"x","provider":"db"}')).statusCode).toBe(400)
    expect((await raw('{"__proto__":{"provider":"db"},"username":"a","password":"x"}')).statusCode).toBe(400)
    expect((await raw('{"constructor":{"prototype":{"x":1}},"username":"a","password":"x","provider":"db"}')).statusCode).toBe(400)
  })
})

describe('bypasses', () => {
  it.each(['/setup', '/setup/', '/api/setup', '/api/v1/setup', '/api/setup/validate', '/register/form'])('there is no %s', async (url) => {
    for (const method of ['GET', 'POST'] as const)
      expect((await server.inject({ method, url, headers: { accept: 'application/json' } })).statusCode).toBe(404)
  })

  it.each(['x-forwarded-user', 'x-webauth-user', 'remote-user', 'x-remote-user', 'x-auth-request-user'])(
    'the header %s proves nothing',
    async (name) => {
      expect((await server.inject({ url: '/api/v1/me/', headers: { [name]: 'admin' } })).statusCode).toBe(401)
    },
  )

  it('ignores forwarded addresses of unknown peers', async () => {
    const attempt = (i: number) =>
      server.inject({
        method: 'POST',
        url: '/api/v1/security/login',
        payload: { username: `nobody${i}`, password: 'x', provider: 'db' },
        remoteAddress: '10.9.9.9',
        headers: { 'x-forwarded-for': `10.0.${i}.1` },
      })
    const answers = await Promise.all(Array.from({ length: 101 }, (_, i) => attempt(i)))
    expect(answers.at(-1)?.statusCode).toBe(429)
  })

  it.each([
    '/API/V1/security/users/',
    '//api/v1/security/users/',
    '/api//v1/security/users/',
    '/api/v1/security/..;/security/users/',
    '/api/v1/security/x/%2e%2e/users/',
    '/api/v1/security/users/.',
    '/api/v1/security/users/%2e',
    '/api/v1/security/users/;a=b',
    '/api/v1/security/users%2f',
    '/api/v1/security/users/:pk',
    '/api/v1/security/users/%00',
    '/./api/v1/security/users/',
    '/health/../api/v1/security/users/',
    '/health/%2e%2e/api/v1/security/users/',
  ])('%s opens nothing', async (url) => {
    const answer = await server.inject({ url, headers: { accept: 'application/json' } })
    expect([400, 401, 404]).toContain(answer.statusCode)
  })

  it('a page of another site cannot read responses', async () => {
    const answer = await server.inject({ url: '/api/v1/me/session', headers: { origin: 'https://elsewhere.example' } })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  it('responses have no inline scripts, and the policy would block them', async () => {
    const answer = await server.inject({ url: '/login/', headers: { accept: 'text/html' } })
    expect(answer.body).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/)
    expect(answer.body).not.toMatch(/\son\w+=/)
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]{22}' 'strict-dynamic';/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain("require-trusted-types-for 'script'")
  })
})

it('an unknown name takes as long as a wrong password', async () => {
  const stored = await hashPassword('correct horse')
  const time = async (hash: string | null) => {
    const start = performance.now()
    expect(await passwordMatches('wrong', hash)).toBe(false)
    return performance.now() - start
  }
  await time(null)
  // Other work on the machine only adds time, so the shortest attempts are compared; they take turns, longer on a busy machine.
  let [unknown, wrong] = [Infinity, Infinity]
  const isAlike = () => unknown / wrong > 0.5 && unknown / wrong < 2
  for (let i = 0; i < 9 || (i < 60 && !isAlike()); i++)
    [unknown, wrong] = [Math.min(unknown, await time(null)), Math.min(wrong, await time(stored))]
  expect(unknown / wrong).toBeGreaterThan(0.5)
  expect(unknown / wrong).toBeLessThan(2)
})
