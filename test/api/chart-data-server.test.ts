import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { GuestPrincipal } from '#core/access/principal.ts'
import { findChart } from '#charts/index.ts'
import { buildQueryContext } from '#core/query/build-query-context.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { clearRightsCache } from '../../src/server/access/principals.ts'
import { as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { runQueryContext } from '../../src/server/resources/chart-data/run.ts'
import type { JsonObject } from './chart-data/corpus.ts'
import { startStage, type Stage } from './chart-data/stage.ts'

/** What the server does around a query: cache, single flight, rights, downloads. The answers themselves are judged by the corpus. */
let stage: Stage

beforeAll(async () => {
  stage = await startStage('duckdb')
})
afterAll(() => stage.close())

const contextOf = (table: string, query: object, rest: object = {}) => ({
  datasource: { id: stage.datasetId(table), type: 'table' },
  queries: [query],
  result_format: 'json',
  result_type: 'full',
  ...rest,
})

const bySpecies = { columns: ['Species'], metrics: ['count'], orderby: [['Species', true]] }

const post = (context: object, { caller = stage.caller, path = '/api/v1/chart/data', headers = {} } = {}) =>
  caller.inject({ method: 'POST', url: path, payload: context, headers }, 'bearer')

const first = (answer: Awaited<ReturnType<typeof post>>): JsonObject => {
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return (answer.json() as { result: JsonObject[] }).result[0] ?? {}
}

describe('the cache', () => {
  it('marks the second response as cached, with the same rows', async () => {
    const context = contextOf('penguins', bySpecies)
    const made = first(await post(context))
    expect(made).toMatchObject({ is_cached: null, cached_dttm: null })
    const kept = await post(context)
    expect(kept.headers['server-timing']).toContain('cache;desc=hit')
    expect(first(kept)).toMatchObject({ is_cached: true, data: made['data'], cache_key: made['cache_key'] })
    expect(Date.parse(String(first(kept)['cached_dttm']))).not.toBeNaN()
  })

  it('sends the same body in the accepted encoding', async () => {
    const context = contextOf('gapminder', { columns: ['country', 'year'], metrics: ['count'], orderby: [['country', true]] })
    const plain = (await post(context)).body
    const hit = (await post(context)).body
    const packed = await post(context, { headers: { 'accept-encoding': 'zstd, gzip' } })
    const zipped = await post(context, { headers: { 'accept-encoding': 'gzip' } })
    const refused = await post(context, { headers: { 'accept-encoding': 'zstd;q=0, gzip;q=0' } })
    expect(packed.headers['content-encoding']).toBe('zstd')
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(refused.headers['content-encoding']).toBeUndefined()
    expect(zstdDecompressSync(packed.rawPayload).toString()).toBe(hit)
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(hit)
    expect(refused.body).toBe(hit)
    expect(plain.length).toBeGreaterThan(10_000)
  })

  it('is bypassed and refilled by force', async () => {
    const context = contextOf('penguins', { ...bySpecies, row_limit: 2 })
    await post(context)
    expect(first(await post({ ...context, force: true }))['is_cached']).toBeNull()
    expect(first(await post(context))['is_cached']).toBe(true)
  })

  it('invalidates a changed dataset', async () => {
    const context = contextOf('cars', { columns: ['Origin'], metrics: ['count'] })
    await post(context)
    expect(first(await post(context))['is_cached']).toBe(true)
    await stage.caller.put(`/api/v1/dataset/${stage.datasetId('cars')}`, { description: 'motors' })
    expect(first(await post(context))['is_cached']).toBeNull()
  })

  it('stores nothing with a negative timeout', async () => {
    const context = contextOf('penguins', { ...bySpecies, row_limit: 3 }, { custom_cache_timeout: -1 })
    await post(context)
    expect(first(await post(context))['is_cached']).toBeNull()
  })

  it('serves an expired response to clients that accept a stale one', async () => {
    const context = contextOf('penguins', { ...bySpecies, row_limit: 4 }, { custom_cache_timeout: 60 })
    await post(context)
    const now = Date.now()
    const clock = vi.spyOn(stage.ctx, 'now').mockImplementation(() => new Date(now + 90_000))
    try {
      const stale = await post(context, { headers: { 'cache-control': 'max-stale=3600' } })
      expect(first(stale)['is_cached']).toBe(true)
      await vi.waitFor(
        async () => {
          const renewed = first(await post(context))
          expect(Date.parse(String(renewed['cached_dttm']))).toBeGreaterThan(now)
        },
        { timeout: 20_000 },
      )
    } finally {
      clock.mockRestore()
    }
  })

  it('can be invalidated by name and warmed up by chart', async () => {
    const id = stage.datasetId('jobs')
    const query = { columns: ['sex'], metrics: ['count'] }
    const context = contextOf('jobs', query)
    const chart = (
      await stage.caller.post('/api/v1/chart/', {
        slice_name: 'jobs by sex',
        viz_type: 'table',
        datasource_id: id,
        datasource_type: 'table',
        params: JSON.stringify({ viz_type: 'table', datasource: `${id}__table` }),
        query_context: JSON.stringify(context),
      })
    ).json() as { id: number }
    const warmed = await stage.caller.put('/api/v1/chart/warm_up_cache', { chart_id: chart.id })
    expect(warmed.json()).toEqual({ result: [{ chart_id: chart.id, viz_error: null, viz_status: 'success' }] })
    expect(first(await post(context))['is_cached']).toBe(true)
    await stage.caller.post('/api/v1/cachekey/invalidate', { datasource_uids: [`${id}__table`] })
    expect(first(await post(context))['is_cached']).toBeNull()
    const whole = await stage.caller.put('/api/v1/dataset/warm_up_cache', { db_name: 'conformance', table_name: 'jobs' })
    expect(whole.json()).toMatchObject({ result: [{ viz_status: 'success' }] })
  })
})

describe('warming a chart for its dashboard', () => {
  const create = async (path: string, body: object) => ((await stage.caller.post(path, body)).json() as { id: number }).id

  it('caches the response with the default values of the filters in scope', async () => {
    const datasource = `${stage.datasetId('cars')}__table`
    const form = { viz_type: 'pie', datasource, groupby: ['Origin'], metric: 'count', row_limit: 7 }
    const chart = await create('/api/v1/chart/', {
      slice_name: 'cars by origin',
      viz_type: 'pie',
      datasource_id: stage.datasetId('cars'),
      datasource_type: 'table',
      params: JSON.stringify(form),
    })
    const node = (id: string, type: string, children: string[], meta: object = {}) => ({ [id]: { id, type, children, parents: [], meta } })
    const defaults = (id: string, value: string, excluded: number[]) => ({
      id,
      type: 'NATIVE_FILTER',
      name: id,
      filterType: 'filter_select',
      targets: [{ datasetId: stage.datasetId('cars'), column: { name: 'Origin' } }],
      scope: { rootPath: ['ROOT_ID'], excluded },
      defaultDataMask: { extraFormData: { filters: [{ col: 'Origin', op: 'IN', val: [value] }] }, filterState: { value: [value] } },
    })
    const dashboard = await create('/api/v1/dashboard/', {
      dashboard_title: 'cars',
      position_json: JSON.stringify({
        DASHBOARD_VERSION_KEY: 'v2',
        ...node('ROOT_ID', 'ROOT', ['GRID_ID']),
        ...node('GRID_ID', 'GRID', ['ROW-1']),
        ...node('ROW-1', 'ROW', ['CHART-1']),
        ...node('CHART-1', 'CHART', [], { chartId: chart, width: 4, height: 50 }),
      }),
      json_metadata: JSON.stringify({
        native_filter_configuration: [defaults('reaches', 'Japan', []), defaults('misses', 'Europe', [chart])],
      }),
    })
    await stage.caller.put(`/api/v1/chart/${chart}`, { dashboards: [dashboard] })
    const asked = (...values: string[]) => {
      const filters = values.map((value) => ({ col: 'Origin', op: 'IN', val: [value] }))
      const query = buildQueryContext({ ...form, extra_form_data: { filters } }, findChart('pie')?.buildQuery)
      return { ...query, result_format: 'json', result_type: 'full' }
    }
    const warmed = await stage.caller.put('/api/v1/chart/warm_up_cache', { chart_id: chart, dashboard_id: dashboard })
    expect(warmed.json()).toEqual({ result: [{ chart_id: chart, viz_error: null, viz_status: 'success' }] })
    expect(first(await post(asked()))['is_cached']).toBeNull()
    const opened = first(await post(asked('Japan')))
    expect(opened['is_cached']).toBe(true)
    expect(opened['data']).toMatchObject([{ Origin: 'Japan' }])
  })
})

describe('warming a chart with filters', () => {
  it.each([
    ['[{"col":"Origin","op":"==","val":"Japan"}]', null],
    ['{"col":"Origin"}', null],
    [
      '[1, null]',
      "Request is incorrect: {'queries': {0: {'filters': {0: {'_schema': ['Invalid input type.']}, 1: ['Field may not be null.']}}}}",
    ],
    ['[{"col":"Origin"}]', "Request is incorrect: {'queries': {0: {'filters': {0: {'op': ['Missing data for required field.']}}}}}"],
    ['[{"col":"Origin","op":"~~","val":1}]', 'Must be one of: =='],
  ])('%s', async (extra_filters, fault) => {
    const made = await stage.caller.post('/api/v1/chart/', {
      slice_name: 'cars to warm',
      viz_type: 'pie',
      datasource_id: stage.datasetId('cars'),
      datasource_type: 'table',
      params: JSON.stringify({ viz_type: 'pie', groupby: ['Origin'], metric: 'count' }),
    })
    const { id } = made.json() as { id: number }
    const warmed = await stage.caller.put('/api/v1/chart/warm_up_cache', { chart_id: id, extra_filters })
    expect(warmed.json()).toEqual({
      result: [{ chart_id: id, viz_error: fault && expect.stringContaining(fault), viz_status: fault ? null : 'success' }],
    })
  })
})

describe('concurrent requests', () => {
  it('run an identical query once', async () => {
    const run = vi.spyOn(stage.ctx.host, 'run')
    const context = contextOf('birdstrikes', { columns: ['Origin State'], metrics: ['count'] })
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(context)))
    expect(new Set(answers.map((answer) => JSON.stringify(first(answer)['data']))).size).toBe(1)
    expect(run).toHaveBeenCalledTimes(1)
    run.mockRestore()
  })
})

