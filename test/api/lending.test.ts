import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChart } from '#charts/index.ts'
import type { GuestPrincipal } from '#core/access/principal.ts'
import { buildQueryContext } from '#core/query/build-query-context.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { datasetKey } from '../../src/core/access/grants.ts'
import { clearRightsCache } from '../../src/server/access/principals.ts'
import { as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { runQueryContext } from '../../src/server/resources/chart-data/run.ts'
import type { JsonObject } from './chart-data/corpus.ts'
import { startStage, type Stage } from './chart-data/stage.ts'

/** What a dashboard lends of its datasets: what somebody who may read them put there, and no more of it than that. */
let stage: Stage
/** Gamma with penguins alone, Alpha, and a Gamma whose role dashboards are shown to. */
let analyst: Caller
let alpha: Caller
let viewer: Caller
let viewers: number

const grantOn = (table: string) =>
  ['datasource_access', datasetKey({ id: stage.datasetId(table), name: table, database: { name: 'conformance' } })] as const

beforeAll(async () => {
  stage = await startStage('duckdb')
  const { ctx, app } = stage
  const roles = ['Gamma', 'Viewers']
  viewer = await as(ctx, app, await makePerson(ctx, 'viewer', roles))
  analyst = await as(ctx, app, await makePerson(ctx, 'analyst', roles, [grantOn('penguins')]))
  alpha = await as(ctx, app, await makePerson(ctx, 'alpha', ['Alpha']))
  viewers = (await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Viewers').executeTakeFirstOrThrow()).id
})
afterAll(() => stage.close())

const missing = 999_999

type Saved = { viz_type: string; name: string; version: string; dataset: string; form_data: JsonObject }

const made = async (answer: Promise<{ statusCode: number; body: string; json(): unknown }>): Promise<number> => {
  const { statusCode, body, json } = await answer
  expect(statusCode, body).toBe(201)
  return (json() as { id: number }).id
}

const newChart = (dataset: number, params: object = {}, viz_type = 'table') => ({
  slice_name: 'a chart',
  viz_type,
  datasource_id: dataset,
  datasource_type: 'table',
  params: JSON.stringify({ ...params, viz_type, datasource: `${dataset}__table` }),
})

const makeChart = (by: Caller, table: string, params: object = {}, vizType = 'table') =>
  made(by.post('/api/v1/chart/', newChart(stage.datasetId(table), params, vizType)))

const filterOn = (dataset: number, column = 'Title', more: object = {}) => ({
  id: 'NATIVE_FILTER-1',
  type: 'NATIVE_FILTER',
  filterType: 'filter_select',
  targets: [{ datasetId: dataset, column: { name: column } }],
  ...more,
})
const withFilter = (dataset: number) => JSON.stringify({ native_filter_configuration: [filterOn(dataset)] })

const makeDashboard = (by: Caller, rest: object = {}) => made(by.post('/api/v1/dashboard/', { dashboard_title: 'a dashboard', ...rest }))

/** A dashboard that is shown to the role of viewers, with charts of its owner. */
const shownDashboard = async (by: Caller, charts: number[], rest: object = {}) => {
  const id = await makeDashboard(by, { published: true, roles: [viewers], ...rest })
  for (const chart of charts) expect((await by.put(`/api/v1/chart/${chart}`, { dashboards: [id] })).statusCode).toBe(200)
  return id
}

const contextOf = (table: string, query: object, form: object, rest: object = {}) => ({
  datasource: { id: stage.datasetId(table), type: 'table' },
  queries: [query],
  result_format: 'json',
  result_type: 'full',
  form_data: form,
  ...rest,
})

const ask = async (by: Caller, context: object) =>
  (await by.inject({ method: 'POST', url: '/api/v1/chart/data', payload: context }, 'bearer')).statusCode

describe('a user who may not read a dataset', () => {
  const ways: [string, (dataset: number) => Promise<{ statusCode: number; body: string }>][] = [
    ['creates no chart on it', (dataset) => analyst.post('/api/v1/chart/', newChart(dataset))],
    [
      'moves no chart to it',
      async (dataset) =>
        analyst.put(`/api/v1/chart/${await makeChart(analyst, 'penguins')}`, { datasource_id: dataset, datasource_type: 'table' }),
    ],
    [
      'creates no dashboard with a filter on it',
      (dataset) => analyst.post('/api/v1/dashboard/', { dashboard_title: 'x', json_metadata: withFilter(dataset) }),
    ],
    [
      'writes no filter on it into a dashboard',
      async (dataset) => analyst.put(`/api/v1/dashboard/${await makeDashboard(analyst)}`, { json_metadata: withFilter(dataset) }),
    ],
    [
      'adds no filter on it',
      async (dataset) => analyst.put(`/api/v1/dashboard/${await makeDashboard(analyst)}/filters`, { modified: [filterOn(dataset)] }),
    ],
    [
      'adds no customization on it',
      async (dataset) =>
        analyst.put(`/api/v1/dashboard/${await makeDashboard(analyst)}/chart_customizations`, { modified: [filterOn(dataset)] }),
    ],
    [
      'keeps no filter on it in a filter set',
      async (dataset) =>
        analyst.post(`/api/v1/dashboard/${await makeDashboard(analyst)}/filtersets`, {
          name: 'x',
          owner_type: 'User',
          owner_id: analyst.id,
          json_metadata: JSON.stringify({ nativeFilters: { a: filterOn(dataset) } }),
        }),
    ],
    [
      'moves no filter set to it',
      async (dataset) => {
        const place = `/api/v1/dashboard/${await makeDashboard(analyst)}/filtersets`
        const set = { name: 'x', owner_type: 'User', owner_id: analyst.id, json_metadata: '{"nativeFilters":{}}' }
        const json_metadata = JSON.stringify({ nativeFilters: { a: filterOn(dataset) } })
        return analyst.put(`${place}/${await made(analyst.post(place, set))}`, { json_metadata })
      },
    ],
    [
      'keeps no filter on it in filter state',
      async (dataset) =>
        analyst.post(`/api/v1/dashboard/${await makeDashboard(analyst)}/filter_state`, { value: JSON.stringify({ a: filterOn(dataset) }) }),
    ],
    [
      'changes no filter state to it',
      async (dataset) => {
        const place = `/api/v1/dashboard/${await makeDashboard(analyst)}/filter_state`
        const { key } = (await analyst.post(place, { value: '{}' })).json<{ key: string }>()
        return analyst.put(`${place}/${key}`, { value: JSON.stringify({ a: filterOn(dataset) }) })
      },
    ],
  ]

  it.each(ways)('%s, and cannot distinguish it from a missing one', async (_name, write) => {
    const [hidden, absent] = [await write(stage.datasetId('movies')), await write(missing)]
    expect(hidden.statusCode, hidden.body).toBe(403)
    expect(hidden.body).toContain('DATASOURCE_SECURITY_ACCESS_ERROR')
    expect(absent.statusCode).toBe(hidden.statusCode)
    expect(absent.body.replaceAll(String(missing), '#')).toBe(hidden.body.replaceAll(String(stage.datasetId('movies')), '#'))
  })

  it('cannot change a filter that a co-owner placed on the dashboard', async () => {
    const movies = stage.datasetId('movies')
    const owners = [analyst.id, alpha.id]
    const id = await makeDashboard(alpha, { owners, json_metadata: withFilter(movies), published: true, roles: [viewers] })
    const put = (filter: object) => analyst.put(`/api/v1/dashboard/${id}/filters`, { modified: [filter] })
    expect((await put(filterOn(movies, 'Title', { name: 'Renamed', controlValues: {} }))).statusCode).toBe(200)
    expect((await put(filterOn(movies, 'Director'))).statusCode).toBe(403)
    const salary = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: '"Production Budget" > 1e8' }
    expect((await put(filterOn(movies, 'Title', { adhoc_filters: [salary] }))).statusCode).toBe(403)
    expect((await put(filterOn(movies, 'Title', { controlValues: { sortMetric: 'count' } }))).statusCode).toBe(403)
    expect((await analyst.put(`/api/v1/dashboard/${id}`, { dashboard_title: 'ours' })).statusCode).toBe(200)
  })

  it('cannot restore or copy data without access', async () => {
    const { ctx } = stage
    const person = await as(ctx, stage.app, await makePerson(ctx, 'former', ['Gamma'], [grantOn('movies')]))
    const chart = await makeChart(person, 'movies')
    const dashboard = await makeDashboard(person, { json_metadata: withFilter(stage.datasetId('movies')) })
    await alpha.put(`/api/v1/dashboard/${dashboard}`, { json_metadata: '{}' })
    await person.put(`/api/v1/dashboard/${dashboard}`, { json_metadata: '{}' })
    const other = await makeDashboard(alpha, { owners: [alpha.id, person.id] })
    await alpha.put(`/api/v1/chart/${await makeChart(alpha, 'movies')}`, { dashboards: [other] })
    await ctx.db.deleteFrom('user_roles').where('user_id', '=', person.id).execute()
    const gamma = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
    await ctx.db.insertInto('user_roles').values({ user_id: person.id, role_id: gamma.id }).execute()
    clearRightsCache(ctx)
    expect((await person.post(`/api/v1/dashboard/${dashboard}/restore`, { version: 1 })).statusCode).toBe(403)
    expect((await person.post(`/api/v1/chart/${chart}/restore`, { version: 1 })).statusCode).toBe(404)
    const copy = { dashboard_title: 'copy', json_metadata: '{}', duplicate_slices: true }
    expect((await person.post(`/api/v1/dashboard/${other}/copy/`, copy)).statusCode).toBe(403)
  })
})

describe('a dashboard that is shown to a role', () => {
  const byIsland = { query_mode: 'aggregate', groupby: ['Island'], metrics: ['count'], row_limit: 10 }
  const query = { columns: ['Island'], metrics: ['count'], orderby: [['count', false]], row_limit: 10 }
  let form: { slice_id: number; dashboardId: number }
  let other: number

  beforeAll(async () => {
    const chart = await makeChart(analyst, 'penguins', byIsland)
    other = await makeChart(analyst, 'penguins', { ...byIsland, groupby: ['Sex'] })
    const metadata = { native_filter_configuration: [filterOn(stage.datasetId('penguins'), 'Species')] }
    const dashboardId = await shownDashboard(analyst, [chart, other], { json_metadata: JSON.stringify(metadata) })
    form = { slice_id: chart, dashboardId }
  })

  const choices = { native_filter_id: 'NATIVE_FILTER-1' }
  const cases: [string, object, object, number][] = [
    ['the query of its chart', query, {}, 200],
    ['that query with another limit and order', { ...query, row_limit: 3, orderby: [['Island', true]] }, {}, 200],
    ['a filter of the dashboard', { ...query, filters: [{ col: 'Species', op: 'IN', val: ['Gentoo'] }] }, {}, 200],
    ['a cross-filter from another chart', { ...query, filters: [{ col: 'Sex', op: 'IN', val: ['MALE'] }] }, {}, 200],
    ['the choices of a filter', { columns: ['Species'], metrics: [], row_limit: 100 }, choices, 200],
    [
      'choices narrowed by another filter',
      { columns: ['Species'], metrics: [], filters: [{ col: 'Island', op: 'IN', val: ['Dream'] }] },
      choices,
      200,
    ],
    ['a column that no chart shows', { ...query, columns: ['Body Mass (g)'] }, {}, 403],
    ['a column of another chart', { ...query, columns: ['Sex'] }, {}, 403],
    ['another metric', { ...query, metrics: [{ expressionType: 'SQL', sqlExpression: 'max("Body Mass (g)")', label: 'm' }] }, {}, 403],
    [
      'another order',
      { ...query, orderby: [[{ expressionType: 'SQL', sqlExpression: 'max("Body Mass (g)")', label: 'm' }, true]] },
      {},
      403,
    ],
    ['a filter by a column that nothing shows', { ...query, filters: [{ col: 'Body Mass (g)', op: '>', val: 4000 }] }, {}, 403],
    ['a written condition', { ...query, extras: { where: '"Body Mass (g)" > 4000' } }, {}, 403],
    ['another column as choices', { columns: ['Body Mass (g)'], metrics: [] }, choices, 403],
    ['rows in full', { ...query, result_type: 'samples' }, {}, 403],
    ['the rows behind a figure', { ...query, result_type: 'drill_detail' }, {}, 403],
    ['the list of columns', { ...query, result_type: 'columns' }, {}, 403],
  ]
  it.each(cases)('lends %s (or not)', async (_name, asked, more, status) => {
    expect(await ask(viewer, contextOf('penguins', asked, { ...form, ...more }))).toBe(status)
    expect(await ask(viewer, contextOf('penguins', asked, { ...form, ...more }, { result_format: 'csv' }))).toBe(status)
  })

  it.each(cases)('does not restrict users who may read the dataset: %s', async (_name, asked, more) => {
    expect(await ask(analyst, contextOf('penguins', asked, { ...form, ...more }))).toBe(200)
  })

  it('is drilled by the dimensions of its dataset, and by nothing else', async () => {
    const { db } = stage.ctx
    const penguins = stage.datasetId('penguins')
    const numbers = db.updateTable('dataset_columns').where('dataset_id', '=', penguins).where('column_name', 'like', '%(%')
    await numbers.set({ groupby: 0 }).execute()
    clearRightsCache(stage.ctx)
    const info = (id: number) => viewer.get(`/api/v1/dataset/${id}/drill_info/`)
    const { result } = (await info(penguins)).json<{ result: { columns: { column_name: string }[] } }>()
    expect(result.columns.map(({ column_name }) => column_name)).toEqual(['Species', 'Island', 'Sex'])
    expect((await info(stage.datasetId('cars'))).statusCode).toBe(404)
    const drilled = (columns: string[], chart: object = { slice_id: 0, chart_id: form.slice_id }) =>
      ask(viewer, contextOf('penguins', { ...query, columns }, { dashboardId: form.dashboardId, ...chart }))
    expect(await drilled(['Sex'])).toBe(200)
    expect(await drilled(['Body Mass (g)'])).toBe(403)
    expect(await drilled(['Sex'], { slice_id: form.slice_id })).toBe(403)
    expect(await drilled(['Sex'], { slice_id: 0, chart_id: missing })).toBe(403)
    const stranger = await as(stage.ctx, stage.app, await makePerson(stage.ctx, 'passer-by', ['Gamma']))
    expect((await stranger.get(`/api/v1/dataset/${penguins}/drill_info/`)).statusCode).toBe(404)
    await numbers.set({ groupby: 1 }).execute()
    clearRightsCache(stage.ctx)
  })

  it('shows the rows behind its charts to whoever may see samples, and the rows of nothing else', async () => {
    const pairs: [string, string][] = [
      ['can_drill', 'Dashboard'],
      ['can_samples', 'Datasource'],
    ]
    const person = await as(stage.ctx, stage.app, await makePerson(stage.ctx, 'driller', ['Gamma', 'Viewers'], pairs))
    const samples = async (more: object, table = 'penguins', by = person) => {
      const place = { datasource_type: 'table', datasource_id: stage.datasetId(table), page: 1, per_page: 50 }
      const search = new URLSearchParams(Object.entries({ ...place, ...more }).map(([key, value]) => [key, String(value)]))
      const body = { filters: [{ col: 'Island', op: 'IN', val: ['Torgersen'] }] }
      return by.inject({ method: 'POST', url: `/datasource/samples?${search.toString()}`, payload: body }, 'bearer')
    }
    const ofChart = { dashboard_id: form.dashboardId, slice_id: form.slice_id }
    const answer = await samples(ofChart)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json<{ result: { total_count: number } }>().result.total_count).toBe(52)
    const detail = { ...query, columns: [], metrics: [], orderby: [], result_type: 'drill_detail' }
    expect(await ask(person, contextOf('penguins', detail, form, { result_format: 'csv' }))).toBe(200)
    for (const more of [{}, { dashboard_id: form.dashboardId }, { slice_id: form.slice_id }, { ...ofChart, slice_id: missing }])
      expect((await samples(more)).statusCode).toBe(403)
    expect((await samples(ofChart, 'cars')).statusCode).toBe(403)
    const explores: [string, string][] = [
      ['can_read', 'Dashboard'],
      ['can_explore', 'Superset'],
      ['can_samples', 'Datasource'],
    ]
    const drills: [string, string] = ['can_drill', 'Dashboard']
    for (const [name, more, status] of [
      ['explorer', [], 403],
      ['drilling-explorer', [drills], 200],
    ] as const) {
      const explorer = await as(stage.ctx, stage.app, await makePerson(stage.ctx, name, ['Viewers'], [...explores, ...more]))
      expect((await samples(ofChart, 'penguins', explorer)).statusCode, name).toBe(status)
    }
  })

  it('gives no SQL of the datasets that it only lends, by which the page knows them', async () => {
    const statements = async (by: Caller) => {
      const { result } = (await by.get(`/api/v1/dashboard/${form.dashboardId}/datasets`)).json<{
        result: { select_star: string | null }[]
      }>()
      return result.map(({ select_star }) => select_star)
    }
    expect(await statements(viewer)).toEqual([''])
    expect(await statements(analyst)).toEqual([expect.stringContaining('SELECT')])
  })

  it('grants an embedded viewer the same as a role, and never the SQL text', async () => {
    const { uuid } = await stage.ctx.db.selectFrom('dashboards').select('uuid').where('id', '=', form.dashboardId).executeTakeFirstOrThrow()
    const principal: GuestPrincipal = {
      kind: 'guest',
      username: 'embedded',
      roles: [],
      pairs: new Set(['can_read on Chart']),
      resources: [{ type: 'dashboard', id: uuid }],
      rules: [],
    }
    const answers = async (asked: object, more: object) => {
      const context = contextOf('penguins', asked, { ...form, ...more }) as unknown as QueryContext
      return runQueryContext(stage.ctx, { context, principal, encoding: 'identity' }).then(
        () => 200,
        (error: { status: number }) => error.status,
      )
    }
    for (const [name, asked, more, status] of cases) expect(await answers(asked, more), name).toBe(status)
    expect(await answers({ ...query, result_type: 'query' }, {})).toBe(403)
  })

  it('lends the values of a filter in a range without a column: on the main time column, as no other query', async () => {
    const filter = filterOn(stage.datasetId('gapminder'), 'country')
    const chart = await makeChart(alpha, 'gapminder', { query_mode: 'aggregate', groupby: ['country'], metrics: [] })
    const metadata = JSON.stringify({ native_filter_configuration: [filter] })
    const dashboardId = await shownDashboard(alpha, [chart], { json_metadata: metadata })
    const ranged = { columns: ['country'], metrics: [], time_range: '1990-01-01 : 1991-01-01', result_type: 'query' }
    const sqlOf = async (who: object) => {
      const payload = contextOf('gapminder', ranged, { dashboardId, ...who })
      const answer = await viewer.inject({ method: 'POST', url: '/api/v1/chart/data', payload }, 'bearer')
      return answer.json<{ result: { query: string }[] }>().result[0]?.query
    }
    expect(await sqlOf({ native_filter_id: filter.id })).toMatch(/WHERE\s+"?year_date"? >= .*1990-01-01/)
    expect(await sqlOf({ slice_id: chart })).not.toContain('WHERE')
  })

  it('grants every chart type the queries of the page, with its own range, grain, filter and page', async () => {
    const saved = (JSON.parse(readFileSync(join(import.meta.dirname, '../conformance/charts.json'), 'utf8')) as Saved[]).filter(
      ({ dataset, viz_type }) => findChart(viz_type) && !dataset.startsWith('v_'),
    )
    const charts: { id: number; each: Saved }[] = []
    for (const each of saved) charts.push({ id: await makeChart(alpha, each.dataset, each.form_data, each.viz_type), each })
    const dashboardId = await shownDashboard(
      alpha,
      charts.map(({ id }) => id),
      { json_metadata: JSON.stringify({ native_filter_configuration: [filterOn(missing, 'cluster')] }) },
    )
    const extra_form_data = {
      time_range: 'Last year',
      time_grain_sqla: 'P1Y',
      filters: [{ col: 'cluster', op: 'IN', val: [1] }],
    }
    const refused: string[] = []
    for (const { id, each } of charts) {
      const chart = findChart(each.viz_type)
      const datasource = `${stage.datasetId(each.dataset)}__table`
      const page = { ...each.form_data, viz_type: each.viz_type, datasource, slice_id: id, dashboardId, extra_form_data }
      const context = {
        ...buildQueryContext(page, (own) => chart?.buildQuery(own, { ownState: { currentPage: 2 } }) ?? []),
        result_type: 'query',
      }
      const status = await ask(viewer, context)
      if (status === 403) refused.push(`${each.version} ${each.name}`)
    }
    expect(charts.length).toBeGreaterThan(50)
    expect(refused).toEqual([])
  })

  it('grants nothing to users without access, nor for charts not on it', async () => {
    const stranger = await as(stage.ctx, stage.app, await makePerson(stage.ctx, 'stranger', ['Gamma']))
    expect(await ask(stranger, contextOf('penguins', query, form))).toBe(403)
    const loose = await makeChart(analyst, 'penguins', byIsland)
    expect(await ask(viewer, contextOf('penguins', query, { ...form, slice_id: loose }))).toBe(403)
  })

  it('no longer grants what its author may not read any more, and an owner replaces a deleted author', async () => {
    const { ctx, app } = stage
    const maker = await as(ctx, app, await makePerson(ctx, 'maker', ['Gamma'], [grantOn('movies')]))
    const chart = await makeChart(maker, 'movies', { query_mode: 'aggregate', groupby: ['MPAA Rating'], metrics: ['count'] })
    const dashboardId = await shownDashboard(maker, [chart], { owners: [maker.id, alpha.id] })
    const asked = contextOf('movies', { columns: ['MPAA Rating'], metrics: ['count'] }, { slice_id: chart, dashboardId })
    expect(await ask(viewer, asked)).toBe(200)
    const held = await ctx.db.selectFrom('user_roles').selectAll().where('user_id', '=', maker.id).execute()
    await ctx.db.deleteFrom('user_roles').where('user_id', '=', maker.id).execute()
    clearRightsCache(ctx)
    expect(await ask(viewer, asked)).toBe(403)
    await alpha.put(`/api/v1/dashboard/${dashboardId}`, { dashboard_title: 'looked at' })
    expect(await ask(viewer, asked)).toBe(403)
    await ctx.db.insertInto('user_roles').values(held).execute()
    await ctx.db.updateTable('users').set({ active: 0 }).where('id', '=', maker.id).execute()
    clearRightsCache(ctx)
    expect(await ask(viewer, asked)).toBe(200)
  })

  it('grants the charts of a copy only if the user who copied may read them', async () => {
    const chart = await makeChart(alpha, 'movies', { query_mode: 'aggregate', groupby: ['MPAA Rating'], metrics: ['count'] })
    const source = await shownDashboard(alpha, [chart], { owners: [alpha.id, analyst.id] })
    const layout = { 'CHART-1': { id: 'CHART-1', type: 'CHART', meta: { chartId: chart }, children: [] } }
    const copied = await analyst.post(`/api/v1/dashboard/${source}/copy/`, {
      dashboard_title: 'copy',
      json_metadata: JSON.stringify({ positions: layout }),
    })
    const { id } = copied.json<{ result: { id: number } }>().result
    await analyst.put(`/api/v1/dashboard/${id}`, { roles: [viewers], published: true })
    const asked = (dashboardId: number) =>
      contextOf('movies', { columns: ['MPAA Rating'], metrics: ['count'] }, { slice_id: chart, dashboardId })
    expect([await ask(viewer, asked(source)), await ask(viewer, asked(id))]).toEqual([200, 403])
  })
})

