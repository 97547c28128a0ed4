import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { can } from '#core/access/can.ts'
import type { Kind } from '#core/access/kind.ts'
import { nobody, type Principal } from '#core/access/principal.ts'
import { tableOf } from '../db/change.ts'
import { testContext } from '../testing/test-context.ts'
import { syncObjectPairs } from './object-pairs.ts'
import { publicPrincipal, userPrincipal } from './principals.ts'
import { subjectOf } from './subjects.ts'
import { makePerson } from '../testing/test-people.ts'
import { isVisible } from './is-visible.ts'

// For every kind of grant, a list must show exactly the objects that `can` allows to see.
let ctx: Awaited<ReturnType<typeof testContext>>
const principals = new Map<string, Principal>()

const stamp = { created_on: '', changed_on: '', created_by_fk: null, changed_by_fk: null }
let next = 0
const uuid = () => `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}`

const insert = async (table: 'databases' | 'datasets' | 'charts' | 'dashboards', values: Record<string, unknown>): Promise<number> =>
  (
    await ctx.db
      .insertInto(table)
      .values({ uuid: uuid(), ...stamp, ...values } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const own = (kind: Kind, object_id: number, user_id: number) => ctx.db.insertInto('owners').values({ kind, object_id, user_id }).execute()

beforeAll(async () => {
  ctx = await testContext()
  const role = async (name: string) => (await ctx.db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const databases: number[] = []
  for (const name of ['one', 't%w_o', 'thr].[ee']) {
    const id = await insert('databases', { database_name: name, sqlalchemy_uri: '', engine: '', configuration_method: '' })
    await syncObjectPairs(ctx.db, 'database', id)
    databases.push(id)
  }
  const datasets: number[] = []
  for (const database_id of databases) {
    for (const [catalog, schema] of [
      [null, 'a'],
      [null, null],
      ['c', 'a'],
      ['c', 'b].[a'],
    ]) {
      for (const deleted_at of [null, 'x']) {
        const id = await insert('datasets', { database_id, catalog, schema, table_name: `t${datasets.length}`, deleted_at })
        await syncObjectPairs(ctx.db, 'dataset', id)
        datasets.push(id)
      }
    }
  }
  const owner = await makePerson(ctx, 'owner', ['Gamma'])
  const charts: number[] = []
  for (const [at, datasource_id] of datasets.entries()) {
    const id = await insert('charts', { slice_name: 'c', viz_type: 'table', datasource_id, datasource_type: 'table', params: '{}' })
    charts.push(id)
    if (at % 3 === 0) await own('chart', id, owner)
    if (at % 5 === 0) await own('dataset', datasource_id, owner)
  }
  for (const [at, chart] of charts.entries()) {
    for (const published of [0, 1]) {
      for (const roles of [[], ['Gamma'], ['Alpha', 'Gamma']]) {
        const id = await insert('dashboards', { dashboard_title: 'd', published, deleted_at: at === 7 ? 'x' : null })
        if (at !== 3) await ctx.db.insertInto('dashboard_charts').values({ dashboard_id: id, chart_id: chart }).execute()
        for (const name of roles)
          await ctx.db
            .insertInto('dashboard_roles')
            .values({ dashboard_id: id, role_id: await role(name) })
            .execute()
        if (at % 4 === 0) await own('dashboard', id, owner)
      }
    }
  }

  const people: Record<string, { roles: string[]; pairs?: [string, string][] }> = {
    admin2: { roles: ['Admin'] },
    alpha: { roles: ['Alpha'] },
    gamma: { roles: ['Gamma'] },
    none: { roles: [] },
    dataset: { roles: ['Gamma'], pairs: [['datasource_access', `[old].[name](id:${datasets[4]})`]] },
    datasets: { roles: [], pairs: datasets.slice(0, 9).map((id) => ['datasource_access', `[x].[y](id:${id})`]) },
    database: { roles: ['Gamma'], pairs: [['database_access', `[one].(id:${databases[0]})`]] },
    schema: { roles: ['Gamma'], pairs: [['schema_access', '[t%w_o].[a]']] },
    schemaInCatalog: { roles: ['Gamma'], pairs: [['schema_access', '[thr]].[ee].[c].[a]']] },
    oddSchema: { roles: ['Gamma'], pairs: [['schema_access', '[one].[c].[b]].[a]']] },
    notASchema: { roles: ['Gamma'], pairs: [['schema_access', '[one].[c].[b].[a]']] },
    catalog: { roles: ['Gamma'], pairs: [['catalog_access', '[thr]].[ee].[c]']] },
    allDatasets: { roles: [], pairs: [['all_datasource_access', 'all_datasource_access']] },
    allDatabases: { roles: [], pairs: [['all_database_access', 'all_database_access']] },
  }
  for (const [name, { roles, pairs }] of Object.entries(people)) {
    principals.set(name, (await userPrincipal(ctx, await makePerson(ctx, name, roles, pairs), 'session')) ?? nobody)
  }
  principals.set('owner', (await userPrincipal(ctx, owner, 'session')) ?? nobody)
  principals.set('public', await publicPrincipal(ctx))
  const [first] = await ctx.db.selectFrom('dashboards').select('uuid').execute()
  const guest = { kind: 'guest' as const, username: 'g', roles: [], pairs: new Set<never>(), rules: [] }
  principals.set('guest', { ...guest, resources: [{ type: 'dashboard', id: first?.uuid ?? '' }] })
  const person = principals.get('schema')
  if (person?.kind === 'user') principals.set('job', { kind: 'job', actsFor: person })
})
afterAll(() => ctx.close())

const names = [
  'admin2',
  'alpha',
  'gamma',
  'none',
  'dataset',
  'datasets',
  'database',
  'schema',
  'schemaInCatalog',
  'oddSchema',
  'notASchema',
]
const others = ['catalog', 'allDatasets', 'allDatabases', 'owner', 'public', 'guest', 'job']

const kinds = ['chart', 'dashboard', 'dataset', 'database'] satisfies Kind[]

describe.each(kinds)('%s', (kind) => {
  it.each([...names, ...others])('as %s', async (name) => {
    const principal = principals.get(name) ?? nobody
    const table = tableOf[kind]
    const all = await ctx.db.selectFrom(table).select('id').where('deleted_at', 'is', null).orderBy('id').execute()
    const listed = await ctx.db
      .selectFrom(table)
      .select('id')
      .where('deleted_at', 'is', null)
      .where(isVisible(principal, kind))
      .orderBy('id')
      .execute()
    const allowed: number[] = []
    for (const { id } of all) {
      const subject = await subjectOf(ctx.db, kind, id)
      if (subject && can(principal, 'see', subject).allowed) allowed.push(id)
    }
    expect(listed.map(({ id }) => id)).toEqual(allowed)
  })
})

it('each grant opens the expected number of datasets', async () => {
  const count = async (name: string) =>
    (
      await ctx.db
        .selectFrom('datasets')
        .select('id')
        .where('deleted_at', 'is', null)
        .where(isVisible(principals.get(name) ?? nobody, 'dataset'))
        .execute()
    ).length
  const counts = Object.fromEntries(await Promise.all(principals.keys().map(async (name) => [name, await count(name)] as const)))
  expect(counts).toMatchObject({
    alpha: 12,
    gamma: 0,
    database: 4,
    schema: 1,
    schemaInCatalog: 1,
    oddSchema: 1,
    notASchema: 0,
    catalog: 2,
    allDatasets: 12,
    public: 0,
    job: 1,
  })
})