describe('rights', () => {
  it('are revoked immediately, also for a cached response', async () => {
    const { ctx } = stage
    const id = stage.datasetId('stocks')
    const pair = await ctx.db
      .selectFrom('permission_views')
      .innerJoin('permissions', 'permissions.id', 'permission_views.permission_id')
      .innerJoin('view_menus', 'view_menus.id', 'permission_views.view_menu_id')
      .select(['permissions.name as permission', 'view_menus.name as view'])
      .where('permissions.name', '=', 'datasource_access')
      .where('view_menus.name', 'like', `%(id:${id})`)
      .executeTakeFirstOrThrow()
    const reader = await makePerson(ctx, 'reader', ['Gamma'], [[pair.permission, pair.view]])
    const caller: Caller = await as(ctx, stage.app, reader)
    const context = contextOf('stocks', { columns: ['symbol'], metrics: ['count'] })
    expect((await post(context, { caller })).statusCode).toBe(200)
    expect(first(await post(context, { caller }))['is_cached']).toBe(true)
    await ctx.db.deleteFrom('user_roles').where('user_id', '=', reader).execute()
    clearRightsCache(ctx)
    expect((await post(context, { caller })).statusCode).toBe(403)
  })
})

const guest = (rules: GuestPrincipal['rules'], dashboard: string): GuestPrincipal => ({
  kind: 'guest',
  username: 'embedded',
  roles: [],
  pairs: new Set(['can_read on Chart']),
  resources: [{ type: 'dashboard', id: dashboard }],
  rules,
})

