import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { datasetKey } from '../../src/core/access/grants.ts'
import { as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { startStage, type Stage } from './chart-data/stage.ts'

/** Ways around a right: what somebody writes is judged by their own rights, not by those of whoever reads it. */
let stage: Stage
/** May write datasets, and owns one without the database that it lies in. */
let keeper: Caller
let reader: Caller
let dataset: number

const grantOn = (table: string) =>
  ['datasource_access', datasetKey({ id: stage.datasetId(table), name: table, database: { name: 'conformance' } })] as const

beforeAll(async () => {
  stage = await startStage('duckdb')
  const { ctx, app } = stage
  keeper = await as(
    ctx,
    app,
    await makePerson(
      ctx,
      'keeper',
      ['Gamma'],
      [
        ['can_write', 'Dataset'],
        ['can_save', 'Datasource'],
      ],
    ),
  )
  reader = await as(ctx, app, await makePerson(ctx, 'reader', ['Gamma'], [grantOn('penguins')]))
  dataset = stage.datasetId('penguins')
  await stage.caller.put(`/api/v1/dataset/${dataset}`, { owners: [keeper.id] })
})
afterAll(() => stage.close())

describe('an owner of a dataset without its database', () => {
  const other = (n: number) => `(SELECT max("IMDB Rating") + ${n} FROM movies)`
  const parts = async () => {
    const { result } = (await stage.caller.get(`/api/v1/dataset/${dataset}`)).json<{
      result: { columns: { id: number; column_name: string }[]; metrics: { id: number; metric_name: string; expression: string }[] }
    }>()
    return {
      columns: result.columns.map(({ id, column_name }) => ({ id, column_name })),
      metrics: result.metrics.map(({ id, metric_name, expression }) => ({ id, metric_name, expression })),
    }
  }
  const bodies: [string, (expression: string) => Promise<object>][] = [
    [
      'a calculated column',
      async (expression) => ({ columns: [...(await parts()).columns, { column_name: crypto.randomUUID(), expression }] }),
    ],
    ['a metric', async (expression) => ({ metrics: [...(await parts()).metrics, { metric_name: crypto.randomUUID(), expression }] })],
    ['the predicate of choices', async (expression) => ({ fetch_values_predicate: `"Body Mass (g)" > ${expression}` })],
  ]
  const write = async (by: Caller, body: object) => (await by.put(`/api/v1/dataset/${dataset}`, body)).statusCode

  it.each(bodies)('cannot read other tables by %s', async (name, bodyWith) => {
    const own = other(name.length)
    expect(await write(keeper, await bodyWith('1'))).toBe(200)
    for (const expression of [own, '{{ "(SELECT 1 FROM movies)" }}', '(FROM movies)', 'exists(select 1 from movies)']) {
      const status = await write(keeper, await bodyWith(expression))
      expect([expression, status]).toEqual([expression, 403])
    }
    expect(await write(stage.caller, await bodyWith(own))).toBe(200)
    // What no parser reads is written, and refused to everybody who would run it.
    expect(await write(keeper, await bodyWith('(TABLE movies)'))).toBe(200)
    // What another wrote stays, and does not get in the way of other changes.
    expect(await write(keeper, { ...(await parts()), description: 'kept' })).toBe(200)
  })

  it('cannot restore SQL or an expression from a version', async () => {
    const version = async () =>
      (await stage.caller.get(`/api/v1/dataset/${dataset}/versions`)).json<{ result: { version: number }[] }>().result[0]?.version
    const restore = async (wanted: number | undefined) =>
      (await keeper.post(`/api/v1/dataset/${dataset}/restore`, { version: wanted })).statusCode
    await write(stage.caller, {
      fetch_values_predicate: null,
      metrics: (await parts()).metrics.filter(({ metric_name }) => metric_name === 'count'),
    })
    const plain = await version()
    await write(stage.caller, { sql: 'SELECT * FROM movies' })
    const withSql = await version()
    await write(stage.caller, { sql: null })
    await write(stage.caller, { fetch_values_predicate: other(0) })
    const withPredicate = await version()
    await write(stage.caller, { fetch_values_predicate: null })
    expect([await restore(withSql), await restore(withPredicate), await restore(plain)]).toEqual([403, 403, 200])
  })

  it('can undo its deletion only if they could write it now', async () => {
    const { ctx, app } = stage
    const setup = [
      { kind: 'dataset', name: 'over penguins', sql: 'SELECT * FROM penguins' },
      { kind: 'dataset', name: 'over penguins again', sql: 'SELECT * FROM penguins' },
    ]
    await stage.prepare({ setup } as never)
    const owner = await as(ctx, app, await makePerson(ctx, 'owner', ['Gamma'], [['can_write', 'Dataset']]))
    const [virtual, again] = [stage.datasetId('over penguins'), stage.datasetId('over penguins again')]
    const physical = stage.datasetId('movies')
    for (const id of [virtual, again, physical]) await stage.caller.put(`/api/v1/dataset/${id}`, { owners: [owner.id] })
    const undone = async (id: number, body: object = {}) => {
      expect((await owner.inject({ method: 'DELETE', url: `/api/v1/dataset/${id}` })).statusCode).toBe(200)
      return (await owner.post(`/api/v1/dataset/${id}/restore`, body)).statusCode
    }
    expect([await undone(virtual), await undone(again, { version: 1 }), await undone(physical)]).toEqual([403, 403, 200])
    const predicate = '(SELECT count(*) FROM penguins) > 0'
    await stage.caller.put(`/api/v1/dataset/${physical}`, { fetch_values_predicate: predicate })
    expect(await undone(physical)).toBe(403)
    const all = [virtual, again, physical]
    for (const id of all) expect((await stage.caller.post(`/api/v1/dataset/${id}/restore`, {})).statusCode).toBe(200)
    await stage.caller.put(`/api/v1/dataset/${physical}`, { fetch_values_predicate: null })
  })

  it('cannot redirect the SQL of a dataset to other tables by parameters or a copy', async () => {
    await stage.prepare({ setup: [{ kind: 'dataset', name: 'steered', sql: "SELECT * FROM {{ source|default('penguins') }}" }] } as never)
    const steered = stage.datasetId('steered')
    await stage.caller.put(`/api/v1/dataset/${steered}`, { owners: [keeper.id] })
    const put = await keeper.put(`/api/v1/dataset/${steered}`, { template_params: '{"source":"movies"}' })
    expect(put.statusCode).toBe(403)
    expect((await keeper.put(`/api/v1/dataset/${steered}`, { description: 'x' })).statusCode).toBe(200)
    const copy = await keeper.post('/api/v1/dataset/duplicate', { base_model_id: steered, table_name: 'my own' })
    expect(copy.statusCode).toBe(403)
  })
})

describe('objects of others', () => {
  it('only owners of a dataset can invalidate its cache', async () => {
    const flush = async (by: Caller, body: object) => (await by.post('/api/v1/cachekey/invalidate', body)).statusCode
    const named = { datasources: [{ datasource_name: 'penguins', database_name: 'conformance', datasource_type: 'table' }] }
    expect([await flush(reader, { datasource_uids: [`${dataset}__table`] }), await flush(reader, named)]).toEqual([403, 403])
    expect([await flush(keeper, { datasource_uids: [`${dataset}__table`] }), await flush(keeper, named)]).toEqual([201, 201])
  })

  it('a permission pair of a role can be changed only by users who have all permissions of the role, before and after', async () => {
    const { ctx, app } = stage
    const pairs = [
      ['can_write', 'PermissionViewMenu'],
      ['can_read', 'PermissionViewMenu'],
    ] as const
    const climber = await as(ctx, app, await makePerson(ctx, 'climber', [], [...pairs]))
    const idOf = async (permission: string, view: string) =>
      await ctx.db
        .selectFrom('permission_views')
        .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
        .innerJoin('view_menus', 'view_menus.id', 'permission_views.view_menu_id')
        .select(['permission_views.id', 'permission_id', 'view_menu_id'])
        .where('permissions.name', '=', permission)
        .where('view_menus.name', '=', view)
        .executeTakeFirstOrThrow()
    const held = await idOf('can_read', 'PermissionViewMenu')
    const { permission_id, view_menu_id } = await idOf('all_datasource_access', 'all_datasource_access')
    const change = (by: Caller, body: object) => by.put(`/api/v1/security/permissions-resources/${held.id}`, body)
    const taken = (await change(climber, { permission_id, view_menu_id })).statusCode
    const view = await ctx.db.insertInto('view_menus').values({ name: 'another view' }).returning('id').executeTakeFirstOrThrow()
    expect([taken, (await change(climber, { view_menu_id: view.id })).statusCode]).toEqual([taken, 403])
    expect(taken).toBeGreaterThanOrEqual(400)
    const foreign = await idOf('can_read', 'Chart')
    expect((await climber.delete(`/api/v1/security/permissions-resources/${foreign.id}`)).statusCode).toBe(403)
  })

  it('e-mail addresses are visible to account managers only, and users to signed-in users only', async () => {
    const { ctx, app } = stage
    const options = async (by: Caller, kind: string) =>
      (await by.get(`/api/v1/${kind}/related/owners`)).json<{ count: number; result: { extra: { email: string } }[] }>()
    for (const kind of ['chart', 'dashboard', 'dataset']) {
      expect((await options(stage.caller, kind)).result.some(({ extra }) => extra.email === 'keeper@example.org')).toBe(true)
      expect((await options(reader, kind)).result.map(({ extra }) => extra.email).join('')).toBe('')
    }
    const lists = await Promise.all(
      ['chart', 'dashboard', 'dataset'].map(
        async (kind) => (await reader.get(`/api/v1/${kind}/?q=(columns:!(owners,owners.email,changed_by,created_by))`)).body,
      ),
    )
    expect(lists.join()).not.toContain('@example.org')
    const role = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow()
    const pair = await ctx.db
      .selectFrom('permission_views')
      .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
      .innerJoin('view_menus', 'view_menus.id', 'permission_views.view_menu_id')
      .select('permission_views.id')
      .where('permissions.name', '=', 'can_read')
      .where('view_menus.name', '=', 'Chart')
      .executeTakeFirstOrThrow()
    await stage.caller.post(`/api/v1/security/roles/${role.id}/permissions`, { permission_view_menu_ids: [pair.id] })
    const seen = (await app.inject({ url: '/api/v1/chart/related/owners', headers: { accept: 'application/json' } })).json<{
      count: number
    }>()
    expect(seen.count).toBe(0)
  })

  it('the value of a permalink is visible only with access to its dashboard', async () => {
    const made = await stage.caller.post('/api/v1/dashboard/', { dashboard_title: 'plan' })
    const { id } = made.json<{ id: number }>()
    const { key } = (await stage.caller.post(`/api/v1/dashboard/${id}/permalink`, { activeTabs: ['secret tab'] })).json<{ key: string }>()
    expect((await stage.caller.get(`/api/v1/dashboard/permalink/${key}`)).body).toContain('secret tab')
    expect((await reader.get(`/api/v1/dashboard/permalink/${key}`)).statusCode).toBe(404)
    expect((await reader.get(`/superset/dashboard/p/${key}/`)).statusCode).toBe(404)
  })
})
