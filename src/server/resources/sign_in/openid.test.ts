import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../app.ts'
import { adminOf, makePerson } from '../../testing/test-people.ts'
import { startProvider, type TestProvider } from '../../testing/openid-provider.ts'
import { testContext } from '../../testing/test-context.ts'

type TestContext = Awaited<ReturnType<typeof testContext>>

const publicUrl = 'http://charts.localhost:8088'
const manyGroups = Array.from({ length: 10_000 }, (_, i) => `team ${i}`)
const people = {
  ann: {
    claims: {
      preferred_username: 'ann',
      given_name: 'Ann',
      family_name: 'Lee',
      email: 'ann@example.org',
      email_verified: true,
      groups: ['analysts', 'Berlin'],
    },
  },
  bob: { claims: { preferred_username: 'admin', groups: ['analysts'] } },
  carl: { claims: { preferred_username: 'carl', groups: [...manyGroups, 'analysts'] } },
  dora: { claims: { preferred_username: 'dora2', email: 'dora@example.org', email_verified: false } },
}

let provider: TestProvider
beforeAll(async () => {
  provider = await startProvider(people, `${publicUrl}/oauth-authorized/company`)
})
afterAll(() => provider.close())

type Installation = { ctx: TestContext; server: FastifyInstance; offsetMs?: number }

/** An installation whose users may log in at the provider; its clock may be off. */
const install = async (settings: object = {}, offsetMs = 0): Promise<Installation> => {
  const ctx = await testContext(['--public-url', publicUrl, '--oidc-issuer', provider.issuer, '--oidc-client-id', 'chartroom'])
  const [first] = ctx.config.auth.oidc
  if (!first) throw new Error('There is no provider')
  Object.assign(first, { name: 'company', clientSecret: 'a-secret-of-this-client', ...settings })
  Object.assign(ctx, { now: () => new Date(Date.now() + offsetMs) })
  return { ctx, server: await buildApp(ctx) }
}
const close = async ({ ctx, server }: Installation) => {
  await server.close()
  await ctx.close()
}

const cookiesOf = (answer: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(answer.cookies.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]))

const begin = async ({ server }: Installation, next = '/chart/list/') => {
  const answer = await server.inject({ url: `/login/company?next=${encodeURIComponent(next)}` })
  return { address: String(answer.headers.location), cookies: cookiesOf(answer) }
}
const finish = async ({ server }: Installation, address: string, cookies: Record<string, string>) => {
  const { pathname, search } = new URL(address)
  const answer = await server.inject({ url: pathname + search, cookies })
  return { status: answer.statusCode, location: answer.headers.location, cookies: cookiesOf(answer) }
}
const logIn = async (installation: Installation, login: string) => {
  const { address, cookies } = await begin(installation)
  return finish(installation, await provider.walk(address, login), cookies)
}
const rolesOf = async ({ server }: Installation, cookies: Record<string, string>) =>
  Object.keys((await server.inject({ url: '/api/v1/me/roles/', cookies })).json<{ result: { roles: object } }>().result.roles)

