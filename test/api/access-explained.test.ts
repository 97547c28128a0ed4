import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccessExplanation } from '../../src/api/access.ts'
import { databaseKey, datasetKey } from '../../src/core/access/grants.ts'
import { clearRightsCache } from '../../src/server/access/principals.ts'
import { createApp } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { adminOf, as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { callers } from './access-matrix.rows.ts'
import { makeThing, makeWorld, type Made, type World } from './access-matrix.things.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: App
let world: World
let admin: Caller
const people = new Map<string, number>()

beforeAll(async () => {
  ctx = await testContext()
  app = await createApp(ctx)
  const adminId = await adminOf(ctx)
  admin = await as(ctx, app.server, adminId)
  people.set('admin', adminId)
  world = await makeWorld(ctx, adminId)
  const grants = {
    dataset: ['datasource_access', datasetKey({ id: world.gapminder, name: 'gapminder', database: world.database })],
    database: ['database_access', databaseKey(world.database)],
  } as const
  for (const [name, caller] of Object.entries(callers)) {
    if (!caller || name === 'admin') continue
    people.set(name, await makePerson(ctx, name, [...caller.roles], 'grant' in caller ? [grants[caller.grant]] : []))
  }
})
afterAll(async () => {
  await app.server.close()
  await ctx.close()
})

type Kind = AccessExplanation['object']['kind']

const explain = async (kind: Kind, id: number, user: number): Promise<AccessExplanation> => {
  const answer = await admin.get(`/api/v1/security/access/${kind}/${id}?user=${user}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ result: AccessExplanation }>().result
}

const isRefused = (status: number) => status === 403 || status === 404

describe.each([
  ['chart', 'chart'],
  ['dashboard', 'dashboard'],
  ['draft', 'dashboard'],
  ['dataset', 'dataset'],
  ['gapminder', 'dataset'],
  ['database', 'database'],
  ['world', 'database'],
] as const)('%s', (thing, kind) => {
  const cases = Object.keys(callers)
    .filter((name) => name !== 'public')
    .flatMap((name) => [
      [name, 'another'],
      [name, 'the caller'],
    ])
  it.each(cases)('what is said about %s and one of %s is what the server does', async (name, owner) => {
    const user = people.get(name ?? '') ?? 0
    const made: Made = await makeThing(ctx, world, thing, owner === 'another' ? [admin.id] : [...new Set([admin.id, user])])
    const caller = await as(ctx, app.server, user)
    const told = await explain(kind, made.id, user)
    expect(told.see.allowed).toBe(!isRefused((await caller.get(`/api/v1/${kind}/${made.id}`)).statusCode))
    expect(told.change.allowed).toBe(
      !isRefused((await caller.put(`/api/v1/${kind}/${made.id}`, kind === 'database' ? {} : { description: 'x' })).statusCode),
    )
    for (const { dataset, read } of told.data) {
      const body = { datasource: { id: dataset.id, type: 'table' }, queries: [{ columns: [], metrics: ['count'] }] }
      expect(read.allowed).toBe(!isRefused((await caller.post('/api/v1/chart/data', body)).statusCode))
    }
    for (const verdict of [told.see, told.change, told.query]) {
      expect(verdict.grounds.length > 0).toBe(verdict.allowed)
      expect(verdict.sentences.length).toBeGreaterThan(0)
    }
  })
})

it('sentences name the role, the group through which it is held, and the grant', async () => {
  const user = await makePerson(ctx, 'grace', ['Gamma'])
  const { id: group } = await ctx.db
    .insertInto('groups')
    .values({ name: 'Staff', label: null, description: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const role = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'pairs of gamma_ds').executeTakeFirstOrThrow()
  await ctx.db.insertInto('group_roles').values({ group_id: group, role_id: role.id }).execute()
  await ctx.db.insertInto('user_groups').values({ group_id: group, user_id: user }).execute()
  clearRightsCache(ctx)
  const dashboard = await makeThing(ctx, world, 'dashboard', [admin.id])
  const told = await explain('dashboard', dashboard.id, user)
  expect(told.person).toEqual({ id: user, name: 'Grace Check' })
  expect(told.see.sentences).toEqual([
    `It is published and shows the dataset “gapminder”. Grace Check holds the role “pairs of gamma_ds” through the group “Staff”, which opens the dataset “${world.database.name}.gapminder”.`,
  ])
  expect(told.change).toMatchObject({ allowed: false, sentences: ['Grace Check is not one of its owners.'] })
})

it('the rules that bind a person are named, with the condition that results', async () => {
  const user = people.get('gamma_ds') ?? 0
  const dataset = (await makeThing(ctx, world, 'dataset', [admin.id, user])).id
  const gamma = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
  const rule = { name: 'EU only', filter_type: 'Regular', tables: [dataset], roles: [gamma.id], clause: "region = 'EU'" }
  const made = (await admin.post('/api/v1/rowlevelsecurity/', rule)).json<{ id: number }>().id
  const other = { ...rule, name: 'nobody', filter_type: 'Base', clause: '1 = 0' }
  const base = (await admin.post('/api/v1/rowlevelsecurity/', other)).json<{ id: number }>().id
  const mask = { name: 'no names', filter_type: 'Regular', mask: 'hidden', dataset, columns: ['c'], roles: [gamma.id] }
  const masked = (await admin.post('/api/v1/columnrule/', mask)).json<{ id: number }>().id
  const told = await explain('dataset', dataset, user)
  expect(told.data).toMatchObject([
    {
      row_rules: [{ id: made, name: 'EU only' }],
      row_conditions: ["region = 'EU'"],
      column_rules: [{ id: masked, name: 'no names' }],
      columns: [{ name: 'c', mask: 'hidden' }],
    },
  ])
  expect(told.data[0]?.sentences).toEqual([
    "Only rows that meet this condition: region = 'EU'",
    'The rule “EU only” binds whoever holds one of its roles.',
    'The column “c” is hidden.',
    'The rule “no names” binds whoever holds one of its roles.',
  ])
  const free = await explain('dataset', dataset, admin.id)
  expect(free.data[0]).toMatchObject({ row_rules: [{ id: base }], row_conditions: ['1 = 0'], columns: [] })
  for (const path of [`rowlevelsecurity/${made}`, `rowlevelsecurity/${base}`, `columnrule/${masked}`])
    expect((await admin.delete(`/api/v1/${path}`)).statusCode).toBe(200)
})

it('a deactivated account sees nothing; an unknown person or object is not found', async () => {
  const user = await makePerson(ctx, 'left', ['Admin'])
  await ctx.db.updateTable('users').set({ active: 0 }).where('id', '=', user).execute()
  clearRightsCache(ctx)
  const told = await explain('dataset', world.gapminder, user)
  expect(told.see).toEqual({ allowed: false, grounds: [], sentences: ['The account of Left Check is deactivated.'] })
  expect((await admin.get(`/api/v1/security/access/dataset/${world.gapminder}?user=99999`)).statusCode).toBe(404)
  expect((await admin.get('/api/v1/security/access/dataset/99999')).statusCode).toBe(404)
  expect((await admin.get('/api/v1/security/access/query/1')).statusCode).toBe(404)
})

it('of nobody in particular the role Public decides', async () => {
  const told = (await admin.get(`/api/v1/security/access/dataset/${world.gapminder}`)).json<{ result: AccessExplanation }>().result
  expect(told.person).toBeNull()
  expect(told.see).toMatchObject({ allowed: false, grounds: [] })
})
