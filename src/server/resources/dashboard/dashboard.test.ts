import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { makeDataset } from '../../testing/test-records.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let alpha: Caller
let charts: number[]

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  alpha = await as(ctx, app, await makePerson(ctx, 'alpha', ['Alpha']))
  const dataset = await makeDataset(ctx, 'sales', ['region', 'amount', 'unused'])
  const params = JSON.stringify({
    groupby: ['region'],
    metrics: [{ expressionType: 'SIMPLE', column: { column_name: 'amount' }, label: 'x' }],
  })
  charts = []
  for (const slice_name of ['One', 'Two'])
    charts.push(
      idOf(await admin.post('/api/v1/chart/', { slice_name, viz_type: 'table', datasource_id: dataset, datasource_type: 'table', params })),
    )
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

type Answer = Awaited<ReturnType<Caller['get']>>
const idOf = (answer: Answer): number => answer.json().id
const make = async (caller: Caller, fields: object = {}) =>
  idOf(await caller.post('/api/v1/dashboard/', { dashboard_title: 'Sales', ...fields }))
const resultOf = async (caller: Caller, path: string) => (await caller.get(path)).json().result

const chartItem = (id: number) => ({ id: `CHART-${id}`, type: 'CHART', children: [], meta: { chartId: id, width: 4, height: 50 } })
const layout = (ids: number[]) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
  'ROW-1': { id: 'ROW-1', type: 'ROW', children: ids.map((id) => `CHART-${id}`), parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
  ...Object.fromEntries(ids.map((id) => [`CHART-${id}`, chartItem(id)])),
})
const save = (caller: Caller, id: number, ids: number[], more: object = {}) =>
  caller.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions: layout(ids), ...more }) })

it('saving links the charts of the layout, adds their uuids, and stores the layout separately from the metadata', async () => {
  const id = await make(admin)
  await save(admin, id, charts, { color_scheme: 'a', native_filter_configuration: [{ id: 'F' }] })
  const { position_json, json_metadata, charts: names } = await resultOf(admin, `/api/v1/dashboard/${id}`)
  const { uuid } = await resultOf(admin, `/api/v1/chart/${charts[0]}`)
  expect(names).toEqual(['One', 'Two'])
  expect(JSON.parse(position_json)[`CHART-${charts[0]}`].meta).toEqual({ chartId: charts[0], width: 4, height: 50, uuid })
  expect(JSON.parse(json_metadata)).toMatchObject({
    color_scheme: 'a',
    native_filter_configuration: [{ id: 'F' }],
    refresh_frequency: 0,
    cross_filters_enabled: true,
  })
  expect(JSON.parse(json_metadata)).not.toHaveProperty('positions')
  await save(admin, id, charts.slice(1))
  expect((await resultOf(admin, `/api/v1/dashboard/${id}`)).charts).toEqual(['Two'])
})

it('a deleted chart keeps its place through a save, and is back when it is restored', async () => {
  const [id, names] = [await make(admin), async () => (await resultOf(admin, `/api/v1/dashboard/${id}`)).charts]
  await save(admin, id, charts)
  await admin.delete(`/api/v1/chart/${charts[0]}`)
  expect(await names()).toEqual(['Two'])
  expect((await save(admin, id, charts, { refresh_frequency: 30 })).statusCode).toBe(200)
  const { position_json, json_metadata } = await resultOf(admin, `/api/v1/dashboard/${id}`)
  expect(JSON.parse(position_json)).toMatchObject({ [`CHART-${charts[0]}`]: {}, [`CHART-${charts[1]}`]: {} })
  expect(JSON.parse(json_metadata)).toMatchObject({ refresh_frequency: 30 })
  await admin.post(`/api/v1/chart/${charts[0]}/restore`)
  expect(await names()).toEqual(['One', 'Two'])
})

it('lists its native filters by the tabs that they reach', async () => {
  const id = await make(admin)
  expect(await resultOf(admin, `/api/v1/dashboard/${id}/tabs`)).toMatchObject({ native_filters: {} })
  const [inTab, everywhere] = [{ id: 'A', tabsInScope: ['TAB-1'] }, { id: 'B' }]
  await save(admin, id, charts, { native_filter_configuration: [inTab, everywhere] })
  const { native_filters } = await resultOf(admin, `/api/v1/dashboard/${id}/tabs`)
  expect(native_filters).toEqual({ 'TAB-1': [inTab], all: [inTab, everywhere] })
})

it('takes no theme that is not there', async () => {
  const id = await make(admin)
  const unknown = { theme_id: 99_999 }
  const answers = [
    await admin.put(`/api/v1/dashboard/${id}`, unknown),
    await admin.post('/api/v1/dashboard/', { dashboard_title: 'x', ...unknown }),
  ]
  for (const answer of answers)
    expect([answer.statusCode, answer.json()]).toEqual([422, { message: { theme_id: ['Theme does not exist'] } }])
})

