import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { ensurePairId } from '../../access/object-pairs.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
let admin: Caller
let roles: Record<string, number>
let next = 0

beforeAll(async () => {
  ctx = await testContext()
  server = await buildApp(ctx)
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})
beforeEach(async () => {
  admin = await as(ctx, server, await adminOf(ctx))
  roles = Object.fromEntries((await ctx.db.selectFrom('roles').selectAll().execute()).map(({ id, name }) => [name, id]))
})

const users = '/api/v1/security/users/'
const person = (name: string) => ({
  username: name,
  first_name: 'A',
  last_name: 'B',
  email: `${name}@example.org`,
  password: 'correct horse',
  active: true,
})
const create = async (role: string) => {
  const name = `person${next++}`
  const made = await admin.post(users, { ...person(name), roles: [roles[role]] })
  return { name, id: made.json<{ id: number }>().id }
}
const login = (username: string, password = 'correct horse') =>
  server.inject({ method: 'POST', url: '/api/v1/security/login', payload: { username, password, provider: 'db' } })

describe('an account', () => {
  it('can log in by user name or e-mail, and never exposes its password', async () => {
    const { name, id } = await create('Gamma')
    expect((await login(name)).statusCode).toBe(200)
    expect((await login(`${name}@example.org`)).statusCode).toBe(200)
    const shown = await admin.get(`${users}${id}`)
    expect(shown.body).not.toMatch(/password|argon2/)
    expect((await admin.put(`${users}${id}`, { password: 'another horse' })).json()).toEqual({ result: {} })
    expect([(await login(name)).statusCode, (await login(name, 'another horse')).statusCode]).toEqual([401, 200])
  })

  it('is logged out immediately when it is deactivated or its password is changed by another user', async () => {
    for (const change of [{ active: false }, { password: 'another horse' }]) {
      const { id } = await create('Gamma')
      const caller = await as(ctx, server, id)
      expect((await caller.get('/api/v1/me/')).statusCode).toBe(200)
      await admin.put(`${users}${id}`, change)
      expect((await caller.get('/api/v1/me/')).statusCode).toBe(401)
      expect((await caller.inject({ url: '/api/v1/me/' }, 'bearer')).statusCode).toBe(401)
    }
  })

  it('needs a unique name and e-mail address, and existing roles', async () => {
    const { name } = await create('Gamma')
    const held = { roles: [roles['Gamma']] }
    const refused = async (given: object) => {
      const answer = await admin.post(users, { ...held, ...given })
      return [answer.statusCode, answer.json()]
    }
    expect(await refused({ ...person(name), email: 'other@example.org' })).toEqual([
      422,
      { message: 'This name belongs to another account.' },
    ])
    // As in Superset, the e-mail address is checked first.
    const address = { message: 'This e-mail address belongs to another account.' }
    expect(await refused(person(name))).toEqual([422, address])
    expect(await refused({ ...person('other'), email: `${name}@example.org` })).toEqual([422, address])
    expect((await admin.post(users, { ...person('other'), roles: [999_999] })).json()).toEqual({
      message: { roles: ['Role(s) with ID(s) [999999] not found.'] },
    })
    expect(await ctx.db.selectFrom('users').select('id').where('username', '=', 'other').execute()).toEqual([])
    const { id } = await create('Gamma')
    for (const [field, word] of [
      ['roles', 'Role'],
      ['groups', 'Group'],
    ] as const) {
      const answer = await admin.put(`${users}${id}`, { first_name: 'No', [field]: [999_999] })
      expect([answer.statusCode, answer.json()]).toEqual([404, { message: { [field]: [`${word}(s) with ID(s) [999999] not found.`] } }])
    }
    expect((await admin.get(`${users}${id}`)).json()).not.toMatchObject({ result: { first_name: 'No' } })
  })

  it('always has a role or a group', async () => {
    const { id } = await create('Gamma')
    const group = (await admin.post('/api/v1/security/groups/', { name: 'holders' })).json<{ id: number }>().id
    const put = async (body: object) => {
      const answer = await admin.put(`${users}${id}`, body)
      return [answer.statusCode, answer.json<{ message?: unknown }>().message]
    }
    expect(await put({ roles: [], groups: [] })).toEqual([400, 'User must have at least one role or group!'])
    expect(await put({ roles: [] })).toEqual([400, 'Cannot clear all roles unless at least one group is assigned!'])
    expect(await put({ groups: [group] })).toEqual([200, undefined])
    expect(await put({ roles: [] })).toEqual([200, undefined])
    expect(await put({ groups: [] })).toEqual([400, 'Cannot clear all groups unless at least one role is assigned!'])
    expect(await put({ groups: [], roles: [roles['Gamma']] })).toEqual([200, undefined])
  })

  it('is deleted with its sessions and ownerships', async () => {
    const { id } = await create('Gamma')
    const caller = await as(ctx, server, id)
    await ctx.db.insertInto('owners').values({ kind: 'chart', object_id: 1, user_id: id }).execute()
    expect((await admin.delete(`${users}${id}`)).json()).toEqual({ message: 'OK' })
    expect((await caller.get('/api/v1/me/')).statusCode).toBe(401)
    expect(await ctx.db.selectFrom('owners').selectAll().where('user_id', '=', id).execute()).toEqual([])
    expect((await admin.delete(`${users}${id}`)).statusCode).toBe(404)
  })
})

