import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensurePairId } from '../../src/server/access/object-pairs.ts'
import { clearRightsCache } from '../../src/server/access/principals.ts'
import type { JsonObject } from './chart-data/corpus.ts'
import { startStage, type Stage } from './chart-data/stage.ts'

/** The rules of a guest token on every path that reads data, and what the role of guests opens. */
let stage: Stage
let dataset: number
let chart: number
let dashboard: number
let embedding: string
const query = { columns: ['Island', 'Species'], metrics: ['count'], orderby: [['Island', true]], filters: [], extras: {}, row_limit: 100 }

const post = async (url: string, body: object): Promise<JsonObject> => {
  const answer = await stage.caller.post(url, body)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json() as JsonObject
}

const filter = (name: string, filterType: string, column: string) => ({
  id: `NATIVE_FILTER-${name}`,
  type: 'NATIVE_FILTER',
  name,
  filterType,
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  targets: [{ datasetId: dataset, column: { name: column } }],
})

beforeAll(async () => {
  stage = await startStage('duckdb')
  dataset = stage.datasetId('penguins')
  const made = await post('/api/v1/chart/', {
    slice_name: 'penguins',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({
      viz_type: 'table',
      datasource: `${dataset}__table`,
      query_mode: 'aggregate',
      groupby: ['Island', 'Species'],
      metrics: ['count'],
    }),
    query_context: JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [query] }),
  })
  chart = Number(made['id'])
  dashboard = Number((await post('/api/v1/dashboard/', { dashboard_title: 'penguins' }))['id'])
  await stage.caller.put(`/api/v1/chart/${chart}`, { dashboards: [dashboard] })
  const native_filter_configuration = [filter('island', 'filter_select', 'Island'), filter('mass', 'filter_range', 'Body Mass (g)')]
  await stage.caller.put(`/api/v1/dashboard/${dashboard}`, { json_metadata: JSON.stringify({ native_filter_configuration }) })
  embedding = ((await post(`/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: [] }))['result'] as { uuid: string }).uuid
})
afterAll(() => stage.close())

const opened = [
  ['can_csv', 'Superset'],
  ['can_drill', 'Dashboard'],
  ['can_samples', 'Datasource'],
  ['can_get_drill_info', 'Dataset'],
] as const

/** Gives the role of guests these rights, or takes them. */
const setRights = async (given: boolean) => {
  const { db } = stage.ctx
  const role = await db.selectFrom('roles').select('id').where('name', '=', stage.ctx.config.guestRole).executeTakeFirstOrThrow()
  for (const [permission, view] of opened) {
    const pair = await ensurePairId(db, permission, view)
    await db.deleteFrom('role_permissions').where('role_id', '=', role.id).where('permission_view_id', '=', pair).execute()
    if (given) await db.insertInto('role_permissions').values({ role_id: role.id, permission_view_id: pair }).execute()
  }
  clearRightsCache(stage.ctx)
}

const tokenFor = async (rls: object[]): Promise<string> => {
  const resources = [{ type: 'dashboard', id: embedding }]
  return String((await post('/api/v1/security/guest_token/', { user: { username: 'visitor' }, resources, rls }))['token'])
}

type Asked = { method?: 'GET' | 'POST'; url: string; payload?: object }

const ask = async ({ method = 'POST', url, payload }: Asked, rls: object[]) =>
  stage.app.inject({
    method,
    url,
    headers: { 'x-guesttoken': await tokenFor(rls), accept: 'application/json' },
    ...(payload && { payload }),
  })

const contextOf = (asked: object, more: object = {}) => ({
  datasource: { id: dataset, type: 'table' },
  force: false,
  queries: [{ ...query, ...asked }],
  form_data: { slice_id: chart, dashboardId: dashboard },
  result_format: 'json',
  result_type: 'full',
  ...more,
})

const valuesOf = (name: string) => ({ form_data: { native_filter_id: `NATIVE_FILTER-${name}`, dashboardId: dashboard } })
const data = (payload: object, url = '/api/v1/chart/data'): Asked => ({ url, payload })
const samples = (): string =>
  `/datasource/samples?datasource_type=table&datasource_id=${dataset}&dashboard_id=${dashboard}&slice_id=${chart}&per_page=1000`

/** The chart by another dimension than its own. */
const drilled = (columns: unknown[], asked: object = {}) =>
  contextOf({ columns, orderby: [], ...asked }, { form_data: { slice_id: 0, chart_id: chart, dashboardId: dashboard } })

/** Gentoo live on Biscoe alone. */
const gentoo = [{ clause: "Species = 'Gentoo'" }]
const foreign = /Dream|Torgersen|Adelie|Chinstrap/

const paths: [string, () => Asked][] = [
  ['a chart', () => data(contextOf({}))],
  ['rows alone', () => data(contextOf({}, { result_type: 'results' }))],
  ['a shaped chart', () => data(contextOf({}, { result_type: 'post_processed' }))],
  ['a chart that is read anew', () => data(contextOf({}, { force: true }))],
  ['a filtered chart', () => data(contextOf({ filters: [{ col: 'Island', op: 'IN', val: ['Biscoe', 'Dream'] }] }))],
  ['the values of a filter', () => data(contextOf({ columns: ['Island'], metrics: [], orderby: [] }, valuesOf('island')))],
  ['rows behind a figure', () => data(contextOf({ columns: [], metrics: [], orderby: [] }, { result_type: 'drill_detail' }))],
  ['pages of rows', () => ({ url: samples(), payload: {} })],
  ['another dimension', () => data(drilled(['Island', 'Sex']))],
  ['a CSV', () => data(contextOf({}, { result_format: 'csv' }))],
  ['a CSV of all rows', () => data(contextOf({}, { result_format: 'csv' }), '/api/v1/chart/data?full=true')],
]

describe('a rule of a guest token holds', () => {
  beforeAll(() => setRights(true))

  it.each(paths)('in %s, also after others have read it', async (_name, asked) => {
    await stage.caller.inject({ method: 'POST', url: asked().url, payload: asked().payload ?? {} })
    const all = await ask(asked(), [])
    expect(all.statusCode, all.body).toBe(200)
    expect(all.body).toMatch(foreign)
    for (const time of ['the first time', 'from the cache']) {
      const own = await ask(asked(), gentoo)
      expect(own.statusCode, `${time}: ${own.body}`).toBe(200)
      expect(own.body).toContain('Biscoe')
      expect(own.body).not.toMatch(foreign)
    }
    expect((await ask(asked(), [])).body).toMatch(foreign)
  })

  it('in the limits of a range filter', async () => {
    const column = { column_name: 'Body Mass (g)' }
    const least = { expressionType: 'SIMPLE', aggregate: 'MIN', column, label: 'min' }
    const asked = data(contextOf({ columns: [], metrics: [least], orderby: [] }, valuesOf('mass')))
    const minimum = async (rls: object[]) => (await ask(asked, rls)).json().result[0].data[0].min as number
    expect(await minimum(gentoo)).toBeGreaterThan(await minimum([]))
  })

  it('in the count of the rows behind a figure', async () => {
    const count = async (rls: object[]) => (await ask({ url: samples(), payload: {} }, rls)).json().result.total_count as number
    expect([await count(gentoo), await count([])]).toEqual([124, 344])
  })

  it('in a response that is asked for by its key', async () => {
    const key = async (rls: object[]) => (await ask(data(contextOf({})), rls)).json().result[0].cache_key as string
    const [own, all] = [await key(gentoo), await key([])]
    expect(own).not.toBe(all)
    const answer = await ask({ method: 'GET', url: `/api/v1/chart/data/${all}` }, gentoo)
    expect(answer.body).not.toMatch(foreign)
  })

  it('in the page of the embed, which holds no pictures', async () => {
    const page = await stage.app.inject({ url: `/embedded/${embedding}`, headers: { 'x-guesttoken': await tokenFor(gentoo) } })
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toMatch(/<svg|Biscoe/)
    for (const url of [`/superset/dashboard/${dashboard}/`, `/superset/dashboard/${dashboard}/?standalone=1`])
      expect((await ask({ method: 'GET', url }, gentoo)).body).not.toMatch(/Biscoe|Dream/)
  })
})

describe('drilling and downloading', () => {
  beforeAll(async () => {
    const numbers = stage.ctx.db.updateTable('dataset_columns').set({ groupby: 0 }).where('column_name', 'like', '%(%')
    await numbers.where('dataset_id', '=', dataset).execute()
    clearRightsCache(stage.ctx)
  })
  const workbook = () => data(contextOf({}, { result_format: 'xlsx' }))

  it('a workbook is downloaded only if the role of guests may, with the rows of the token', async () => {
    await setRights(false)
    expect((await ask(workbook(), [])).statusCode).toBe(403)
    await setRights(true)
    const { rawPayload } = await ask(workbook(), gentoo)
    expect((await readXlsx(rawPayload)).sheets[0]?.rows).toEqual([
      ['Island', 'Species', 'COUNT(*)'],
      ['Biscoe', 'Gentoo', 124],
    ])
  })

  it('the dimensions of a dataset are listed only if the role of guests may, and of datasets of the dashboard alone', async () => {
    const info = (id: number) => ask({ method: 'GET', url: `/api/v1/dataset/${id}/drill_info/` }, [])
    await setRights(false)
    expect((await info(dataset)).statusCode).toBe(403)
    await setRights(true)
    const { result } = (await info(dataset)).json() as { result: { columns: { column_name: string }[] } }
    expect(Object.keys(result)).toEqual(['columns'])
    expect(result.columns.map(({ column_name }) => column_name)).toEqual(['Species', 'Island', 'Sex'])
    for (const id of [stage.datasetId('cars'), 999_999]) expect((await info(id)).statusCode).toBe(404)
  })

  it.each<[what: string, asked: () => object, status: number]>([
    ['on an axis', () => drilled([{ columnType: 'BASE_AXIS', expressionType: 'SQL', sqlExpression: 'Sex', label: 'Sex' }]), 200],
    ['limited to a mark', () => drilled(['Sex'], { filters: [{ col: 'Species', op: 'IN', val: ['Gentoo'] }] }), 200],
    ['in the order of its figure', () => drilled(['Sex'], { orderby: [['count', false]] }), 200],
    ['with another figure', () => drilled(['Sex'], { metrics: [{ expressionType: 'SQL', sqlExpression: 'MAX(1)', label: 'x' }] }), 403],
    ['an expression', () => drilled([{ expressionType: 'SQL', sqlExpression: 'upper("Sex")', label: 'Sex' }]), 403],
    ['an expression on an axis', () => drilled([{ columnType: 'BASE_AXIS', sqlExpression: 'upper("Sex")', label: 'Sex' }]), 403],
    ['a number that is no dimension', () => drilled(['Body Mass (g)']), 403],
    ['with a condition', () => drilled(['Sex'], { extras: { where: "Sex = 'MALE'" } }), 403],
    ['of another chart', () => ({ ...drilled(['Sex']), form_data: { slice_id: 0, chart_id: chart + 1, dashboardId: dashboard } }), 403],
    ['of no chart', () => ({ ...drilled(['Sex']), form_data: { slice_id: 0, dashboardId: dashboard } }), 403],
  ])('by a dimension of the dataset, %s: %#', async (_what, asked, status) => {
    await setRights(true)
    const answer = await ask(data(asked()), [])
    expect(answer.statusCode, answer.body).toBe(status)
    await setRights(false)
    expect((await ask(data(asked()), [])).statusCode).toBe(403)
  })

  it.each(paths.slice(6))('%s: only if the role of guests may', async (_name, asked) => {
    await setRights(false)
    expect((await ask(asked(), [])).statusCode).toBe(403)
    await setRights(true)
    expect((await ask(asked(), [])).statusCode).toBe(200)
  })

  it('do not open another chart, or columns that the chart does not show', async () => {
    await setRights(true)
    const rows = { columns: [], metrics: [], orderby: [] }
    for (const form_data of [{ dashboardId: dashboard }, { slice_id: chart }, { slice_id: chart + 1, dashboardId: dashboard }])
      expect((await ask(data(contextOf(rows, { form_data, result_type: 'drill_detail' })), [])).statusCode).toBe(403)
    const more = [
      { filters: [{ col: 'Sex', op: '==', val: 'MALE' }] },
      { extras: { where: "Sex = 'MALE'" } },
      { metrics: [{ expressionType: 'SQL', sqlExpression: 'MAX(1)', label: 'x' }] },
    ]
    for (const asked of more)
      expect((await ask(data(contextOf({ ...rows, ...asked }, { result_type: 'drill_detail' })), [])).statusCode).toBe(403)
  })
})