it('has the theme that was chosen for it, until that is deleted', async () => {
  const json_data = '{"token":{"colorPrimary":"#aa3366"}}'
  const theme = idOf(await admin.post('/api/v1/theme/', { theme_name: 'Plum', json_data }))
  const id = await make(admin)
  expect((await resultOf(admin, `/api/v1/dashboard/${id}`)).theme).toBeNull()
  expect((await admin.put(`/api/v1/dashboard/${id}`, { theme_id: theme })).statusCode).toBe(200)
  expect((await resultOf(admin, `/api/v1/dashboard/${id}`)).theme).toEqual({ id: theme, theme_name: 'Plum', json_data })
  expect((await admin.delete(`/api/v1/theme/${theme}`)).statusCode).toBe(200)
  expect((await resultOf(admin, `/api/v1/dashboard/${id}`)).theme).toBeNull()
})

it('its datasets contain only what its charts use', async () => {
  const id = await make(admin)
  await save(admin, id, charts)
  const [dataset, ...others] = await resultOf(admin, `/api/v1/dashboard/${id}/datasets`)
  expect(others).toEqual([])
  expect(dataset.columns.map((column: { column_name: string }) => column.column_name)).toEqual(['region', 'amount'])
  expect([dataset.column_names, dataset.verbose_map]).toEqual([
    ['region', 'amount', 'unused'],
    { __timestamp: 'Time', region: 'region', amount: 'amount' },
  ])
})

it.each([[false], [true]])('a copy has the same charts, or copies of them: duplicate_slices %s', async (duplicate_slices) => {
  const id = await make(admin, { slug: `source-${duplicate_slices}`, css: '.a{}' })
  await save(admin, id, charts, { label_colors: { a: 'red' } })
  const body = { dashboard_title: 'Copy', duplicate_slices, json_metadata: JSON.stringify({ positions: layout(charts) }) }
  const copy = (await admin.post(`/api/v1/dashboard/source-${duplicate_slices}/copy/`, body)).json().result.id
  const [made, of] = [await resultOf(admin, `/api/v1/dashboard/${copy}`), await resultOf(admin, `/api/v1/dashboard/${copy}/charts`)]
  const ids = of.map((chart: { id: number }) => chart.id)
  expect(made).toMatchObject({ dashboard_title: 'Copy', slug: null, css: '.a{}', published: false, charts: ['One', 'Two'] })
  expect(ids.every((chartId: number) => charts.includes(chartId))).toBe(!duplicate_slices)
  const inLayout = Object.values(JSON.parse(made.position_json)).flatMap(
    (item) => (item as { meta?: { chartId?: number } }).meta?.chartId ?? [],
  )
  expect(inLayout.toSorted()).toEqual(ids.toSorted())
  expect(JSON.parse(made.json_metadata).label_colors).toEqual({ a: 'red' })
})

it('a copy with copies of the charts names them in its filters, cross-filters and settings', async () => {
  const id = await make(admin)
  const [one = 0, two = 0] = charts
  const scope = (excluded: number) => ({ rootPath: ['ROOT_ID'], excluded: [excluded] })
  const settings = ([first, second]: number[]) => ({
    native_filter_configuration: [{ id: 'F', type: 'NATIVE_FILTER', scope: scope(second ?? 0), chartsInScope: [first] }],
    chart_configuration: { [String(first)]: { id: first, crossFilters: { scope: scope(first ?? 0), chartsInScope: [second] } } },
    timed_refresh_immune_slices: [second],
    expanded_slices: { [String(first)]: true },
  })
  await save(admin, id, charts, settings([one, two]))
  const body = {
    dashboard_title: 'Copy',
    duplicate_slices: true,
    json_metadata: JSON.stringify({ positions: layout(charts), ...settings(charts) }),
  }
  const copy = (await admin.post(`/api/v1/dashboard/${id}/copy/`, body)).json().result.id
  const of: { id: number; slice_name: string }[] = await resultOf(admin, `/api/v1/dashboard/${copy}/charts`)
  const copies = ['One', 'Two'].map((name) => of.find(({ slice_name }) => slice_name === name)?.id ?? 0)
  expect(copies).not.toContain(one)
  expect(JSON.parse((await resultOf(admin, `/api/v1/dashboard/${copy}`)).json_metadata)).toMatchObject(settings(copies))
})

