import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createApiToken } from '../../access/sign-in/api-tokens.ts'
import { startSession } from '../../access/login/sessions.ts'
import { issueToken } from '../../access/login/tokens.ts'
import { userRights } from '../../access/principals.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
let admin: Caller
let token: string

const user = 'urn:ietf:params:scim:schemas:core:2.0:User'
const group = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const own = 'urn:chartroom:params:scim:schemas:extension:attributes:2.0:User'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const tokenFor = async (userId: number, scopes: ('scim' | 'people')[]) => {
  const rights = await userRights(ctx, userId)
  if (!rights) throw new Error('no such account')
  return (await createApiToken(ctx, rights.user, { name: 'provisioning', scopes, days: null })).token
}
const send = (method: Method, path: string, payload?: object, bearer = token) =>
  server.inject({
    method,
    url: `/scim/v2${path}`,
    headers: { authorization: `Bearer ${bearer}`, ...(payload && { 'content-type': 'application/scim+json' }) },
    ...(payload && { payload: JSON.stringify(payload) }),
  })
const patch = (path: string, ...Operations: object[]) => send('PATCH', path, { schemas: [patchOp], Operations })
const list = async (path: string, filter?: string, more = '') =>
  (await send('GET', `${path}?${filter === undefined ? '' : `filter=${encodeURIComponent(filter)}`}${more}`)).json<{
    totalResults: number
    startIndex: number
    itemsPerPage: number
    Resources: { id: string; userName?: string; displayName?: string }[]
  }>()
const namesOf = async (filter: string) => (await list('/Users', filter)).Resources.map(({ userName }) => userName)
const make = async (userName: string, more: object = {}) =>
  (await send('POST', '/Users', { schemas: [user], userName, ...more })).json<{ id: string }>().id
const makeGroup = async (displayName: string, members: string[] = []) =>
  (await send('POST', '/Groups', { schemas: [group], displayName, members: members.map((value) => ({ value })) })).json<{ id: string }>().id

