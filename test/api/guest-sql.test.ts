import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/server/app.ts'
import { ensurePairId } from '../../src/server/access/object-pairs.ts'
import { clearRightsCache } from '../../src/server/access/principals.ts'
import { startStage, type Stage } from './chart-data/stage.ts'
import type { JsonObject } from './chart-data/corpus.ts'

/** No SQL reaches the viewers of embedded dashboards: neither of datasets nor of charts, filters, rules and errors. */
const marker = 'not_for_guests'

let stage: Stage
let dataset: number
let embedding: string
let dashboard: number
const charts: Record<'sound' | 'broken', number> = { sound: 0, broken: 0 }

const metric = (sql: string) => ({ expressionType: 'SQL', sqlExpression: sql, label: 'shown', hasCustomLabel: true })
const sqlFilter = (sql: string) => ({ clause: 'WHERE', expressionType: 'SQL', sqlExpression: sql, subject: null, operator: null })
const sum = `COUNT(*) + 0 * LENGTH('${marker}')`
const condition = `'${marker}' <> "Species"`

const post = async (url: string, body: object): Promise<JsonObject> => {
  const answer = await stage.caller.post(url, body)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json() as JsonObject
}

const kind = { expressionType: 'SQL', sqlExpression: `COALESCE("Species", '${marker}')`, label: 'Kind' }

const formOf = (sql: string) => ({
  viz_type: 'table',
  datasource: `${dataset}__table`,
  query_mode: 'aggregate',
  groupby: ['Island', kind],
  metrics: [metric(sql)],
  adhoc_filters: [sqlFilter(condition)],
  server_pagination: false,
})

const makeChart = async (sql: string): Promise<number> => {
  const { id } = await post('/api/v1/chart/', {
    slice_name: 'guests and SQL',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify(formOf(sql)),
    query_context: JSON.stringify({
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: ['Island', kind], metrics: [metric(sql)], orderby: [], extras: { where: `(${condition})` }, filters: [] }],
    }),
  })
  return Number(id)
}

const filter = {
  id: 'NATIVE_FILTER-species',
  type: 'NATIVE_FILTER',
  name: 'Species',
  filterType: 'filter_select',
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  adhoc_filters: [sqlFilter(condition)],
}