describe('administrators', () => {
  it('cannot remove the last one', async () => {
    const id = admin.id
    for (const change of [{ active: false }, { roles: [roles['Gamma']] }])
      expect((await admin.put(`${users}${id}`, change)).statusCode).toBe(422)
    expect((await admin.delete(`${users}${id}`)).statusCode).toBe(422)
    expect((await admin.put(`/api/v1/security/roles/${roles['Admin']}/users`, { user_ids: [] })).statusCode).toBe(422)
    expect((await admin.get('/api/v1/security/users/')).statusCode).toBe(200)
  })

  it('cannot lock themselves out by emptying their role', async () => {
    const path = `/api/v1/security/roles/${roles['Admin']}/permissions`
    const before = (await admin.get(`${path}/`)).json<{ result: { id: number }[] }>().result.map(({ id }) => id)
    expect((await admin.post(path, { permission_view_menu_ids: [] })).statusCode).toBe(200)
    expect((await admin.get(users)).statusCode).toBe(200)
    await admin.post(path, { permission_view_menu_ids: before })
  })

  it('and users with more rights can only be changed by users with the same rights', async () => {
    const pairs = ['can_get', 'can_post', 'can_put', 'can_delete'].flatMap((name) =>
      ['User', 'Role', 'Group'].map((view) => [name, view] as const),
    )
    const sets = ['can_add_role_permissions', 'can_update_role_users', 'can_update_role_groups'].map((name) => [name, 'Role'] as const)
    const keeper = await as(ctx, server, await makePerson(ctx, 'keeper', ['Gamma'], [...pairs, ...sets]))
    const roleOfAdmin = roles['Admin']
    const alpha = await create('Alpha')
    const reads = await ensurePairId(ctx.db, 'can_read', 'Log')
    const group = (await admin.post('/api/v1/security/groups/', { name: 'admins', roles: [roleOfAdmin] })).json<{ id: number }>().id
    expect((await keeper.post(users, { ...person('fresh'), roles: [roles['Gamma']] })).statusCode).toBe(201)
    const refused = [
      keeper.post(users, { ...person('fresh2'), roles: [roleOfAdmin] }),
      keeper.put(`${users}${keeper.id}`, { roles: [roleOfAdmin] }),
      keeper.put(`${users}${admin.id}`, { password: 'another horse' }),
      keeper.delete(`${users}${admin.id}`),
      keeper.put(`/api/v1/security/roles/${roleOfAdmin}/users`, { user_ids: [admin.id, keeper.id] }),
      keeper.put(`/api/v1/security/roles/${roleOfAdmin}/groups`, { group_ids: [] }),
      keeper.post('/api/v1/security/groups/', { name: 'mine', roles: [roleOfAdmin], users: [keeper.id] }),
      keeper.put(`/api/v1/security/groups/${group}`, { users: [keeper.id] }),
      keeper.put(`${users}${keeper.id}`, { groups: [group] }),
      keeper.put(`${users}${keeper.id}`, { roles: [roles['Alpha']] }),
      keeper.put(`${users}${alpha.id}`, { password: 'another horse' }),
      keeper.post(`/api/v1/security/roles/${roles['Gamma']}/permissions`, { permission_view_menu_ids: [reads] }),
    ]
    for (const [at, answer] of (await Promise.all(refused)).entries()) expect([at, answer.statusCode]).toEqual([at, 403])
    expect((await keeper.get('/api/v1/log/')).statusCode).toBe(403)
  })
})

