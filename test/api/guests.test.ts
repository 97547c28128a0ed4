import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startStage, type Stage } from './chart-data/stage.ts'
import type { JsonObject } from './chart-data/corpus.ts'

/** What viewers of an embedded dashboard can reach over HTTP, with a token as the server of a site gets it. */
let stage: Stage
let shown: { dashboard: number; chart: number; embedding: string }
let hidden: { dashboard: number; chart: number; embedding: string }
const query = { columns: ['Island'], metrics: ['count'], orderby: [['Island', true]] }

const contextOf = (table: string, asked: object, more: object = {}) => ({
  datasource: { id: stage.datasetId(table), type: 'table' },
  force: false,
  queries: [{ filters: [], extras: {}, row_limit: 100, ...asked }],
  result_format: 'json',
  result_type: 'full',
  ...more,
})

const embedChart = async (table: string, asked: object) => {
  const { caller } = stage
  const context = contextOf(table, asked)
  const params = {
    viz_type: 'table',
    datasource: `${stage.datasetId(table)}__table`,
    query_mode: 'aggregate',
    groupby: ['Island'],
    metrics: ['count'],
  }
  const made = await caller.post('/api/v1/chart/', {
    slice_name: `guests ${table}`,
    viz_type: 'table',
    datasource_id: stage.datasetId(table),
    datasource_type: 'table',
    params: JSON.stringify(params),
    query_context: JSON.stringify(context),
  })
  const chart = (made.json() as { id: number }).id
  const dashboard = ((await caller.post('/api/v1/dashboard/', { dashboard_title: table })).json() as { id: number }).id
  await caller.put(`/api/v1/chart/${chart}`, { dashboards: [dashboard] })
  const answer = await caller.post(`/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: [] })
  return { dashboard, chart, embedding: (answer.json() as { result: { uuid: string } }).result.uuid }
}

beforeAll(async () => {
  stage = await startStage('duckdb')
  shown = await embedChart('penguins', query)
  hidden = await embedChart('cars', { columns: ['Name'], metrics: ['count'] })
})
afterAll(() => stage.close())

const tokenFor = async (rls: object[] = []): Promise<string> => {
  const body = { user: { username: 'visitor' }, resources: [{ type: 'dashboard', id: shown.embedding }], rls }
  return ((await stage.caller.post('/api/v1/security/guest_token/', body)).json() as { token: string }).token
}

const send = async (token: string, context: object) =>
  stage.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { 'x-guesttoken': token, 'content-type': 'application/json' },
    payload: JSON.stringify(context),
  })

const get = (token: string, url: string) => stage.app.inject({ url, headers: { 'x-guesttoken': token, accept: 'application/json' } })

const form = () => ({ slice_id: shown.chart, dashboardId: shown.dashboard })

describe('a guest', () => {
  it('reads the stored query of the dashboard, without its statement', async () => {
    const answer = await send(await tokenFor(), contextOf('penguins', query, { form_data: form() }))
    expect(answer.statusCode, answer.body).toBe(200)
    const { result } = answer.json() as { result: JsonObject[] }
    expect(result[0]).not.toHaveProperty('query')
    expect(answer.body).not.toMatch(/\bselect\b/i)
    const again = await send(await tokenFor(), contextOf('penguins', query, { form_data: form() }))
    expect(again.body).not.toMatch(/\bselect\b/i)
  })

  it('gets no statement from the cache that users fill, nor do users lose theirs', async () => {
    const context = contextOf('penguins', { ...query, row_limit: 7 }, { form_data: form() })
    const own = await stage.caller.post('/api/v1/chart/data', context)
    expect((own.json() as { result: JsonObject[] }).result[0]).toHaveProperty('query')
    expect((await send(await tokenFor(), context)).body).not.toMatch(/\bselect\b/i)
    const later = await stage.caller.post('/api/v1/chart/data', context)
    expect((later.json() as { result: JsonObject[] }).result[0]).toHaveProperty('query')
  })

  const attempts: [string, () => object][] = [
    [
      'changed metrics',
      () =>
        contextOf(
          'penguins',
          { ...query, metrics: ['count', { expressionType: 'SQL', sqlExpression: '1', label: 'x' }] },
          { form_data: form() },
        ),
    ],
    ['changed columns', () => contextOf('penguins', { ...query, columns: ['Sex'] }, { form_data: form() })],
    ['changed grouping', () => contextOf('penguins', { ...query, groupby: ['Sex'] }, { form_data: form() })],
    ['a changed order', () => contextOf('penguins', { ...query, orderby: [['Sex', true]] }, { form_data: form() })],
    ['another chart', () => contextOf('penguins', query, { form_data: { ...form(), slice_id: hidden.chart } })],
    ['chart 0', () => contextOf('penguins', query, { form_data: { ...form(), slice_id: 0 } })],
    ['no chart', () => contextOf('penguins', query, { form_data: { dashboardId: shown.dashboard } })],
    ['no form data', () => contextOf('penguins', query)],
    ['another dashboard', () => contextOf('penguins', query, { form_data: { ...form(), dashboardId: hidden.dashboard } })],
    ['another dataset', () => contextOf('cars', { columns: ['Name'], metrics: ['count'] }, { form_data: form() })],
    ['an added condition', () => contextOf('penguins', { ...query, extras: { where: "Sex = 'MALE'" } }, { form_data: form() })],
    ['an added filter', () => contextOf('penguins', { ...query, filters: [{ col: 'Sex', op: '==', val: 'MALE' }] }, { form_data: form() })],
    [
      'a filter with SQL',
      () =>
        contextOf(
          'penguins',
          { ...query, filters: [{ col: { sqlExpression: '1', label: 'x' }, op: '==', val: 1 }] },
          { form_data: form() },
        ),
    ],
    ['the statement', () => contextOf('penguins', query, { form_data: form(), result_type: 'query' })],
    ['samples', () => contextOf('penguins', query, { form_data: form(), result_type: 'samples' })],
    ['the rows behind a figure', () => contextOf('penguins', query, { form_data: form(), result_type: 'drill_detail' })],
    ['a download', () => contextOf('penguins', query, { form_data: form(), result_format: 'csv' })],
  ]
  it.each(attempts)('is refused %s', async (_name, context) => {
    const answer = await send(await tokenFor(), context())
    expect(answer.statusCode, answer.body).toBe(403)
    expect(answer.body).not.toMatch(/\bselect\b/i)
  })

  it.each([
    () => `/api/v1/chart/${hidden.chart}`,
    () => `/api/v1/chart/${hidden.chart}/data/`,
    () => `/api/v1/dashboard/${hidden.dashboard}`,
    () => `/api/v1/dashboard/${hidden.dashboard}/charts`,
    () => `/api/v1/dashboard/${hidden.dashboard}/datasets`,
    () => `/api/v1/embedded_dashboard/${hidden.embedding}`,
    () => `/api/v1/dataset/${stage.datasetId('penguins')}`,
    () => `/api/v1/chart/${hidden.chart}/thumbnail/x/`,
    () => `/api/v1/dashboard/${hidden.dashboard}/thumbnail/x/`,
    () => `/api/v1/datasource/table/${stage.datasetId('penguins')}/column/Species/values/`,
    () =>
      `/superset/explore_json/?form_data=${encodeURIComponent(JSON.stringify({ datasource: `${stage.datasetId('penguins')}__table`, viz_type: 'world_map' }))}`,
    () => `/api/v1/explore/?slice_id=${shown.chart}`,
    () => '/api/v1/log/',
  ])('does not reach other things (%#)', async (url) => {
    expect([403, 404]).toContain((await get(await tokenFor(), url())).statusCode)
  })

  it('learns neither people nor SQL from the dashboard and its datasets', async () => {
    const token = await tokenFor()
    const dashboard = await get(token, `/api/v1/dashboard/${shown.dashboard}`)
    for (const name of ['owners', 'changed_by', 'changed_by_name']) expect(dashboard.json().result).not.toHaveProperty(name)
    const datasets = await get(token, `/api/v1/dashboard/${shown.dashboard}/datasets`)
    expect(datasets.statusCode, datasets.body).toBe(200)
    expect(datasets.body).not.toMatch(/\bselect\b/i)
    expect(datasets.json().result[0].metrics).toMatchObject([{ metric_name: 'count', expression: '' }])
    for (const name of ['database', 'owners']) expect(datasets.json().result[0]).not.toHaveProperty(name)
  })
})

describe('the rules of a token', () => {
  it('limit the rows of charts, each viewer for themselves, also from the cache', async () => {
    const context = contextOf('penguins', query, { form_data: form() })
    const rows = async (rls: object[]) => (await send(await tokenFor(rls), context)).json().result[0].data
    const all = await rows([])
    expect(all).toHaveLength(3)
    const gentoo = [{ clause: "Species = 'Gentoo'" }]
    expect(await rows(gentoo)).toEqual([{ Island: 'Biscoe', count: 124 }])
    expect(await rows([])).toEqual(all)
    expect(await rows([{ dataset: stage.datasetId('penguins'), clause: "Island = 'Dream'" }])).toHaveLength(1)
    expect(await rows([{ dataset: stage.datasetId('cars'), clause: '1 = 0' }])).toEqual(all)
    expect(await rows(gentoo)).toHaveLength(1)
  })

  it('are not passed by pictures: guests get none of charts', async () => {
    for (const kind of ['thumbnail', 'screenshot'])
      expect((await get(await tokenFor(), `/api/v1/chart/${shown.chart}/${kind}/x/`)).statusCode).toBe(404)
  })
})