describe('an embedded viewer', () => {
  const makeDashboard = async (table: string, query: object) => {
    const id = stage.datasetId(table)
    const chart = (
      await stage.caller.post('/api/v1/chart/', {
        slice_name: `embedded ${table}`,
        viz_type: 'table',
        datasource_id: id,
        datasource_type: 'table',
        params: JSON.stringify({ viz_type: 'table' }),
        query_context: JSON.stringify(contextOf(table, query)),
      })
    ).json() as { id: number }
    const made = (await stage.caller.post('/api/v1/dashboard/', { dashboard_title: table, published: true })).json() as { id: number }
    await stage.caller.put(`/api/v1/chart/${chart.id}`, { dashboards: [made.id] })
    const { uuid } = await stage.ctx.db.selectFrom('dashboards').select('uuid').where('id', '=', made.id).executeTakeFirstOrThrow()
    return { form: { slice_id: chart.id, dashboardId: made.id }, uuid }
  }

  const ask = async (principal: GuestPrincipal, context: object) => {
    const { bytes } = await runQueryContext(stage.ctx, { context: context as QueryContext, principal, encoding: 'identity' })
    return (JSON.parse(new TextDecoder().decode(bytes)) as { result: JsonObject[] }).result[0] ?? {}
  }

  it('sees only the rows of the token, and can only send queries of the chart', async () => {
    const query = { columns: ['Island'], metrics: ['count'], orderby: [['Island', true]] }
    const { form, uuid } = await makeDashboard('penguins', query)
    const principal = guest([{ dataset: stage.datasetId('penguins'), clause: "Species = 'Gentoo'" }], uuid)
    const answer = await ask(principal, contextOf('penguins', query, { form_data: form }))
    expect(answer['data']).toEqual([{ Island: 'Biscoe', count: 124 }])
    await expect(ask(principal, contextOf('penguins', { ...query, columns: ['Sex'] }, { form_data: form }))).rejects.toMatchObject({
      status: 403,
    })
    await expect(
      ask(principal, contextOf('penguins', { ...query, extras: { where: "Sex = 'MALE'" } }, { form_data: form })),
    ).rejects.toMatchObject({ status: 403 })
    await expect(ask(principal, contextOf('penguins', query))).rejects.toMatchObject({ status: 403 })
  })

  it('sees only the allowed rows of tables in a virtual dataset', async () => {
    const setup = { kind: 'dataset', name: 'inner_penguins', sql: 'SELECT Species, Island FROM penguins UNION ALL SELECT 1, 2 FROM cars' }
    await stage.prepare({ setup: [setup] } as never)
    const query = {
      columns: ['Species'],
      metrics: ['count'],
      orderby: [['Species', true]],
      filters: [{ col: 'Species', op: '!=', val: '1' }],
    }
    const { form, uuid } = await makeDashboard('inner_penguins', query)
    const clause = "Species = 'Gentoo' OR Species = '{{ 'adelie'|capitalize }}'"
    const principal = guest([{ dataset: stage.datasetId('penguins'), clause }], uuid)
    const answer = await ask(principal, contextOf('inner_penguins', query, { form_data: form }))
    expect(answer['data']).toEqual([
      { Species: 'Adelie', count: 152 },
      { Species: 'Gentoo', count: 124 },
    ])
  })

  it.each([
    'penguins',
    'main.penguins',
    'MAIN."Penguins"',
    'data.penguins',
    'data.main.penguins',
    '(FROM penguins)',
    'penguins AS p, LATERAL (SELECT 1)',
    '(WITH penguins AS (FROM main.penguins) FROM penguins)',
  ])('sees only the allowed rows however the table is named: %s', async (source) => {
    const name = `named ${source}`
    await stage.prepare({ setup: [{ kind: 'dataset', name, sql: `SELECT Species FROM ${source}` }] })
    const query = { columns: ['Species'], metrics: ['count'] }
    const { form, uuid } = await makeDashboard(name, query)
    const principal = guest([{ dataset: stage.datasetId('penguins'), clause: "Species = 'Gentoo'" }], uuid)
    const context = contextOf(name, query, { form_data: form })
    expect((await ask(principal, context))['data']).toEqual([{ Species: 'Gentoo', count: 124 }])
  })

  it.each(['(PIVOT penguins ON Species)', 'penguins TABLESAMPLE 9 ROWS', 'penguins AT (VERSION => 1)', "'penguins'"])(
    'is refused where a table cannot be limited: %s',
    async (source) => {
      const sql = `SELECT * FROM ${source}`
      const id = stage.datasetId('inner_penguins')
      await stage.ctx.db.updateTable('datasets').set({ sql }).where('id', '=', id).execute()
      const query = { columns: ['Species'], metrics: ['count'] }
      const { form, uuid } = await makeDashboard('inner_penguins', query)
      const principal = guest([{ dataset: stage.datasetId('penguins'), clause: "Species = 'Gentoo'" }], uuid)
      await expect(ask(principal, contextOf('inner_penguins', query, { form_data: form }))).rejects.toThrow()
    },
  )

  it('sees only the allowed rows in sub-queries of calculated columns, metrics and predicates', async () => {
    const penguins = '(SELECT COUNT(*) FROM penguins)'
    await stage.prepare({
      setup: [
        {
          kind: 'dataset',
          name: 'counting_cars',
          sql: 'SELECT * FROM cars',
          calculated_columns: [{ column_name: 'birds', expression: penguins }],
          metrics: [{ metric_name: 'nesting', expression: `MAX(${penguins} + 0) -- by hand` }],
          set: { fetch_values_predicate: `(SELECT COUNT(*) FROM penguins AS p) = 124` },
        },
      ],
    })
    const query = { columns: ['birds'], metrics: ['nesting'], apply_fetch_values_predicate: true }
    const { form, uuid } = await makeDashboard('counting_cars', query)
    const context = contextOf('counting_cars', query, { form_data: form })
    const rule = { dataset: stage.datasetId('penguins'), clause: "Species = 'Gentoo'" }
    expect((await ask(guest([rule], uuid), context))['data']).toEqual([{ birds: 124, nesting: 124 }])
    const free = await ask(guest([{ dataset: stage.datasetId('stocks'), clause: '1 = 0' }], uuid), context)
    expect(free['data']).toEqual([])
  })

  it('cannot read a dataset that only a template refers to', async () => {
    await stage.prepare({ setup: [{ kind: 'dataset', name: 'big_birds', sql: 'SELECT * FROM penguins' }] })
    const through = `SELECT Species FROM {{ dataset(${stage.datasetId('big_birds')}) }}`
    await stage.prepare({ setup: [{ kind: 'dataset', name: 'through_template', sql: through }] })
    const query = { columns: ['Species'], metrics: ['count'], orderby: [['Species', true]] }
    const { form, uuid } = await makeDashboard('through_template', query)
    expect(first(await post(contextOf('through_template', query)))['data']).toHaveLength(3)
    await expect(ask(guest([], uuid), contextOf('through_template', query, { form_data: form }))).rejects.toThrow('not found!')
  })
})

