import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { issueDeviceToken } from '../../src/server/access/login/device.ts'
import { issueGuestToken } from '../../src/server/access/login/guest-token.ts'
import { createLoginLink } from '../../src/server/access/login/login-link.ts'
import { issuePasswordToken } from '../../src/server/access/login/password-link.ts'
import { csrfToken, startSession } from '../../src/server/access/login/sessions.ts'
import { issueToken } from '../../src/server/access/login/tokens.ts'
import { userRights } from '../../src/server/access/principals.ts'
import { derivedKey } from '../../src/server/secrets/secrets.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { adminOf, as } from '../../src/server/testing/test-people.ts'
import { makeThing, makeWorld } from './access-matrix.things.ts'

/** Every token of the product in every place where one is read: each opens its own place, and no other. */
type Ctx = Awaited<ReturnType<typeof testContext>>
type Installation = { ctx: Ctx; app: FastifyInstance; admin: number; session: string; dashboard: { id: number; uuid: string } }

const start = async (): Promise<Installation> => {
  const ctx = await testContext(['--admin-password', 'correct horse battery', '--login-links'])
  const app = await buildApp(ctx)
  const admin = await adminOf(ctx)
  const world = await makeWorld(ctx, admin)
  const session = await startSession(ctx, admin, { address: null, agent: null })
  return { ctx, app, admin, session, dashboard: await makeThing(ctx, world, 'embedded', [admin]) }
}

let here: Installation
let elsewhere: Installation
beforeAll(async () => {
  here = await start()
  elsewhere = await start()
})
afterAll(async () => {
  for (const { app, ctx } of [here, elsewhere]) {
    await app.close()
    await ctx.close()
  }
})

const apiToken = async ({ ctx, app, admin }: Installation, scope: string): Promise<string> => {
  const made = await (await as(ctx, app, admin)).post('/api/v1/me/tokens', { name: scope, scopes: [scope], days: null })
  return made.json<{ token: string }>().token
}

const guest = ({ ctx, dashboard }: Installation) =>
  issueGuestToken(ctx, { user: {}, resources: [{ type: 'dashboard', id: dashboard.uuid }], rls_rules: [] })

const mailLink = async ({ ctx, admin }: Installation) =>
  issuePasswordToken(ctx, await ctx.db.selectFrom('users').selectAll().where('id', '=', admin).executeTakeFirstOrThrow())

const loginLink = async ({ ctx }: Installation) => new URL((await createLoginLink(ctx)) ?? '', 'http://x').searchParams.get('token') ?? ''

/** A bearer token as ours are, but for one thing. */
const changedAccess = async ({ ctx, admin }: Installation, change: (token: SignJWT) => SignJWT): Promise<string> => {
  const claims = { type: 'access', fresh: true, stamp: (await userRights(ctx, admin))?.stamp }
  const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setSubject(String(admin)).setIssuedAt().setExpirationTime('5m')
  return change(token).sign(derivedKey(ctx.config.secretKey, 'token'))
}

const unsigned = async (installation: Installation): Promise<string> => {
  const [, payload] = (await issueToken(installation.ctx, installation.admin, 'access', true)).split('.')
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
}

const now = () => Math.floor(Date.now() / 1000)

const tokens = {
  session: async () => here.session,
  'CSRF token': async () => csrfToken(here.ctx, here.session),
  'access token': () => issueToken(here.ctx, here.admin, 'access', true),
  'refresh token': () => issueToken(here.ctx, here.admin, 'refresh', false),
  'API token': () => apiToken(here, 'read'),
  'SCIM token': () => apiToken(here, 'scim'),
  'guest token': () => guest(here),
  'mail link': () => mailLink(here),
  'login link': () => loginLink(here),
  device: () => issueDeviceToken(here.ctx, here.admin),
  'session of another installation': async () => elsewhere.session,
  'CSRF token of another installation': async () => csrfToken(elsewhere.ctx, here.session),
  'access token of another installation': () => issueToken(elsewhere.ctx, elsewhere.admin, 'access', true),
  'refresh token of another installation': () => issueToken(elsewhere.ctx, elsewhere.admin, 'refresh', false),
  'API token of another installation': () => apiToken(elsewhere, 'read'),
  'SCIM token of another installation': () => apiToken(elsewhere, 'scim'),
  'guest token of another installation': () => guest(elsewhere),
  'mail link of another installation': () => mailLink(elsewhere),
  'login link of another installation': () => loginLink(elsewhere),
  'access token without signature': () => unsigned(here),
  'access token that has expired': () => changedAccess(here, (token) => token.setExpirationTime(now() - 10)),
  'access token that is not valid yet': () => changedAccess(here, (token) => token.setNotBefore(now() + 600)),
  'access token with the audience of guests': () => changedAccess(here, (token) => token.setAudience('embedded')),
} satisfies Record<string, () => Promise<string>>