describe('a log-in at an OpenID provider', () => {
  let here: Installation
  beforeAll(async () => {
    here = await install({ roles: { analysts: ['Alpha'] }, syncGroups: true })
    await here.ctx.db
      .insertInto('groups')
      .values([
        { name: 'Berlin', label: null, description: null },
        { name: 'Paris', label: null, description: null },
      ])
      .execute()
  })
  afterAll(() => close(here))

  it('asks with PKCE, state and nonce, and is offered on the log-in page', async () => {
    const { address } = await begin(here)
    const asked = new URL(address).searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
    expect((await here.server.inject('/api/v1/security/ways')).json()).toEqual({
      result: { providers: [{ label: 'OpenID Connect', path: '/login/company' }], mail: false, passkeys: false, registration: 'none' },
    })
  })

  it('makes an account at first, and gives roles and groups from the claims', async () => {
    const first = await logIn(here, 'ann')
    expect([first.status, first.location]).toEqual([302, '/chart/list/'])
    const me = await here.server.inject({ url: '/api/v1/me/session', cookies: first.cookies })
    expect(me.json()).toMatchObject({
      user: {
        username: 'ann',
        first_name: 'Ann',
        last_name: 'Lee',
        email: 'ann@example.org',
        has_password: false,
        groups: [{ name: 'Berlin' }],
      },
    })
    expect(await rolesOf(here, first.cookies)).toEqual(['Alpha'])
    await logIn(here, 'ann')
    expect(await here.ctx.db.selectFrom('users').select('id').where('username', '=', 'ann').execute()).toHaveLength(1)
  })

  it('takes back what the claims no longer give, and leaves what was given here', async () => {
    const { cookies } = await logIn(here, 'ann')
    const { id } = await here.ctx.db.selectFrom('users').select('id').where('username', '=', 'ann').executeTakeFirstOrThrow()
    const gamma = await here.ctx.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
    await here.ctx.db.insertInto('user_roles').values({ user_id: id, role_id: gamma.id }).execute()
    people.ann.claims.groups = ['Paris']
    const again = await logIn(here, 'ann')
    people.ann.claims.groups = ['analysts', 'Berlin']
    expect(await rolesOf(here, again.cookies)).toEqual(['Gamma'])
    const session = (await here.server.inject({ url: '/api/v1/me/session', cookies })).json<{ user: { groups: object[] } }>()
    expect(session.user.groups).toEqual([expect.objectContaining({ name: 'Paris' })])
  })

  it('does not take over an account that has the name already', async () => {
    const refused = await logIn(here, 'bob')
    expect([refused.location, refused.cookies]).toEqual(['/login/?fault=refused', {}])
    expect(
      await here.ctx.db
        .selectFrom('external_accounts')
        .select('id')
        .where('user_id', '=', await adminOf(here.ctx))
        .execute(),
    ).toEqual([])
  })

  it('takes an unconfirmed e-mail address for nothing', async () => {
    const made = await makePerson(here.ctx, 'dora', ['Admin'])
    Object.assign(here.ctx.config.auth.oidc[0] ?? {}, { linkByEmail: true })
    const { cookies } = await logIn(here, 'dora')
    const me = (await here.server.inject({ url: '/api/v1/me/', cookies })).json<{ result: { id: number; email: string } }>().result
    expect([me.id === made, me.email]).toEqual([false, ''])
  })

  it('with a claim of 10,000 groups takes no longer than a few seconds', async () => {
    const started = Date.now()
    const { cookies } = await logIn(here, 'carl')
    expect(await rolesOf(here, cookies)).toEqual(['Alpha'])
    expect(Date.now() - started).toBeLessThan(10_000)
    expect(await here.ctx.db.selectFrom('groups').select('id').execute()).toHaveLength(2)
  })

  it('ends at the provider, too', async () => {
    const { cookies } = await logIn(here, 'ann')
    const answer = await here.server.inject({ url: '/logout/', cookies })
    const there = new URL(String(answer.headers.location))
    expect(there.origin + there.pathname).toBe(`${provider.issuer}/session/end`)
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/login/`)
    expect(there.searchParams.get('id_token_hint')).toMatch(/^ey/)
    expect((await here.server.inject({ url: '/api/v1/me/', cookies })).statusCode).toBe(401)
    const stored = await here.ctx.db.selectFrom('sessions').select('logout_hint').execute()
    expect(stored.every(({ logout_hint }) => logout_hint === null || logout_hint.startsWith('v1.'))).toBe(true)
  })

  it.each(['//elsewhere.example/', 'https://elsewhere.example/'])('does not lead to %s', async (next) => {
    const { address, cookies } = await begin(here, next)
    expect((await finish(here, await provider.walk(address, 'ann'), cookies)).location).toBe('/')
  })

  it('works once, in the browser that began it', async () => {
    const { address, cookies } = await begin(here)
    const back = await provider.walk(address, 'ann')
    expect((await finish(here, back, {})).location).toBe('/login/?fault=expired')
    const forged = back.replace(/state=[^&]+/, 'state=forged')
    expect((await finish(here, forged, cookies)).location).toBe('/login/?fault=failed')
    expect((await finish(here, back, cookies)).location).toBe('/chart/list/')
    expect((await finish(here, back, cookies)).location).toBe('/login/?fault=failed')
  })

  it('begun in another installation is worth nothing here', async () => {
    const other = await install()
    const { address, cookies } = await begin(other)
    const back = await provider.walk(address, 'ann')
    expect((await finish(here, back, cookies)).location).toBe('/login/?fault=expired')
    expect((await finish(other, back, cookies)).location).toBe('/chart/list/')
    await close(other)
  })
})

describe('two providers', () => {
  it('are both offered, give attributes of the person, and never end a log-in of the other', async () => {
    const second = await startProvider(
      { ann: { claims: { preferred_username: 'ann.partner', groups: ['analysts'], email_verified: true } } },
      `${publicUrl}/oauth-authorized/partner`,
    )
    const here = await install({ personAttributes: { team: 'groups', family: 'family_name', none: 'nothing' } })
    const [first] = here.ctx.config.auth.oidc
    if (!first) throw new Error('There is no provider')
    const partner = { ...first, name: 'partner', label: 'Partner', issuer: second.issuer, personAttributes: {} }
    here.ctx.config.auth.oidc.push(partner)
    const ways = (await here.server.inject('/api/v1/security/ways')).json<{ result: { providers: { path: string }[] } }>()
    expect(ways.result.providers.map(({ path }) => path)).toEqual(['/login/company', '/login/partner'])

    expect((await logIn(here, 'ann')).location).toBe('/chart/list/')
    const attributes = await here.ctx.db.selectFrom('user_attributes').select(['name', 'value', 'source']).orderBy('name').execute()
    expect(attributes).toEqual([
      { name: 'family', value: '"Lee"', source: 'oidc' },
      { name: 'team', value: '["analysts","Berlin"]', source: 'oidc' },
    ])

    const begun = await here.server.inject({ url: '/login/partner?next=/chart/list/' })
    const back = await second.walk(String(begun.headers.location), 'ann')
    const elsewhere = back.replace('/oauth-authorized/partner', '/oauth-authorized/company')
    expect((await finish(here, elsewhere, cookiesOf(begun))).location).toBe('/login/?fault=expired')
    expect((await finish(here, back, cookiesOf(begun))).location).toBe('/chart/list/')
    const accounts = await here.ctx.db.selectFrom('external_accounts').select(['provider', 'subject']).orderBy('provider').execute()
    expect(accounts).toEqual([
      { provider: 'oidc:company', subject: 'ann' },
      { provider: 'oidc:partner', subject: 'ann' },
    ])
    await close(here)
    await second.close()
  })
})

describe('a clock', () => {
  it.each([
    ['five minutes fast', 300_000, '/chart/list/'],
    ['five minutes slow', -300_000, '/chart/list/'],
    ['a day fast', 86_400_000, '/login/?fault=failed'],
  ])('that is %s', async (_name, offsetMs, location) => {
    const here = await install({}, offsetMs)
    expect((await logIn(here, 'ann')).location).toBe(location)
    await close(here)
  })
})

it('a provider that does not answer leads back to the log-in page', async () => {
  const here = await install({ issuer: 'http://127.0.0.1:9' })
  expect((await begin(here)).address).toBe('/login/?fault=failed')
  await close(here)
})
