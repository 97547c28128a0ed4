import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/server/app.ts'
import { explainLogin } from '../../../src/server/access/sign-in/explain.ts'
import type { LdapServer } from '../../../src/server/start/auth-settings.ts'
import { testContext } from '../../../src/server/testing/test-context.ts'
import { manyGroups, passwordOf, readerDn, startDomainController, whyNone, type DomainController } from './domain-controller.ts'

/** The settings of `docs/sign-in.md`. */
const settings = ({ url, ca }: DomainController) => ({
  ldap: {
    url,
    startTls: true,
    ca,
    base: 'DC=example,DC=test',
    bindDn: readerDn,
    bindPassword: passwordOf('reader'),
    filter: '(|(sAMAccountName={username})(userPrincipalName={username}))',
    attributes: { id: 'objectGUID', username: 'sAMAccountName' },
    groups: { base: 'OU=Groups,DC=example,DC=test', filter: '(member:1.2.840.113556.1.4.1941:={dn})' },
    // A domain controller searches a chain of groups slowly while the machine does other things.
    timeoutSeconds: 60,
    roles: { analysts: ['Gamma'], staff: ['Alpha'], 'Vertrieb, Süd': ['Alpha'], [`g${manyGroups - 1}`]: ['Alpha'] },
  },
})

const title = `a domain controller of Active Directory${whyNone === null ? '' : ` (skipped: ${whyNone})`}`