describe('a filter whose choices are columns, on a dashboard that is shown to a role', () => {
  const grouped = { query_mode: 'aggregate', groupby: ['Major Genre'], metrics: ['count'], row_limit: 10 }
  const query = { columns: ['Major Genre'], metrics: ['count'], row_limit: 10 }
  let dashboardId: number
  let chart: number

  beforeAll(async () => {
    const movies = stage.datasetId('movies')
    chart = await makeChart(alpha, 'movies', grouped)
    const other = await makeChart(alpha, 'movies', { ...grouped, groupby: ['MPAA Rating'] })
    // Its columns are no columns of movies.
    const elsewhere = await makeChart(alpha, 'penguins', { ...grouped, groupby: ['Island'] })
    const typed = (id: string, filterType: string) => filterOn(movies, 'Title', { id, filterType, targets: [{ datasetId: movies }] })
    const filters = [
      filterOn(movies, 'Creative Type'),
      typed('NATIVE_FILTER-time', 'filter_timecolumn'),
      typed('NATIVE_FILTER-group', 'filter_groupby'),
    ]
    dashboardId = await shownDashboard(alpha, [chart, other, elsewhere], {
      json_metadata: JSON.stringify({ native_filter_configuration: filters }),
    })
  })

  const columnsFor = async (filter: string, table = 'movies') => {
    const context = contextOf(table, { columns: [], metrics: [] }, { native_filter_id: filter, dashboardId }, { result_type: 'columns' })
    const answer = await viewer.inject({ method: 'POST', url: '/api/v1/chart/data', payload: context }, 'bearer')
    if (answer.statusCode !== 200) return answer.statusCode
    const { result } = answer.json<{ result: { data: { column_name: string }[] }[] }>()
    return result[0]?.data.map(({ column_name }) => column_name).toSorted()
  }

  it('offers the columns to group by that the dashboard shows of its dataset, and no others', async () => {
    expect(await columnsFor('NATIVE_FILTER-group')).toEqual(['Creative Type', 'MPAA Rating', 'Major Genre'])
    expect(await columnsFor('NATIVE_FILTER-group', 'penguins')).toBe(403)
  })

  it('offers the time columns of its dataset', async () => {
    expect(await columnsFor('NATIVE_FILTER-time')).toEqual(['Release Date'])
  })

  it('a filter of values offers no columns', async () => {
    expect(await columnsFor('NATIVE_FILTER-1')).toBe(403)
  })

  it.each([
    ['a column that another chart shows', ['Major Genre', 'MPAA Rating'], 200],
    ['the column of a filter', ['Major Genre', 'Creative Type'], 200],
    ['a column that nothing shows', ['Major Genre', 'Director'], 403],
    ['a column of another dataset', ['Major Genre', 'Island'], 403],
  ])('groups a table by %s (or not)', async (_name, columns, status) => {
    expect(await ask(viewer, contextOf('movies', { ...query, columns }, { slice_id: chart, dashboardId }))).toBe(status)
  })
})