it('a copy with copies of the charts follows the layout that comes with it, saved or not', async () => {
  const id = await make(admin)
  const [one = 0, two = 0] = charts
  await save(admin, id, [one])
  const copyOf = async (ids: number[], more: object = {}) => {
    const json_metadata = JSON.stringify({ positions: layout(ids), ...more })
    const body = { dashboard_title: 'Copy', duplicate_slices: true, json_metadata }
    const copy = (await admin.post(`/api/v1/dashboard/${id}/copy/`, body)).json().result.id
    return resultOf(admin, `/api/v1/dashboard/${copy}`)
  }
  const chartsBefore = (await admin.get('/api/v1/chart/')).json().count
  const unsaved = await copyOf([two], { expanded_slices: { [two]: true } })
  const [made, ...others] = await resultOf(admin, `/api/v1/dashboard/${unsaved.id}/charts`)
  expect([made.slice_name, others, charts.includes(made.id)]).toEqual(['Two', [], false])
  expect(JSON.parse(unsaved.position_json)[`CHART-${two}`].meta.chartId).toBe(made.id)
  expect(JSON.parse(unsaved.json_metadata).expanded_slices).toEqual({ [made.id]: true })
  // What was taken out of the layout is not copied.
  expect((await admin.get('/api/v1/chart/')).json().count).toBe(chartsBefore + 1)
})

it('copies of charts are not certified', async () => {
  const id = await make(admin)
  const [one = 0] = charts
  await admin.put(`/api/v1/chart/${one}`, { certified_by: 'Finance', certification_details: 'Checked' })
  await save(admin, id, [one])
  const body = { dashboard_title: 'Copy', duplicate_slices: true, json_metadata: JSON.stringify({ positions: layout([one]) }) }
  const copy = (await admin.post(`/api/v1/dashboard/${id}/copy/`, body)).json().result.id
  const certificateOf = async (dashboard: number) => {
    const [{ certified_by, certification_details }] = await resultOf(admin, `/api/v1/dashboard/${dashboard}/charts`)
    return [certified_by, certification_details]
  }
  expect(await certificateOf(id)).toEqual(['Finance', 'Checked'])
  expect(await certificateOf(copy)).toEqual([null, null])
  await admin.put(`/api/v1/chart/${one}`, { certified_by: null, certification_details: null })
})

it('a copy leaves out charts of its layout that its maker may not see', async () => {
  const [one = 0, two = 0] = charts
  const gamma = await as(ctx, app, await makePerson(ctx, 'copying gamma', ['Gamma']))
  const id = await make(gamma)
  const body = { dashboard_title: 'Copy', duplicate_slices: true, json_metadata: JSON.stringify({ positions: layout([one, two]) }) }
  const answer = await gamma.post(`/api/v1/dashboard/${id}/copy/`, body)
  expect(answer.statusCode).toBe(200)
  expect((await resultOf(gamma, `/api/v1/dashboard/${answer.json().result.id}`)).charts).toEqual([])
})

it('settings that nobody knows are rejected, unless the dashboard has them already', async () => {
  const id = await make(admin)
  const json_metadata = JSON.stringify({ from_a_newer_version: 1, refresh_frequency: 'x' })
  const unknown = (name: string) => ({ message: { json_metadata: [{ [name]: ['Unknown field.'] }] } })
  expect((await save(admin, id, charts, { mine: 1 })).json()).toEqual(unknown('mine'))
  expect((await admin.post('/api/v1/dashboard/', { json_metadata: '{"mine":1}' })).json()).toEqual(unknown('mine'))
  await ctx.db.updateTable('dashboards').set({ json_metadata }).where('id', '=', id).execute()
  const saved = await save(admin, id, charts, { from_a_newer_version: 2 })
  expect([saved.statusCode, JSON.parse(saved.json().result.json_metadata)]).toMatchObject([200, { from_a_newer_version: 2 }])
  const copy = { dashboard_title: 'Copy', json_metadata: JSON.stringify({ from_a_newer_version: 2, mine: 1 }) }
  expect((await admin.post(`/api/v1/dashboard/${id}/copy/`, copy)).json()).toEqual(unknown('mine'))
})