describe('template variables', () => {
  const rowsOf = async (query: object, rest: object = {}) => first(await post(contextOf('by_template', query, rest)))

  it('come from the database, overridden by the dataset, and are part of the cache key', async () => {
    const { ctx, caller } = stage
    const { id } = await ctx.db.selectFrom('databases').select('id').where('database_name', '=', 'conformance').executeTakeFirstOrThrow()
    const tell = (params: object) => caller.put(`/api/v1/database/${id}`, { extra: JSON.stringify({ template_params: params }) })
    expect((await tell({ island: 'Biscoe', shown: 'database' })).statusCode).toBe(200)
    const sql = "SELECT COUNT(*) AS n, '{{ shown }}' AS shown FROM penguins WHERE Island = '{{ island }}'"
    await stage.prepare({ setup: [{ kind: 'dataset', name: 'by_template', sql }] })
    const query = { columns: ['n', 'shown'] }
    const biscoe = await rowsOf(query)
    expect(biscoe['data']).toEqual([{ n: 168, shown: 'database' }])
    expect((await rowsOf(query))['is_cached']).toBe(true)
    await caller.put(`/api/v1/dataset/${stage.datasetId('by_template')}`, { template_params: '{"shown": "dataset"}' })
    expect((await rowsOf(query))['data']).toEqual([{ n: 168, shown: 'dataset' }])
    await tell({ island: 'Torgersen' })
    const torgersen = await rowsOf(query)
    expect(torgersen['data']).toEqual([{ n: 52, shown: 'dataset' }])
    expect(torgersen['cache_key']).not.toBe(biscoe['cache_key'])
  })

  it.each([
    ['a parameter', "'{{ url_param('p') }}'", { url_params: { p: 'a' } }, { url_params: { p: 'b' } }],
    ['a filter', "'{{ filter_values('Sex') | join('+') }}'", { filters: [{ col: 'Sex', op: 'IN', val: ['MALE'] }] }, { filters: [] }],
    ['a time', "'{{ from_dttm }}'", { time_range: '2020-01-01 : 2021-01-01' }, { time_range: '2020-01-02 : 2021-01-01' }],
    ['a limit', "'{{ row_limit }}'", { row_limit: 5 }, { row_limit: 6 }],
  ])('%s', async (_what, sqlExpression, one, other) => {
    const column = { label: 'x', sqlExpression, expressionType: 'SQL' }
    const keyOf = async (rest: object) => first(await post(contextOf('penguins', { columns: [column], ...rest })))
    const [a, b] = [await keyOf(one), await keyOf(other)]
    expect(a['data']).not.toEqual(b['data'])
    expect(a['cache_key']).not.toBe(b['cache_key'])
  })

  it('a person', async () => {
    const { ctx, app } = stage
    const other = await as(ctx, app, await makePerson(ctx, 'templated', ['Admin']))
    const column = {
      label: 'x',
      sqlExpression: "'{{ current_username() }} {{ current_user_id() }} {{ current_user_email() }}'",
      expressionType: 'SQL',
    }
    const context = contextOf('penguins', { columns: [column], row_limit: 1 })
    const [mine, theirs] = [first(await post(context)), first(await post(context, { caller: other }))]
    expect(JSON.stringify(mine['data'])).toContain('admin')
    expect(JSON.stringify(theirs['data'])).toContain('templated')
    expect(theirs['is_cached']).toBeNull()
  })
})