beforeAll(async () => {
  ctx = await testContext()
  server = await buildApp(ctx)
  admin = await as(ctx, server, await adminOf(ctx))
  token = await tokenFor(admin.id, ['scim'])
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

describe('who may use it', () => {
  it('only API tokens with the scope scim, which open nothing else', async () => {
    const people = await tokenFor(admin.id, ['people'])
    const bearer = await issueToken(ctx, admin.id, 'access', true)
    expect([(await send('GET', '/Users')).statusCode, (await send('GET', '/Users', undefined, people)).statusCode]).toEqual([200, 403])
    expect((await send('GET', '/Users', undefined, bearer)).json()).toEqual({
      schemas: [errorUrn],
      status: '403',
      detail: 'This needs an API token with the scope scim.',
    })
    const elsewhere = ['/api/v1/security/users/', '/api/v1/chart/', '/api/v1/me/']
    for (const url of elsewhere)
      expect((await server.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode, url).toBe(403)
  })

  it('never more than the person of the token may', async () => {
    const gamma = await tokenFor(await makePerson(ctx, 'weak', ['Gamma']), ['scim'])
    for (const [method, path] of [
      ['GET', '/Users'],
      ['POST', '/Users'],
      ['GET', '/Groups'],
    ] as const)
      expect((await send(method, path, method === 'POST' ? { userName: 'x' } : undefined, gamma)).statusCode).toBe(403)
  })

  it('a caller without a token gets errors in the shape of SCIM, and may read what is supported', async () => {
    const answer = await server.inject({ url: '/scim/v2/Users' })
    expect([answer.statusCode, answer.headers['content-type'], answer.json()]).toMatchObject([
      401,
      'application/scim+json; charset=utf-8',
      { schemas: [errorUrn], status: '401' },
    ])
    expect((await server.inject({ url: '/scim/v2/Nothing', headers: { accept: 'application/json' } })).json()).toMatchObject({
      schemas: [errorUrn],
      status: '404',
    })
    const config = (await server.inject({ url: '/scim/v2/ServiceProviderConfig' })).json()
    expect(config).toMatchObject({ patch: { supported: true }, bulk: { supported: false }, filter: { supported: true } })
  })
})

describe('schemas and resource types', () => {
  it('describe what is kept', async () => {
    const schemas = (await send('GET', '/Schemas')).json<{ Resources: { id: string; attributes: { name: string }[] }[] }>().Resources
    expect(schemas.map(({ id }) => id)).toEqual([user, group, enterprise, own])
    expect(schemas[0]?.attributes.map(({ name }) => name)).toContain('userName')
    expect((await send('GET', `/Schemas/${group}`)).json()).toMatchObject({ id: group, name: 'Group' })
    expect((await send('GET', '/Schemas/urn:none')).statusCode).toBe(404)
    expect((await send('GET', '/ResourceTypes/User')).json()).toMatchObject({ endpoint: '/Users', schema: user })
  })
})

describe('a person', () => {
  const whole = {
    schemas: [user, enterprise, own],
    userName: 'ann@example.org',
    externalId: '00u1',
    name: { givenName: 'Ann', familyName: 'Ash' },
    emails: [{ value: 'home@example.org' }, { value: 'ann@example.org', primary: true, type: 'work' }],
    title: 'Analyst',
    active: true,
    [enterprise]: { department: 'Sales', manager: { value: '00u9' } },
    [own]: { region: ['EU', 'US'] },
    phoneNumbers: [{ value: '1' }],
  }

  it('is made with attributes for rules and templates, and the roles of new accounts', async () => {
    const answer = await send('POST', '/Users', whole)
    expect(answer.statusCode).toBe(201)
    const made = answer.json<{ id: string; meta: { location: string } }>()
    expect(answer.headers['location']).toBe(made.meta.location)
    expect(made).toMatchObject({
      userName: 'ann@example.org',
      externalId: '00u1',
      name: { formatted: 'Ann Ash' },
      emails: [{ value: 'ann@example.org', type: 'work', primary: true }],
      title: 'Analyst',
      [enterprise]: { department: 'Sales', manager: { value: '00u9' } },
      [own]: { region: ['EU', 'US'] },
      groups: [],
    })
    expect((await send('GET', `/Users/${made.id}`)).json()).toEqual(made)
    const id = Number(made.id.replace('user-', ''))
    const rights = await userRights(ctx, id)
    expect(rights?.user.roles.map(({ name }) => name)).toEqual(['Gamma'])
    expect(rights?.user.attributes).toEqual({ title: 'Analyst', department: 'Sales', manager: '00u9', region: ['EU', 'US'] })
  })

  it('is replaced: what is not named is unassigned', async () => {
    const id = await make('bo', { title: 'Boss', externalId: 'b1', emails: [{ value: 'bo@example.org' }] })
    const answer = await send('PUT', `/Users/${id}`, { schemas: [user], userName: 'bo', name: { givenName: 'Bo', familyName: 'Bay' } })
    expect(answer.statusCode).toBe(200)
    const shown = answer.json<Record<string, unknown>>()
    expect([shown['title'], shown['externalId'], shown['emails'], shown['active']]).toEqual([undefined, undefined, undefined, true])
  })

  it.each<[what: string, operations: object[], expected: object]>([
    ['a path', [{ op: 'replace', path: 'name.familyName', value: 'New' }], { name: { familyName: 'New', givenName: 'C' } }],
    ['names without case', [{ op: 'Replace', path: 'NAME.FAMILYNAME', value: 'New' }], { name: { familyName: 'New' } }],
    ['no path', [{ op: 'add', value: { title: 'T', 'name.givenName': 'G' } }], { title: 'T', name: { givenName: 'G' } }],
    ['a text for a truth', [{ op: 'replace', path: 'active', value: 'False' }], { active: false }],
    [
      'an address by its type',
      [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'n@example.org' }],
      { emails: [{ value: 'n@example.org' }] },
    ],
    ['an attribute of an extension', [{ op: 'add', path: `${enterprise}:department`, value: 'D' }], { [enterprise]: { department: 'D' } }],
    ['a whole extension', [{ op: 'add', value: { [own]: { office: 'Oslo' } } }], { [own]: { office: 'Oslo', region: 'EU' } }],
    ['an extension of any names', [{ op: 'replace', path: `${own}:region`, value: ['A'] }], { [own]: { region: ['A'] } }],
    ['an attribute that is not kept', [{ op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' }], { userName: 'patched' }],
  ])('is changed by %s', async (_what, operations, expected) => {
    const id = await make('patched', {
      name: { givenName: 'C', familyName: 'Old' },
      emails: [{ value: 'c@example.org' }],
      [own]: { region: 'EU' },
    })
    const answer = await patch(`/Users/${id}`, ...operations)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject(expected)
    await send('DELETE', `/Users/${id}`)
  })

  it('loses what is removed, and keeps the rest', async () => {
    const id = await make('remover', { title: 'T', nickName: 'N' })
    const answer = await patch(`/Users/${id}`, { op: 'remove', path: 'title' })
    expect(answer.json()).toMatchObject({ nickName: 'N' })
    expect(answer.json()).not.toHaveProperty('title')
  })

  it('is signed out at once when deactivated, from sessions and tokens', async () => {
    const id = await make('leaver')
    const userId = Number(id.replace('user-', ''))
    const session = await startSession(ctx, userId, { address: null, agent: null })
    const bearer = await issueToken(ctx, userId, 'access', true)
    const apiToken = await tokenFor(userId, ['people'])
    const me = async () => {
      const proofs = [{ cookie: `session=${session}` }, { authorization: `Bearer ${bearer}` }]
      const answers = await Promise.all(proofs.map((headers) => server.inject({ url: '/api/v1/me/', headers })))
      const log = await server.inject({ url: '/api/v1/log/', headers: { authorization: `Bearer ${apiToken}` } })
      return [...answers, log].map(({ statusCode }) => statusCode)
    }
    expect(await me()).toEqual([200, 200, 403])
    expect((await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })).json()).toMatchObject({ active: false })
    expect(await me()).toEqual([401, 401, 401])
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
    expect((await server.inject({ url: '/api/v1/me/', headers: { cookie: `session=${session}` } })).statusCode).toBe(401)
  })

  it('is deleted', async () => {
    const id = await make('gone', { externalId: 'g' })
    const answer = await send('DELETE', `/Users/${id}`)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect((await send('GET', `/Users/${id}`)).json()).toEqual({ schemas: [errorUrn], status: '404', detail: 'Not found' })
    expect((await send('DELETE', `/Users/${id}`)).statusCode).toBe(404)
  })

  it('is never found by the number of another: ids and external ids are texts', async () => {
    const id = await make('digits', { externalId: String(admin.id) })
    expect(await namesOf(`externalId eq "${admin.id}"`)).toEqual(['digits'])
    expect((await send('GET', `/Users/${admin.id}`)).statusCode).toBe(404)
    expect((await send('GET', `/Users/group-${id.replace('user-', '')}`)).statusCode).toBe(404)
  })

  it('is the one who logs in elsewhere under the same name', async () => {
    const { findAccount } = await import('../../access/sign-in/admit.ts')
    const id = await make('linked')
    const person = { provider: 'oidc:x', subject: 's', username: 'linked', firstName: '', lastName: '', email: null, groups: [] }
    const rules = { roles: {}, syncGroups: false, signUp: false, linkByEmail: false, personAttributes: {} }
    expect(await findAccount(ctx.db, person, rules)).toEqual({ kind: 'linked', userId: Number(id.replace('user-', '')) })
  })
})

describe('lists', () => {
  let start = 0
  beforeAll(async () => {
    start = (await list('/Users')).totalResults
    for (const name of ['Filter1', 'filter2', 'filter3'])
      await make(name, { emails: [{ value: `${name}@filter.org` }], externalId: `x-${name}`, active: name !== 'filter3' })
  })

  it.each([
    ['userName eq "FILTER1"', ['Filter1']],
    ['username sw "filter" and active eq true', ['Filter1', 'filter2']],
    ['userName sw "filter" and not (active eq true)', ['filter3']],
    ['(userName eq "filter1" or userName eq "filter3") and active eq false', ['filter3']],
    ['emails.value ew "2@filter.org"', ['filter2']],
    ['emails[type eq "work" and value co "3@FILTER"]', ['filter3']],
    [`${user}:userName eq "filter2"`, ['filter2']],
    ['externalId eq "x-filter2"', ['filter2']],
    ['externalId eq "X-filter2"', []],
    ['userName sw "filter" and externalId pr', ['Filter1', 'filter2', 'filter3']],
    ['userName sw "filter_"', []],
    ['userName sw "filter" and meta.created lt "2000-01-01T00:00:00Z"', []],
    ['userName sw "filter" and userName ne "filter2"', ['Filter1', 'filter3']],
    ['userName eq "o\'brien\\"; drop"', []],
  ])('%s', async (filter, names) => {
    expect(await namesOf(filter)).toEqual(names)
  })

  it('have pages', async () => {
    const page = await list('/Users', undefined, '&startIndex=2&count=2')
    expect(page).toMatchObject({ totalResults: start + 3, startIndex: 2, itemsPerPage: 2 })
    expect((await list('/Users', undefined, '&count=0')).Resources).toEqual([])
    expect((await list('/Users', undefined, '&startIndex=-5&count=1')).startIndex).toBe(1)
    const all = [
      ...(await list('/Users', undefined, '&count=3')).Resources,
      ...(await list('/Users', undefined, '&startIndex=4')).Resources,
    ]
    expect(new Set(all.map(({ id }) => id)).size).toBe(start + 3)
  })

  it('show the attributes that are asked for, and always the id', async () => {
    const [one] = (await list('/Users', 'userName eq "filter1"', '&attributes=userName,name.familyName')).Resources
    expect(one).toEqual({ schemas: expect.any(Array), id: one?.id, userName: 'Filter1', name: { familyName: 'Filter1' } })
    const [rest] = (await list('/Users', 'userName eq "filter1"', '&excludedAttributes=id,groups,meta.location')).Resources
    expect([rest?.id, Object.keys(rest ?? {}).includes('groups')]).toEqual([one?.id, false])
  })
})

describe('a group', () => {
  it('has people, who are added and removed in every way that clients know', async () => {
    const [a, b, c] = [await make('ga'), await make('gb'), await make('gc')]
    const id = await makeGroup('Team', [a])
    const members = async () =>
      (await send('GET', `/Groups/${id}`)).json<{ members: { value: string }[] }>().members.map(({ value }) => value)
    await patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: b }, { value: a }] })
    expect(await members()).toEqual([a, b])
    await patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${a}"]` })
    expect(await members()).toEqual([b])
    await patch(`/Groups/${id}`, { op: 'Add', value: { members: [{ value: c }] } })
    await patch(`/Groups/${id}`, { op: 'remove', path: 'members', value: [{ value: b }] })
    expect(await members()).toEqual([c])
    await patch(`/Groups/${id}`, { op: 'replace', path: 'members', value: [{ value: a }, { value: b }] })
    expect(await members()).toEqual([a, b])
    expect((await send('GET', `/Users/${a}`)).json()).toMatchObject({ groups: [{ value: id, display: 'Team' }] })
    expect(await namesOf(`groups.value eq "${id}"`)).toEqual(['ga', 'gb'])
    expect((await list('/Groups', `members[value eq "${b}"]`)).Resources.map((one) => one.displayName)).toEqual(['Team'])
    await patch(`/Groups/${id}`, { op: 'remove', path: 'members' })
    expect(await members()).toEqual([])
  })

  it('gives its people its roles, and takes them back', async () => {
    const a = await make('roled')
    const id = await makeGroup('Writers')
    const alpha = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow()
    const groupId = Number(id.replace('group-', ''))
    await admin.put(`/api/v1/security/groups/${groupId}`, { roles: [alpha.id] })
    const roles = async () => (await userRights(ctx, Number(a.replace('user-', ''))))?.user.roles.map(({ name }) => name)
    await patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value: a }] })
    expect(await roles()).toContain('Alpha')
    await patch(`/Groups/${id}`, { op: 'replace', path: 'displayName', value: 'Authors' })
    expect(await roles()).toContain('Alpha')
    await send('DELETE', `/Groups/${id}`)
    expect(await roles()).not.toContain('Alpha')
  })

  it('of ten thousand people is read and changed', async () => {
    const when = ctx.now().toISOString()
    const stamp = { created_on: when, changed_on: when, created_by_fk: null, changed_by_fk: null }
    const empty = { first_name: '', last_name: '', email: null, password: null, last_login: null, preferences: null }
    for (let from = 0; from < 10_000; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_, i) => ({ username: `many${from + i}`, ...empty, ...stamp }))
      await ctx.db.insertInto('users').values(rows).execute()
    }
    const people = await ctx.db.selectFrom('users').select('id').where('username', 'like', 'many%').execute()
    const id = await makeGroup(
      'Everybody',
      people.map((one) => `user-${one.id}`),
    )
    await patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "user-${people[0]?.id}"]` })
    expect((await send('GET', `/Groups/${id}`)).json<{ members: unknown[] }>().members).toHaveLength(9999)
    expect((await send('GET', `/Groups/${id}?excludedAttributes=members`)).json()).not.toHaveProperty('members')
  })

  it('holds neither itself nor another group', async () => {
    const [one, other] = [await makeGroup('Loop'), await makeGroup('Other')]
    const detail = async (value: string, type?: string) =>
      (await patch(`/Groups/${one}`, { op: 'add', path: 'members', value: [{ value, ...(type && { type }) }] })).json<{ detail: string }>()
        .detail
    expect(await detail(one)).toBe('A group cannot contain itself')
    expect(await detail(other)).toBe('Groups hold people, and no groups')
    expect(await detail('user-1', 'Group')).toBe('Groups hold people, and no groups')
  })
})

describe('bad input', () => {
  const bad = 'urn:bad'
  it.each<[what: string, method: Method, path: string, body: object | undefined, status: number, scimType: string | undefined]>([
    ['no name', 'POST', '/Users', { schemas: [user] }, 400, 'invalidValue'],
    ['a name that is a number', 'POST', '/Users', { userName: 7 }, 400, 'invalidValue'],
    ['an external id that is a number', 'POST', '/Users', { userName: 'n', externalId: 7 }, 400, 'invalidValue'],
    ['a taken name', 'POST', '/Users', { userName: 'ADMIN' }, 409, 'uniqueness'],
    ['a taken group', 'POST', '/Groups', { displayName: 'taken' }, 409, 'uniqueness'],
    ['an attribute that is a number', 'POST', '/Users', { userName: 'n', [own]: { a: 1 } }, 400, 'invalidValue'],
    ['an unknown person', 'POST', '/Groups', { displayName: 'u', members: [{ value: 'user-999999' }] }, 400, 'invalidValue'],
    ['a filter that ends too early', 'GET', '/Users?filter=userName%20eq', undefined, 400, 'invalidFilter'],
    ['a filter by nothing we have', 'GET', '/Users?filter=password%20pr', undefined, 400, 'invalidFilter'],
    ['a filter by a prototype', 'GET', '/Users?filter=constructor%20pr', undefined, 400, 'invalidFilter'],
    ['a deep filter', 'GET', `/Users?filter=${'('.repeat(3900)}`, undefined, 400, 'invalidFilter'],
    ['a count of words', 'GET', '/Users?count=many', undefined, 400, 'invalidValue'],
    ['an unknown operation', 'PATCH', '/Users/user-1', { Operations: [{ op: 'move' }] }, 400, 'invalidValue'],
    ['nothing to remove', 'PATCH', '/Users/user-1', { Operations: [{ op: 'remove' }] }, 400, 'noTarget'],
    ['nothing to add', 'PATCH', '/Users/user-1', { Operations: [{ op: 'add', path: 'title' }] }, 400, 'invalidValue'],
    ['an unknown path', 'PATCH', '/Users/user-1', { Operations: [{ op: 'add', path: bad, value: 1 }] }, 400, 'invalidPath'],
    [
      'the path of a prototype',
      'PATCH',
      '/Users/user-1',
      { Operations: [{ op: 'add', path: '__proto__.x', value: 1 }] },
      400,
      'invalidPath',
    ],
    ['a prototype', 'PATCH', '/Users/user-1', { Operations: [{ op: 'add', path: `${own}:__proto__`, value: 'x' }] }, 400, 'invalidPath'],
    [
      'the last administrator',
      'PATCH',
      '/Users/user-1',
      { Operations: [{ op: 'replace', path: 'active', value: false }] },
      400,
      'invalidValue',
    ],
    ['no object', 'POST', '/Users', [], 400, 'invalidValue'],
  ])('%s is refused in the shape of SCIM', async (...[, method, path, body, status, scimType]) => {
    await send('POST', '/Groups', { displayName: 'Taken' })
    const answer = await send(method, path, body)
    expect(answer.json()).toMatchObject({ schemas: [errorUrn], status: String(status), detail: expect.any(String) })
    expect([answer.statusCode, answer.json<{ scimType?: string }>().scimType, Object.prototype]).toEqual([status, scimType, {}])
  })

  it('a body that is no JSON', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
    const answer = await server.inject({ method: 'POST', url: '/scim/v2/Users', headers, payload: '{' })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { schemas: [errorUrn], status: '400' }])
  })
})