describe('the datasets of a dashboard', () => {
  type Listed = Record<string, unknown> & { column_names: string[]; metrics: { metric_name: string }[] }
  const datasetOf = async (by: Caller, id: number) =>
    (await by.get(`/api/v1/dashboard/${id}/datasets`)).json<{ result: Listed[] }>().result[0]

  it('list only the columns of its charts and filters to users without other access', async () => {
    const movies = stage.datasetId('movies')
    const params = { metrics: ['count'], groupby: ['Major Genre'], row_limit: 5 }
    const chart = await makeChart(alpha, 'movies', params)
    const id = await shownDashboard(alpha, [chart], {
      json_metadata: JSON.stringify({ native_filter_configuration: [filterOn(movies, 'Creative Type')] }),
    })
    const lent = await datasetOf(viewer, id)
    const whole = await datasetOf(alpha, id)
    const mainTime = String(whole?.['main_dttm_col'])
    expect(lent?.column_names.toSorted()).toEqual(['Creative Type', 'Major Genre', mainTime].toSorted())
    expect(whole?.column_names).toContain('Director')
    for (const name of ['Director', 'Worldwide Gross']) expect(JSON.stringify(lent)).not.toContain(name)
    expect(lent?.metrics.map(({ metric_name }) => metric_name)).toEqual(['count'])
    expect(lent).toMatchObject({ id: movies, sql: null, fetch_values_predicate: null, template_params: null })
  })
})
