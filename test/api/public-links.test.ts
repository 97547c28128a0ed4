import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { startStage, type Stage } from './chart-data/stage.ts'

/** What can be reached over HTTP with nothing but the public link of a dashboard or a chart. */
let stage: Stage
let dataset: number
let chart: number
let other: number
let dashboard: number

type Opened = { kind: string; id: number; token: string; chart: { form_data: Record<string, unknown>; dataset: object } | null }
type Shared = { kind: 'chart' | 'dashboard'; id: number }

const custom = { expressionType: 'SQL', sqlExpression: 'max("Body Mass (g)")', label: 'heaviest' }
const form = () => ({
  viz_type: 'table',
  datasource: `${dataset}__table`,
  query_mode: 'aggregate',
  groupby: ['Island'],
  metrics: ['count', custom],
  adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '"Sex" is not null' }],
  row_limit: 100,
  order_desc: true,
})

const made = async (url: string, body: object): Promise<number> => {
  const answer = await stage.caller.post(url, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
const chartOf = (name: string) =>
  made('/api/v1/chart/', {
    slice_name: name,
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify(form()),
  })

const path = '/api/v1/public_link/'
const share = async (shared: Shared, caller: Pick<Caller, 'post'> = stage.caller) => caller.post(path, shared)
const keyOf = async (shared: Shared) => (await share(shared)).json<{ result: { url: string } }>().result.url.split('/').at(-1) ?? ''
const open = (key: string) =>
  stage.app.inject({ method: 'POST', url: `${path}open`, payload: { key }, headers: { accept: 'application/json' } })
const opened = async (shared: Shared) => (await open(await keyOf(shared))).json<{ result: Opened }>().result

const get = (token: string, url: string) => stage.app.inject({ url, headers: { 'x-guesttoken': token, accept: 'application/json' } })
const post = (token: string, url: string, payload: object) =>
  stage.app.inject({ method: 'POST', url, payload, headers: { 'x-guesttoken': token, accept: 'application/json' } })

beforeAll(async () => {
  stage = await startStage('duckdb')
  dataset = stage.datasetId('penguins')
  chart = await chartOf('by island')
  other = await chartOf('kept back')
  dashboard = await made('/api/v1/dashboard/', { dashboard_title: 'penguins' })
  await stage.caller.put(`/api/v1/chart/${chart}`, { dashboards: [dashboard] })
})
afterAll(() => stage.close())

/** As its page sends it, with the custom SQL by the names that the page received. */
const contextOf = (formData: Record<string, unknown>, change: object = {}, more: object = {}) => {
  const [, heaviest] = formData['metrics'] as object[]
  const [filter] = formData['adhoc_filters'] as { sqlExpression: string }[]
  const query = {
    filters: [],
    columns: ['Island'],
    metrics: ['count', heaviest],
    orderby: [['count', false]],
    extras: { having: '', where: `(${filter?.sqlExpression ?? ''})` },
    row_limit: 100,
    ...change,
  }
  return {
    datasource: { id: dataset, type: 'table' },
    form_data: formData,
    queries: [query],
    result_format: 'json',
    result_type: 'full',
    ...more,
  }
}

describe('the link of a dashboard', () => {
  it('shows it and its charts to anyone, even as a draft, and no other object', async () => {
    const { token, ...rest } = await opened({ kind: 'dashboard', id: dashboard })
    expect(rest).toMatchObject({ kind: 'dashboard', id: dashboard, chart: null })
    expect((await get(token, `/api/v1/dashboard/${dashboard}`)).json()).toMatchObject({ result: { dashboard_title: 'penguins' } })
    expect((await get(token, `/api/v1/dashboard/${dashboard}/charts`)).statusCode).toBe(200)
    const hidden = await made('/api/v1/dashboard/', { dashboard_title: 'hidden' })
    for (const url of [`/api/v1/dashboard/${hidden}`, `/api/v1/chart/${chart}`, `/api/v1/chart/${other}`])
      expect((await get(token, url)).statusCode, url).toBe(404)
  })

  it('is created once and listed; revoking it ends the tokens of its visitors', async () => {
    const shared = { kind: 'dashboard', id: dashboard } as const
    const key = await keyOf(shared)
    expect(await keyOf(shared)).toBe(key)
    const { result } = (await stage.caller.get(path)).json<{ result: object[] }>()
    expect(result).toMatchObject([{ ...shared, name: 'penguins', url: expect.stringContaining(`/shared/${key}`) }])
    const { token } = (await open(key)).json<{ result: Opened }>().result
    expect((await stage.app.inject(`/shared/${key}`)).statusCode).toBe(200)
    expect((await stage.caller.delete(`${path}dashboard/${dashboard}`)).statusCode).toBe(200)
    const refused = await get(token, `/api/v1/dashboard/${dashboard}`)
    expect([refused.statusCode, refused.json()]).toEqual([401, { msg: 'This link no longer works.' }])
    expect([(await open(key)).statusCode, (await stage.app.inject(`/shared/${key}`)).statusCode]).toEqual([404, 404])
    expect((await stage.caller.delete(`${path}dashboard/${dashboard}`)).statusCode).toBe(404)
    expect(await keyOf(shared)).not.toBe(key)
  })

  it('ends with the dashboard, and comes back when that is restored', async () => {
    const id = await made('/api/v1/dashboard/', { dashboard_title: 'short-lived' })
    const key = await keyOf({ kind: 'dashboard', id })
    const { token } = (await open(key)).json<{ result: Opened }>().result
    await stage.caller.delete(`/api/v1/dashboard/${id}`)
    expect([(await open(key)).statusCode, (await get(token, '/api/v1/dashboard/')).statusCode]).toEqual([404, 401])
    await stage.caller.post(`/api/v1/dashboard/${id}/restore`)
    expect([(await open(key)).statusCode, (await get(token, '/api/v1/dashboard/')).statusCode]).toEqual([200, 200])
  })

  it('stands in the action log, without its key', async () => {
    const id = await made('/api/v1/dashboard/', { dashboard_title: 'logged' })
    const key = await keyOf({ kind: 'dashboard', id })
    await stage.caller.delete(`${path}dashboard/${id}`)
    const rows = await stage.ctx.db.selectFrom('action_log').selectAll().where('action', 'like', 'public_link.%').execute()
    const own = rows.filter(({ json }) => (JSON.parse(json ?? '{}') as { id: number }).id === id)
    expect(own.map(({ action }) => action)).toEqual(['public_link.on', 'public_link.off'])
    expect(JSON.stringify(own)).not.toContain(key)
  })
})

describe('the link of a chart', () => {
  it('shows its data, without SQL and without the rest of its dataset', async () => {
    const answer = await open(await keyOf({ kind: 'chart', id: chart }))
    expect(answer.body).not.toMatch(/max\(|is not null|Beak/)
    const { token, chart: shown } = answer.json<{ result: Opened }>().result
    const data = await post(token, '/api/v1/chart/data', contextOf(shown?.form_data ?? {}))
    expect(data.statusCode, data.body).toBe(200)
    const { result } = data.json<{ result: { data: { Island: string; count: number; heaviest: number }[] }[] }>()
    expect(result[0]?.data.map(({ Island }) => Island).toSorted()).toEqual(['Biscoe', 'Dream', 'Torgersen'])
    expect(data.body).not.toMatch(/\bselect\b|is not null/i)
  })

  const attempts: [string, object, object?][] = [
    ['another column', { columns: ['Species'] }],
    ['another metric', { metrics: ['count', { expressionType: 'SQL', sqlExpression: '1', label: 'x' }] }],
    ['another order', { orderby: [['Species', true]] }],
    ['a condition', { extras: { where: "Sex = 'MALE'" } }],
    ['a filter', { filters: [{ col: 'Island', op: '==', val: 'Dream' }] }],
    ['a time column', { granularity: 'Island' }],
    ['the statement', {}, { result_type: 'query' }],
    ['samples', {}, { result_type: 'samples' }],
    ['the columns', {}, { result_type: 'columns' }],
    ['the rows behind it', {}, { result_type: 'drill_detail' }],
  ]
  it.each(attempts)('does not allow %s', async (_what, change, more = {}) => {
    const { token, chart: shown } = await opened({ kind: 'chart', id: chart })
    expect((await post(token, '/api/v1/chart/data', contextOf(shown?.form_data ?? {}, change, more))).statusCode).toBe(403)
  })

  it('opens neither another chart of the dataset nor a dashboard', async () => {
    const { token, chart: shown } = await opened({ kind: 'chart', id: chart })
    const foreign = { ...shown?.form_data, slice_id: other }
    expect((await post(token, '/api/v1/chart/data', contextOf(foreign))).statusCode).toBe(403)
    const nameless = { ...shown?.form_data, slice_id: undefined }
    expect((await post(token, '/api/v1/chart/data', contextOf(nameless))).statusCode).toBe(403)
    for (const url of [`/api/v1/dashboard/${dashboard}`, `/api/v1/chart/${chart}`, `/api/v1/dataset/${dataset}`, '/api/v1/chart/'])
      expect([403, 404, 200], url).toContain((await get(token, url)).statusCode)
    expect((await get(token, '/api/v1/chart/')).json()).toMatchObject({ count: 0 })
    expect((await get(token, `/api/v1/dashboard/${dashboard}`)).statusCode).toBe(404)
  })

  it('grants no data once the user who shared it may no longer read it', async () => {
    const { ctx, app } = stage
    const sharer = await makePerson(ctx, 'sharer', ['Alpha'], [['can_set_embedded', 'Dashboard']])
    const id = await chartOf('lent')
    await stage.caller.put(`/api/v1/chart/${id}`, { owners: [sharer] })
    const caller = await as(ctx, app, sharer)
    const key = (await share({ kind: 'chart', id }, caller)).json<{ result: { url: string } }>().result.url.split('/').at(-1) ?? ''
    const { token, chart: shown } = (await open(key)).json<{ result: Opened }>().result
    const status = async () => (await post(token, '/api/v1/chart/data', contextOf(shown?.form_data ?? {}))).statusCode
    expect(await status()).toBe(200)
    const gamma = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
    expect((await stage.caller.put(`/api/v1/security/users/${sharer}`, { roles: [gamma.id] })).statusCode).toBe(200)
    expect(await status()).toBe(403)
  })
})

describe('the role Public', () => {
  const rule = { name: 'only Dream', filter_type: 'Regular', clause: "Island = 'Dream'", group_key: '' }
  let publicRole: number
  beforeEach(async () => {
    publicRole = (await stage.ctx.db.selectFrom('roles').select('id').where('name', '=', 'Public').executeTakeFirstOrThrow()).id
  })

  it('is the one whose row-level rules apply to visitors', async () => {
    const answer = await stage.caller.post('/api/v1/rowlevelsecurity/', { ...rule, tables: [dataset], roles: [publicRole] })
    expect(answer.statusCode, answer.body).toBe(201)
    const { token, chart: shown } = await opened({ kind: 'chart', id: chart })
    const data = await post(token, '/api/v1/chart/data', contextOf(shown?.form_data ?? {}))
    const { result } = data.json<{ result: { data: { Island: string }[] }[] }>()
    expect(result[0]?.data.map(({ Island }) => Island)).toEqual(['Dream'])
    await stage.caller.delete(`/api/v1/rowlevelsecurity/${answer.json<{ id: number }>().id}`)
  })

  it('is part of the explanation of what an anonymous visitor sees', async () => {
    await share({ kind: 'chart', id: chart })
    const explained = (await stage.caller.get(`/api/v1/security/access/chart/${chart}`)).json<{ result: object }>().result
    expect(explained).toMatchObject({
      see: { allowed: true, grounds: [{ kind: 'public-link' }], sentences: ['Anyone with its public link can view it.'] },
      change: { allowed: false },
      public_link: { sentence: 'Anyone with its public link can view it.' },
      data: [{ read: { allowed: true, sentences: ['The chart lends this data to anyone with its public link.'] } }],
    })
    const closed = (await stage.caller.get(`/api/v1/security/access/chart/${other}`)).json<{ result: object }>().result
    expect(closed).toMatchObject({ see: { allowed: false }, public_link: null })
  })
})

describe('making a link', () => {
  it('is for users who may embed dashboards, for their own objects only', async () => {
    const { ctx, app } = stage
    const publisher = await as(ctx, app, await makePerson(ctx, 'publisher', ['Alpha'], [['can_set_embedded', 'Dashboard']]))
    expect((await share({ kind: 'chart', id: chart }, publisher)).statusCode).toBe(403)
    expect((await publisher.delete(`${path}chart/${chart}`)).statusCode).toBe(403)
    expect((await publisher.get(path)).json()).toEqual({ result: [] })
    expect((await share({ kind: 'chart', id: 99_999 }, publisher)).statusCode).toBe(404)
    const alpha = await as(ctx, app, await makePerson(ctx, 'plain', ['Alpha']))
    expect((await share({ kind: 'chart', id: chart }, alpha)).statusCode).toBe(403)
    expect((await stage.caller.post(path, { kind: 'dataset', id: dataset })).statusCode).toBe(400)
  })

  it('is not possible with the token of a link, and such a token cannot be granted by hand', async () => {
    const key = await keyOf({ kind: 'chart', id: chart })
    const { token } = (await open(key)).json<{ result: Opened }>().result
    expect((await post(token, path, { kind: 'chart', id: other })).statusCode).toBe(403)
    const asked = { user: {}, resources: [{ type: 'public_link', id: key }], rls: [] }
    expect((await stage.caller.post('/api/v1/security/guest_token/', asked)).statusCode).toBe(400)
  })

  it('wrong keys are counted by address', async () => {
    const guess = async () => (await open('guess')).statusCode
    const statuses = await Promise.all(Array.from({ length: 110 }, guess))
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
  })
})