describe.skipIf(whyNone !== null)(title, { timeout: 180_000 }, () => {
  let controller: DomainController
  let ctx: Awaited<ReturnType<typeof testContext>>
  let server: FastifyInstance
  let ldap: LdapServer
  let first: LdapServer

  beforeAll(async () => {
    controller = await startDomainController()
    const folder = mkdtempSync(join(tmpdir(), 'chartroom-auth-'))
    const file = join(folder, 'auth.json')
    writeFileSync(file, JSON.stringify(settings(controller)))
    ctx = await testContext(['--auth-file', file])
    rmSync(folder, { recursive: true })
    if (!ctx.config.auth.ldap) throw new Error('There is no directory')
    ldap = ctx.config.auth.ldap
    first = { ...ldap }
    server = await buildApp(ctx)
  }, 300_000)
  afterEach(() => void Object.assign(ldap, first))
  afterAll(async () => {
    await controller.close()
    await server.close()
    await ctx.close()
  })

  let address = 0
  /** Each from an address of its own, because attempts are counted. */
  const logIn = async (username: string, password: string) => {
    const payload = { username, password, provider: 'ldap' }
    const answer = await server.inject({ method: 'POST', url: '/api/v1/security/login', payload, remoteAddress: `10.9.0.${++address}` })
    return { status: answer.statusCode, ...answer.json<{ access_token?: string; message?: string }>() }
  }
  const me = async (username: string) => {
    const { access_token: token = '' } = await logIn(username, passwordOf(username))
    const answer = await server.inject({ url: '/api/v1/me/roles/', headers: { authorization: `Bearer ${token}` } })
    const { roles, ...rest } = answer.json<{ result: { userId: number; username: string; roles: object } }>().result
    return { ...rest, roles: Object.keys(roles) }
  }
  const subjects = () => ctx.db.selectFrom('external_accounts').select('subject').orderBy('user_id').execute()

  it('lets people in by either of their names, as one account', async () => {
    const found = await logIn('ann', passwordOf('ann'))
    const byPrincipalName = await logIn('ann@example.test', passwordOf('ann'))
    expect([found.status, byPrincipalName.status]).toEqual([200, 200])
    expect(await me('ann')).toMatchObject({ username: 'ann', firstName: 'Ann', email: 'ann@example.test' })
    expect(await subjects()).toHaveLength(1)
  })

  it.each([
    ['a wrong password', 'ann', 'wrong'],
    ['an unknown name', 'nobody', passwordOf('ann')],
    ['a wrong password of a disabled account', 'disabled', 'wrong'],
    ['a wrong password of an expired account', 'gone', 'wrong'],
    ['a wrong password of somebody who must change it', 'newcomer', 'wrong'],
  ])('refuses %s like any other', async (_what, username, password) => {
    expect(await logIn(username, password)).toMatchObject({ status: 401, message: 'Not authorized' })
  })

  it.each([
    ['disabled', 'Your account is disabled in the directory.'],
    ['gone', 'Your account in the directory has expired.'],
    ['expired', 'Your password has expired. Change it in the directory, then log in.'],
    ['newcomer', 'Your password must be changed in the directory before you can log in.'],
  ])('says why the right password of %s does not count', async (username, message) => {
    expect(await logIn(username, passwordOf(username))).toEqual({ status: 403, message })
  })

  it('gives roles by groups, also by those that hold a group of the person', async () => {
    expect((await me('ann')).roles).toEqual(['Alpha', 'Gamma'])
    delete ldap.groups
    expect((await me('ann')).roles, 'memberOf names only the nearest').toEqual(['Gamma'])
  })

  it('understands a name with a comma and an umlaut, of a person and of a group', async () => {
    expect(await me('mueller')).toMatchObject({ lastName: 'Müller', roles: ['Alpha'] })
    expect(await explainLogin(ctx, 'mueller')).toContain('LDAP: groups: CN=Vertrieb\\, Süd,OU=Groups,DC=example,DC=test')
  })

  it('lists a thousand groups and more, in pages', async () => {
    expect((await me('reader')).roles).toEqual(['Alpha'])
    const listed = (await explainLogin(ctx, 'reader')).find((step) => step.startsWith('LDAP: groups: '))
    expect(listed?.split('; ')).toHaveLength(manyGroups)
  })

  it('knows people by their GUID, also after they were renamed and moved', async () => {
    const { userId } = await me('ann')
    const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
    expect(await subjects()).toContainEqual({ subject: expect.stringMatching(guid) })
    ldap.personAttributes = { guid: 'objectguid' }
    await logIn('ann', passwordOf('ann'))
    const attribute = await ctx.db.selectFrom('user_attributes').select('value').executeTakeFirstOrThrow()
    expect(await controller.guidOf('ann')).toBe(JSON.parse(attribute.value))
    await controller.move('ann', 'Ann Smith')
    expect((await me('ann')).userId).toBe(userId)
  })

  it('keeps an account that was known by its distinguished name', async () => {
    const { id: _id, ...attributes } = first.attributes
    ldap.attributes = attributes
    const { userId } = await me('later')
    expect(await subjects()).toContainEqual({ subject: 'cn=later,cn=users,dc=example,dc=test' })
    Object.assign(ldap, first)
    expect((await me('later')).userId).toBe(userId)
    expect(await subjects()).not.toContainEqual({ subject: 'cn=later,cn=users,dc=example,dc=test' })
    await controller.move('later', 'Later Again')
    expect((await me('later')).userId).toBe(userId)
  })

  it('is asked over ldaps as well', async () => {
    Object.assign(ldap, { url: controller.secureUrl, startTls: false })
    expect((await logIn('ann', passwordOf('ann'))).status).toBe(200)
  })

  it('demands encryption, which the answer says', async () => {
    ldap.startTls = false
    const message = 'The directory demands an encrypted connection. An administrator must set startTls or an address with ldaps.'
    expect(await logIn('ann', passwordOf('ann'))).toEqual({ status: 503, message })
  })

  it('is not trusted with a certificate of its own', async () => {
    ldap.ca = undefined
    expect((await logIn('ann', passwordOf('ann'))).status).toBe(503)
  })

  it('has no such place: the answer does not repeat its words', async () => {
    ldap.base = 'DC=other,DC=test'
    expect(await logIn('ann', passwordOf('ann'))).toEqual({ status: 503, message: 'The directory does not answer. Try again later.' })
  })
})