beforeAll(async () => {
  stage = await startStage('duckdb')
  const setup = {
    kind: 'dataset' as const,
    name: 'guests',
    sql: `select * from penguins where '${marker}' <> ''`,
    metrics: [{ metric_name: 'secret', expression: `SUM(1) + 0 * LENGTH('${marker}')` }],
    calculated_columns: [{ column_name: 'computed', expression: `"Species" || '${marker}'` }],
  }
  await stage.prepare({ setup: [setup] } as unknown as Parameters<Stage['prepare']>[0])
  dataset = stage.datasetId('guests')
  charts.sound = await makeChart(sum)
  charts.broken = await makeChart(`SUM(${marker}_missing)`)
  dashboard = Number((await post('/api/v1/dashboard/', { dashboard_title: 'guests' }))['id'])
  for (const chart of Object.values(charts)) await stage.caller.put(`/api/v1/chart/${chart}`, { dashboards: [dashboard] })
  const targets = [{ datasetId: dataset, column: { name: 'Species' } }]
  const json_metadata = JSON.stringify({ native_filter_configuration: [{ ...filter, targets }] })
  const written = await stage.caller.put(`/api/v1/dashboard/${dashboard}`, { json_metadata })
  expect(written.statusCode, written.body).toBe(200)
  const answer = await post(`/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: [] })
  embedding = (answer['result'] as { uuid: string }).uuid
})
afterAll(() => stage.close())

const tokenFor = async (rls: object[] = []): Promise<string> =>
  String(
    (
      await post('/api/v1/security/guest_token/', {
        user: { username: 'visitor' },
        resources: [{ type: 'dashboard', id: embedding }],
        rls,
      })
    )['token'],
  )

const get = async (url: string, rls: object[] = []) =>
  stage.app.inject({ url, headers: { 'x-guesttoken': await tokenFor(rls), accept: 'application/json' } })

const send = async (body: object, rls: object[] = []) =>
  stage.app.inject({ method: 'POST', url: '/api/v1/chart/data', headers: { 'x-guesttoken': await tokenFor(rls) }, payload: body })

type Form = { groupby: unknown[]; metrics: ReturnType<typeof metric>[]; adhoc_filters: ReturnType<typeof sqlFilter>[] }

/** The form of a chart as the page of a guest gets it. */
const shownForm = async (chart: number): Promise<Form> => {
  const { result } = (await get(`/api/v1/dashboard/${dashboard}/charts`)).json() as { result: { id: number; form_data: Form }[] }
  const found = result.find(({ id }) => id === chart)
  if (!found) throw new Error('The chart is not on the dashboard')
  return found.form_data
}

const contextOf = (chart: number, form: Form, more: object = {}) => ({
  datasource: { id: dataset, type: 'table' },
  force: false,
  queries: [
    {
      columns: ['Island'],
      metrics: form.metrics,
      orderby: [['Island', true]],
      filters: [],
      extras: { where: `(${form.adhoc_filters[0]?.sqlExpression})` },
      row_limit: 100,
      ...more,
    },
  ],
  form_data: { slice_id: chart, dashboardId: dashboard },
  result_format: 'json',
  result_type: 'full',
})

describe('rows behind a figure', () => {
  const rights = [
    ['can_csv', 'Superset'],
    ['can_drill', 'Dashboard'],
    ['can_samples', 'Datasource'],
  ] as const
  beforeAll(async () => {
    const { db, config } = stage.ctx
    const role = await db.selectFrom('roles').select('id').where('name', '=', config.guestRole).executeTakeFirstOrThrow()
    for (const [permission, view] of rights) {
      const pair = await ensurePairId(db, permission, view)
      await db.insertInto('role_permissions').values({ role_id: role.id, permission_view_id: pair }).execute()
    }
    clearRightsCache(stage.ctx)
  })

  it('are selected by the custom SQL of the chart, and nothing that is answered names it', async () => {
    const form = await shownForm(charts.sound)
    const [, shownKind] = form.groupby
    const where = form.adhoc_filters[0]?.sqlExpression
    for (const mark of [
      { col: 'Island', op: 'IN', val: ['Biscoe'] },
      { col: shownKind, op: 'IN', val: ['Gentoo'] },
    ]) {
      const narrowed = { filters: [mark], extras: { where: `(${where})` } }
      const url = `/datasource/samples?datasource_type=table&datasource_id=${dataset}&dashboard_id=${dashboard}&slice_id=${charts.sound}`
      const samples = await stage.app.inject({ method: 'POST', url, headers: { 'x-guesttoken': await tokenFor() }, payload: narrowed })
      const detail = await send({
        ...contextOf(charts.sound, form, { ...narrowed, columns: [], metrics: [], orderby: [] }),
        result_type: 'drill_detail',
      })
      for (const { statusCode, body } of [samples, detail]) {
        expect(statusCode, body).toBe(200)
        expect(body).toContain('Biscoe')
        // The rows have a column whose values hold the marker.
        expect(body.replaceAll(`Gentoo${marker}`, '').replaceAll(`Adelie${marker}`, '')).not.toMatch(/hidden_sql|not_for_guests/)
      }
    }
  })
})

describe('custom SQL', () => {
  it('of a chart and its filters is replaced by names, with which its page reads the rows', async () => {
    const form = await shownForm(charts.sound)
    expect(form.metrics[0]?.sqlExpression).toMatch(/^hidden_sql_[\da-f]{32}$/)
    expect(form.adhoc_filters[0]?.sqlExpression).toMatch(/^hidden_sql_[\da-f]{32}$/)
    expect(form.metrics[0]?.label).toBe('shown')
    const answer = await send(contextOf(charts.sound, form))
    expect(answer.statusCode, answer.body).toBe(200)
    expect((answer.json() as { result: JsonObject[] }).result[0]?.['data']).toHaveLength(3)
    expect(answer.body).not.toContain(marker)
  })

  it('cannot be moved to another place of a query by its name', async () => {
    const form = await shownForm(charts.sound)
    const where = form.adhoc_filters[0]?.sqlExpression ?? ''
    for (const more of [{ metrics: [metric(where)] }, { extras: { where: `NOT (${where})` } }, { extras: { having: where } }])
      expect((await send(contextOf(charts.sound, form, more))).statusCode).toBe(403)
  })

  it('is revealed by no error: neither of an expression nor of a rule that fails', async () => {
    const form = await shownForm(charts.broken)
    const broken = await send(contextOf(charts.broken, form))
    expect(broken.statusCode).toBeGreaterThanOrEqual(400)
    expect(broken.statusCode).toBeLessThan(500)
    const sound = await shownForm(charts.sound)
    const denied = await send(contextOf(charts.sound, sound), [{ clause: `${marker}_missing = 1` }])
    expect(denied.statusCode).toBeGreaterThanOrEqual(400)
    for (const { body } of [broken, denied]) expect(body).not.toMatch(new RegExp(`${marker}|\\bselect\\b`, 'i'))
  })

  it('is known to users as before', async () => {
    const answer = await stage.caller.get(`/api/v1/dashboard/${dashboard}/charts`)
    expect(answer.body).toContain(marker)
  })
})

it('no route that reads sends a guest any SQL', async () => {
  const app = await createApp(stage.ctx)
  const words: Record<string, string[]> = {
    idOrName: [String(dashboard), ...Object.values(charts).map(String)],
    uuid: [embedding],
    type: ['table'],
    column: ['Species'],
  }
  const ids = [dashboard, dataset, ...Object.values(charts)].map(String)
  const token = await tokenFor()
  const told: string[] = []
  let opened = 0
  for (const { path } of app.routes.filter(({ method, answers }) => method === 'GET' && answers !== 'events'))
    for (const id of /:\w/.test(path) ? ids : ['']) {
      const filled = path.replaceAll(
        /:(\w+)/g,
        (_whole, part: string) => words[part]?.find((word) => word === id) ?? words[part]?.[0] ?? id,
      )
      const url = `${filled}?slice_id=${charts.sound}&dashboard_id=${dashboard}`
      const answer = await stage.app.inject({ url, headers: { 'x-guesttoken': token, accept: 'application/json' } })
      expect(answer.statusCode, url).toBeLessThan(500)
      if (answer.statusCode === 200) opened++
      if (answer.body.includes(marker)) told.push(url)
    }
  await app.server.close()
  expect(opened).toBeGreaterThan(5)
  expect(told).toEqual([])
})