it('only an owner or an admin may copy, also by the legacy path', async () => {
  const id = await make(admin, { published: true })
  await save(admin, id, charts)
  const body = { dashboard_title: 'Mine', json_metadata: JSON.stringify({ positions: layout(charts) }) }
  expect((await alpha.post(`/api/v1/dashboard/${id}/copy/`, body)).statusCode).toBe(403)
  const data = JSON.stringify({ dashboard_title: 'Old way', duplicate_slices: false, positions: layout(charts), unknown: 1 })
  const old = await admin.inject({
    method: 'POST',
    url: `/superset/copy_dash/${id}/`,
    payload: new URLSearchParams({ data }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(old.json()).toMatchObject({
    dashboard_title: 'Old way',
    slices: [{ slice_name: 'One' }, { slice_name: 'Two' }],
    last_modified_time: expect.any(Number),
  })
})

it('a user cannot put a chart that they may not see on their dashboard', async () => {
  const gamma = await as(ctx, app, await makePerson(ctx, 'gamma', ['Gamma']))
  const id = await make(gamma)
  await save(gamma, id, charts)
  expect((await resultOf(gamma, `/api/v1/dashboard/${id}`)).charts).toEqual([])
})

it('the slug of a deleted dashboard is free, and an undo keeps it unless it was taken', async () => {
  const id = await make(admin, { slug: 'plan' })
  expect((await admin.post('/api/v1/dashboard/', { slug: 'plan' })).json()).toEqual({ message: { slug: ['Must be unique'] } })
  await admin.delete(`/api/v1/dashboard/${id}`)
  const next = await make(admin, { slug: 'plan' })
  await admin.post(`/api/v1/dashboard/${id}/restore`)
  expect((await resultOf(admin, `/api/v1/dashboard/${id}`)).slug).toBeNull()
  expect((await resultOf(admin, '/api/v1/dashboard/plan')).id).toBe(next)
})

it('restores an earlier version with its charts', async () => {
  const id = await make(admin)
  await save(admin, id, charts)
  await save(admin, id, [])
  expect((await resultOf(admin, `/api/v1/dashboard/${id}`)).charts).toEqual([])
  await admin.post(`/api/v1/dashboard/${id}/restore`, { version: 2 })
  expect((await resultOf(admin, `/api/v1/dashboard/${id}`)).charts).toEqual(['One', 'Two'])
})

it('changes, deletes and reorders filters', async () => {
  const id = await make(admin)
  const put = async (body: object) =>
    (await admin.put(`/api/v1/dashboard/${id}/filters`, body)).json().result.map((filter: { id: string }) => filter.id)
  expect(await put({ modified: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] })).toEqual(['a', 'b', 'c'])
  expect(await put({ modified: [{ id: 'b', name: 'B' }], reordered: ['c', 'b', 'a'] })).toEqual(['c', 'b', 'a'])
  expect(await put({ deleted: ['c'] })).toEqual(['b', 'a'])
})

it('a filter that has only lost its sort metric is no new one; who may not read the data cannot put the metric back', async () => {
  const owner = await as(ctx, app, await makePerson(ctx, 'owner without data', ['Gamma']))
  const sorted = {
    id: 'NATIVE_FILTER-1',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: [{ datasetId: await makeDataset(ctx, 'shops', ['region']), column: { name: 'region' } }],
    controlValues: { sortMetric: 'count' },
  }
  const configured = (filter: object) => JSON.stringify({ native_filter_configuration: [filter] })
  const id = await make(admin, { owners: [admin.id, owner.id], json_metadata: configured(sorted) })
  // As it was stored when the metric among the controls still counted.
  const json_metadata = configured({ ...sorted, sortMetric: null })
  await ctx.db.updateTable('dashboards').set({ json_metadata }).where('id', '=', id).execute()
  expect((await owner.put(`/api/v1/dashboard/${id}`, { dashboard_title: 'Ours' })).statusCode).toBe(200)
  const placed = await ctx.db.selectFrom('dashboard_sources').select('placed_by_fk').where('dashboard_id', '=', id).execute()
  expect(placed).toEqual([{ placed_by_fk: admin.id }])
  const put = async (filter: object) => (await owner.put(`/api/v1/dashboard/${id}/filters`, { modified: [filter] })).statusCode
  expect([await put(sorted), await put({ ...sorted, sortMetric: 'count' })]).toEqual([403, 403])
})

it('a change of filters returns its version, and is refused if a newer one exists', async () => {
  const id = await make(admin)
  const put = (filter: string, etag?: string) =>
    admin.inject({
      method: 'PUT',
      url: `/api/v1/dashboard/${id}/filters`,
      payload: { modified: [{ id: filter }] },
      headers: etag ? { 'if-match': etag } : {},
    })
  const etag = String((await put('a')).headers['etag'])
  expect((await put('b', etag)).statusCode).toBe(200)
  expect((await put('c', etag)).statusCode).toBe(412)
  const { json_metadata } = await resultOf(admin, `/api/v1/dashboard/${id}`)
  expect(JSON.parse(json_metadata).native_filter_configuration).toEqual([{ id: 'a' }, { id: 'b' }])
})

it('the legacy favourite links count, add and remove, but only for our own pages and API clients', async () => {
  const id = await make(admin)
  const link = (what: string, headers = {}) => admin.inject({ url: `/superset/favstar/Dashboard/${id}/${what}/`, headers })
  const sameOrigin = { 'sec-fetch-site': 'same-origin' }
  expect((await link('select', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(302)
  expect((await link('count')).json()).toEqual({ count: 0 })
  expect((await link('select', sameOrigin)).json()).toEqual({ count: 1 })
  expect((await admin.get(`/api/v1/dashboard/favorite_status/?q=!(${id})`)).json().result).toEqual([{ id, value: true }])
  expect((await link('unselect', sameOrigin)).json()).toEqual({ count: 0 })
})