describe('downloads', () => {
  it('stream all rows regardless of the limit', async () => {
    const context = contextOf('flights_20k', { columns: ['id', 'delay'], row_limit: 5 }, { result_format: 'csv' })
    expect((await post(context)).body.trim().split('\n')).toHaveLength(6)
    const full = await post(context, { path: '/api/v1/chart/data?full=true' })
    expect(full.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(full.body.trim().split('\n')).toHaveLength(20_001)
  })

  it('name the time of a series as its verbose name', async () => {
    const query = { metrics: ['count'], granularity: 'date', is_timeseries: true, extras: { time_grain_sqla: 'P1Y' } }
    expect((await post(contextOf('stocks', query, { result_format: 'csv' }))).body).toMatch(/^Time,COUNT\(\*\)\n/)
  })

  it('report an error before the first byte', async () => {
    const context = contextOf(
      'stocks',
      { columns: [{ label: 'x', sqlExpression: 'nothing + 1', expressionType: 'SQL' }] },
      { result_format: 'csv' },
    )
    const answer = await post(context, { path: '/api/v1/chart/data?full=true' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ message: expect.stringContaining('nothing') })
  })
})

describe('saved charts and cached responses', () => {
  it('runs a chart that only has form data', async () => {
    const id = stage.datasetId('penguins')
    const form = { viz_type: 'table', datasource: `${id}__table`, query_mode: 'aggregate', groupby: ['Species'], metrics: ['count'] }
    const chart = (
      await stage.caller.post('/api/v1/chart/', {
        slice_name: 'form only',
        viz_type: 'table',
        datasource_id: id,
        datasource_type: 'table',
        params: JSON.stringify(form),
      })
    ).json() as { id: number }
    const answer = first(await stage.caller.get(`/api/v1/chart/${chart.id}/data/`))
    expect(answer['rowcount']).toBe(3)
    const again = first(await stage.caller.get(`/api/v1/chart/data/${String(answer['cache_key'])}`))
    expect(again['data']).toEqual(answer['data'])
  })

  it('includes an explanation on request', async () => {
    const query = { ...bySpecies, filters: [{ col: 'Island', op: '==', val: 'Dream' }] }
    const context = contextOf('penguins', query, { result_type: 'query' })
    const [plain, explained] = await Promise.all([post(context), post(context, { path: '/api/v1/chart/data?explain=true' })])
    expect(Object.keys(first(plain))).toEqual(['query', 'language'])
    const { explain, query: sql } = first(explained)
    expect(sql).toContain('"Island" = \'Dream\'')
    expect(explain).toMatchObject({ steps: [{ step: 'main' }], applied_filters: [{ column: 'Island' }], cache: { timeout: 86_400 } })
  })
})

describe('datasets', () => {
  it('rejects columns with circular definitions', async () => {
    const setup = {
      kind: 'dataset',
      name: 'circle',
      sql: 'SELECT * FROM cars',
      calculated_columns: [
        { column_name: 'one', expression: 'two + 1', type: 'BIGINT' },
        { column_name: 'two', expression: 'three * 2', type: 'BIGINT' },
        { column_name: 'three', expression: 'one - 1', type: 'BIGINT' },
      ],
    }
    await stage.prepare({ setup: [setup] } as never)
    const answer = await post(contextOf('circle', { columns: ['one'] }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ message: 'Error: The expressions refer to each other in a circle: one → two → three → one' })
  })
})
