import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../app.ts'
import { adminOf } from '../../testing/test-people.ts'
import { explainLogin } from '../../access/sign-in/explain.ts'
import { startDirectory, type Directory } from '../../testing/directory.ts'
import { testContext } from '../../testing/test-context.ts'
import { setPassword } from '../me/store.ts'

let directory: Directory
let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance

beforeAll(async () => {
  directory = await startDirectory()
  ctx = await testContext(['--ldap-url', directory.url, '--ldap-base', 'ou=people,dc=example,dc=org'])
  server = await buildApp(ctx)
})
afterAll(async () => {
  await server.close()
  await ctx.close()
  await directory.close()
})

const set = (settings: object) => {
  const { ldap } = ctx.config.auth
  if (!ldap) throw new Error('There is no directory')
  Object.assign(ldap, settings)
}
let address = 0
/** Each from an address of its own, because attempts are counted. */
const logIn = async (username: string, password: string, provider = 'ldap') => {
  const payload = { username, password, provider }
  const answer = await server.inject({ method: 'POST', url: '/api/v1/security/login', payload, remoteAddress: `10.9.0.${++address}` })
  return { status: answer.statusCode, token: answer.json<{ access_token?: string }>().access_token, body: answer.body }
}
const rolesBy = async (token = '') => {
  const answer = await server.inject({ url: '/api/v1/me/roles/', headers: { authorization: `Bearer ${token}` } })
  return answer.json<{ result: { roles: object; firstName: string; email: string } }>().result
}

describe('a person of the directory', () => {
  it('logs in with the password there, and becomes an account without one here', async () => {
    const { status, token } = await logIn('ann', 'password of ann')
    expect(status).toBe(200)
    expect(await rolesBy(token)).toMatchObject({ firstName: 'Ann', email: 'ann@example.org', roles: { Gamma: expect.anything() } })
    const stored = await ctx.db.selectFrom('users').select('password').where('username', '=', 'ann').executeTakeFirst()
    expect(stored).toEqual({ password: null })
  })

  it.each([
    ['a wrong password', 'ann', 'wrong'],
    ['no password', 'ann', ''],
    ['an unknown name', 'nobody', 'password of ann'],
    ['a filter as name', '*', 'password of ann'],
    ['a filter that closes the first', 'ann)(uid=*', 'password of ann'],
    ['two names in a filter', 'ann)(|(uid=*', 'password of ann'],
  ])('%s is refused', async (_what, username, password) => {
    expect((await logIn(username, password)).status).toBe(401)
  })

  it('has attributes for rules and templates, of one value or several', async () => {
    set({ personAttributes: { first: 'givenName', kinds: 'objectClass', none: 'telephoneNumber' } })
    await logIn('ann', 'password of ann')
    const rows = await ctx.db.selectFrom('user_attributes').select(['name', 'value', 'source']).orderBy('name').execute()
    expect(rows).toEqual([
      { name: 'first', value: '"Ann"', source: 'ldap' },
      { name: 'kinds', value: '"inetOrgPerson"', source: 'ldap' },
    ])
    set({ personAttributes: {} })
  })

  it('gets the roles of their groups, and loses them with the groups', async () => {
    set({ groups: { base: 'ou=groups,dc=example,dc=org', filter: '(member={dn})' }, roles: { analysts: ['Alpha'] } })
    expect(Object.keys((await rolesBy((await logIn('ann', 'password of ann')).token)).roles)).toEqual(['Alpha', 'Gamma'])
    set({ roles: { 'cn=others,ou=groups,dc=example,dc=org': ['Alpha'] } })
    expect(Object.keys((await rolesBy((await logIn('ann', 'password of ann')).token)).roles)).toEqual(['Gamma'])
  })

  it('does not take over the account of somebody else', async () => {
    const refused = await logIn('admin', 'password of admin')
    expect([refused.status, refused.token]).toEqual([403, undefined])
    const admin = await adminOf(ctx)
    await setPassword(ctx.db, admin, 'correct horse battery', ctx.now().toISOString())
    expect((await logIn('admin', 'password of admin')).status).toBe(401)
    expect((await logIn('admin', 'correct horse battery', 'db')).status).toBe(200)
  })
})

describe('the dry run', () => {
  it('reports each step of a log-in, and changes nothing', async () => {
    set({ roles: { analysts: ['Alpha', 'Nowhere'] } })
    const count = async () => (await ctx.db.selectFrom('users').select('id').execute()).length
    const before = await count()
    expect(await explainLogin(ctx, 'ann')).toEqual([
      expect.stringMatching(/^account \d+: active, no password of its own$/),
      'LDAP: searching anonymously',
      'LDAP: search (uid=ann) below ou=people,dc=example,dc=org: uid=ann,ou=people,dc=example,dc=org',
      'LDAP: groups: cn=analysts,ou=groups,dc=example,dc=org',
      expect.stringMatching(/^LDAP: account \d+ \(known\)$/),
      'LDAP: roles by groups: Alpha',
      'LDAP: these roles are set, but do not exist: Nowhere',
      'LDAP: would log in',
    ])
    expect(await explainLogin(ctx, 'nobody')).toContain('LDAP: the directory does not know this name: refused')
    expect(await count()).toBe(before)
  })
})

describe('the connection to the directory', () => {
  it('is encrypted by StartTLS, and only to a server with a trusted certificate', async () => {
    set({ startTls: true, ca: directory.ca })
    expect((await logIn('ann', 'password of ann')).status).toBe(200)
    set({ ca: undefined })
    const refused = await logIn('ann', 'password of ann')
    expect([refused.status, JSON.parse(refused.body)]).toEqual([503, { message: 'The directory does not answer. Try again later.' }])
    set({ startTls: false })
  })

  it('binds as the account that searches, if one is set', async () => {
    set({ bindDn: 'cn=root,dc=example,dc=org', bindPassword: 'secret' })
    expect((await logIn('ann', 'password of ann')).status).toBe(200)
    set({ bindPassword: 'wrong' })
    const refused = await logIn('ann', 'password of ann')
    expect([refused.status, refused.body.includes('root')]).toEqual([503, false])
    set({ bindDn: undefined })
  })

  it('is given up long before a server that answers after 30 seconds, while others are served', async () => {
    const slow = createServer((socket) => void setTimeout(() => socket.destroy(), 30_000).unref()).listen(0, '127.0.0.1')
    await once(slow, 'listening')
    set({ url: `ldap://127.0.0.1:${(slow.address() as AddressInfo).port}`, timeoutSeconds: 0.5 })
    const started = Date.now()
    const waiting = logIn('ann', 'password of ann')
    expect((await logIn('admin', 'correct horse battery', 'db')).status).toBe(200)
    expect((await waiting).status).toBe(503)
    expect(Date.now() - started).toBeLessThan(15_000)
    slow.close()
  })

  it('is refused at once where nobody listens', async () => {
    set({ url: 'ldap://127.0.0.1:9' })
    expect((await logIn('ann', 'password of ann')).status).toBe(503)
  })
})