type TokenName = keyof typeof tokens

let asked = 0
/** Wrong tokens are counted by address. */
const nextAddress = () => `10.4.${asked >> 8}.${asked++ & 255}`

type Request = { method?: 'GET' | 'POST'; url: string; headers?: Record<string, string>; payload?: object }
const send = (request: Request) =>
  here.app.inject({ ...request, headers: { accept: 'application/json', ...request.headers }, remoteAddress: nextAddress() })

type Place = {
  opens: readonly TokenName[]
  ask(token: string): Promise<LightMyRequestResponse>
  isOpen?: (answer: LightMyRequestResponse) => boolean
}

const json = { 'content-type': 'application/json' }

const places: Record<string, Place> = {
  'session cookie': { opens: ['session'], ask: (token) => send({ url: '/api/v1/me/', headers: { cookie: `session=${token}` } }) },
  'bearer token': {
    // A token signed with our key for the purpose is accepted; the audience is not checked of bearer tokens.
    opens: ['access token', 'API token', 'access token with the audience of guests'],
    ask: (token) => send({ url: '/api/v1/me/', headers: { authorization: `Bearer ${token}` } }),
  },
  'bearer token of SCIM': {
    opens: ['SCIM token'],
    ask: (token) => send({ url: '/scim/v2/Users', headers: { authorization: `Bearer ${token}` } }),
  },
  'bearer token of a refresh': {
    opens: ['refresh token'],
    ask: (token) => send({ method: 'POST', url: '/api/v1/security/refresh', headers: { authorization: `Bearer ${token}` } }),
  },
  'guest token': {
    opens: ['guest token'],
    ask: (token) => send({ url: `/api/v1/dashboard/${here.dashboard.id}`, headers: { 'x-guesttoken': token } }),
  },
  'CSRF token': {
    opens: ['CSRF token'],
    ask: (token) =>
      send({
        method: 'POST',
        url: '/api/v1/dashboard/',
        headers: { ...json, cookie: `session=${here.session}`, 'x-csrftoken': token },
        payload: { dashboard_title: 'x' },
      }),
    isOpen: ({ statusCode }) => statusCode === 201,
  },
  'mail link': {
    opens: ['mail link'],
    ask: (token) =>
      send({
        method: 'POST',
        url: '/api/v1/security/password_link/use',
        headers: json,
        payload: { token, password: 'correct horse battery' },
      }),
  },
  'login link': {
    opens: ['login link'],
    ask: (token) => send({ url: `/login/?token=${encodeURIComponent(token)}`, headers: { accept: 'text/html' } }),
    isOpen: ({ cookies }) => cookies.some(({ name }) => name === 'session'),
  },
}

it.each(Object.entries(places))('%s', async (_name, { opens, ask, isOpen = ({ statusCode }) => statusCode === 200 }) => {
  const opened: string[] = []
  for (const [name, make] of Object.entries(tokens)) {
    const answer = await ask(await make())
    if (isOpen(answer)) opened.push(name)
    else expect([200, 302, 400, 401, 403, 404, 422], `${name}: ${answer.body.slice(0, 200)}`).toContain(answer.statusCode)
    expect(answer.statusCode, name).toBeLessThan(500)
    // A link that was used ends sessions: the next one asks with a new one.
    if (name === 'mail link' && isOpen(answer)) here.session = await startSession(here.ctx, here.admin, { address: null, agent: null })
  }
  expect(opened).toEqual(opens)
})