describe('roles', () => {
  it('ignore unknown permission pairs', async () => {
    const role = (await admin.post('/api/v1/security/roles/', { name: 'takers' })).json<{ id: number }>().id
    const path = `/api/v1/security/roles/${role}/permissions`
    const reads = await ensurePairId(ctx.db, 'can_read', 'Log')
    expect((await admin.post(path, { permission_view_menu_ids: [reads, 999_999] })).statusCode).toBe(200)
    expect((await admin.get(`${path}/`)).json<{ result: { id: number }[] }>().result.map(({ id }) => id)).toEqual([reads])
  })

  it('that are built in cannot be renamed or deleted', async () => {
    const path = `/api/v1/security/roles/${roles['Gamma']}`
    expect([(await admin.put(path, { name: 'Delta' })).statusCode, (await admin.delete(path)).statusCode]).toEqual([422, 422])
  })

  it('take effect immediately, directly or through a group', async () => {
    const { id } = await create('Gamma')
    const caller = await as(ctx, server, id)
    expect((await caller.get('/api/v1/log/')).statusCode).toBe(403)
    const role = (await admin.post('/api/v1/security/roles/', { name: 'readers of the log' })).json<{ id: number }>().id
    const pairs = (await admin.get(`/api/v1/security/roles/${roles['Admin']}/permissions/`)).json<{
      result: { id: number; permission_name: string; view_menu_name: string }[]
    }>().result
    const reads = pairs.filter((pair) => pair.permission_name === 'can_read' && pair.view_menu_name === 'Log').map((pair) => pair.id)
    await admin.post(`/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: reads })
    const group = (await admin.post('/api/v1/security/groups/', { name: 'auditors', roles: [role], users: [id] })).json<{ id: number }>().id
    expect((await caller.get('/api/v1/log/')).statusCode).toBe(200)
    expect((await admin.get('/api/v1/security/groups/')).json()).toMatchObject({
      result: expect.arrayContaining([expect.objectContaining({ id: group, users: [{ id, username: expect.any(String) }] })]),
    })
    await admin.delete(`/api/v1/security/groups/${group}`)
    expect((await caller.get('/api/v1/log/')).statusCode).toBe(403)
    await admin.put(`/api/v1/security/roles/${role}/users`, { user_ids: [id] })
    expect((await caller.get('/api/v1/log/')).statusCode).toBe(200)
    await admin.delete(`/api/v1/security/roles/${role}`)
    expect((await caller.get('/api/v1/log/')).statusCode).toBe(403)
  })

  it('every change is logged, without passwords', async () => {
    const { id } = await create('Gamma')
    await admin.put(`${users}${id}`, { password: 'another horse' })
    const lines = await ctx.db
      .selectFrom('action_log')
      .selectAll()
      .where('action', 'like', 'user.%')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(lines.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['user.update', admin.id],
      ['user.create', admin.id],
    ])
    expect(JSON.stringify(lines)).not.toContain('horse')
  })
})

it('anonymous callers have the permissions of the role Public', async () => {
  const ask = () => server.inject({ url: '/api/v1/dashboard/', headers: { accept: 'application/json' } })
  expect((await ask()).statusCode).toBe(401)
  const pairs = (await admin.get(`/api/v1/security/roles/${roles['Gamma']}/permissions/`)).json<{
    result: { id: number; permission_name: string; view_menu_name: string }[]
  }>().result
  const reads = pairs.filter((pair) => pair.permission_name === 'can_read' && pair.view_menu_name === 'Dashboard').map((pair) => pair.id)
  await admin.post(`/api/v1/security/roles/${roles['Public']}/permissions`, { permission_view_menu_ids: reads })
  expect([(await ask()).statusCode, (await ask()).json()]).toMatchObject([200, { count: 0 }])
  await admin.post(`/api/v1/security/roles/${roles['Public']}/permissions`, { permission_view_menu_ids: [] })
  expect((await ask()).statusCode).toBe(401)
})
