import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clearRightsCache } from '../../src/server/access/principals.ts'
import { as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { execute, startApp } from './sqllab/server.ts'

/** Queries of SQL Lab, run or saved, as the source of charts. */
let server: Awaited<ReturnType<typeof startApp>>
let houseId: number
let queryId: number
let savedId: number
let stranger: Caller

const sql = "select 'a' as kind, 3 as amount, date '2024-05-01' as day union all select 'b', 4, date '2024-05-02'"

const saveQuery = async (text: string): Promise<number> => {
  const answer = await server.admin.post('/api/v1/saved_query/', { db_id: houseId, label: 'Kinds', schema: 'main', sql: text })
  return answer.json<{ id: number }>().id
}

const runQuery = async (text: string): Promise<number> => {
  const { body, status } = await execute(server.admin, { database_id: houseId, schema: 'main', sql: text, tab: 'My tab' })
  expect(status, JSON.stringify(body)).toBe(200)
  return body['query_id'] as number
}

beforeAll(async () => {
  server = await startApp()
  const { id } = await server.ctx.db.selectFrom('databases').select('id').where('is_house', '=', 1).executeTakeFirstOrThrow()
  houseId = id
  queryId = await runQuery(sql)
  savedId = await saveQuery(sql)
  stranger = await as(server.ctx, server.app, await makePerson(server.ctx, 'stranger', ['Gamma', 'sql_lab']))
  clearRightsCache(server.ctx)
})
afterAll(() => server?.stop())

const sources = () => [
  { id: queryId, type: 'query', name: 'My tab' },
  { id: savedId, type: 'saved_query', name: 'Kinds' },
]

const open = (caller: Caller, { id, type }: { id: number; type: string }) =>
  caller.get(`/api/v1/explore/?datasource_type=${type}&datasource_id=${id}`)

const chartOf = ({ id, type }: { id: number; type: string }, query: object) => ({
  datasource: { id, type },
  queries: [{ columns: ['kind'], metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(amount)', label: 'total' }], ...query }],
})

describe('a query of SQL Lab in explore', () => {
  it.each([0, 1])('opens with its name, SQL and columns (%i)', async (i) => {
    const source = sources()[i]!
    const { result } = (await open(server.admin, source)).json<{ result: Record<string, Record<string, unknown>> }>()
    expect(result['dataset']).toMatchObject({ ...source, datasource_name: source.name, sql, main_dttm_col: 'day', metrics: [] })
    expect(
      (result['dataset']!['columns'] as { column_name: string; type_generic: number }[]).map((c) => [c.column_name, c.type_generic]),
    ).toEqual([
      ['kind', 1],
      ['amount', 0],
      ['day', 2],
    ])
    expect(result['form_data']).toMatchObject({ datasource: `${source.id}__${source.type}` })
  })

  it.each([0, 1])('gives the rows of charts, samples, values of a column and faults of expressions (%i)', async (i) => {
    const { id, type } = sources()[i]!
    const chart = await server.admin.post('/api/v1/chart/data', chartOf({ id, type }, { filters: [{ col: 'amount', op: '>', val: 3 }] }))
    expect(chart.json<{ result: { data: unknown }[] }>().result[0]?.data).toEqual([{ kind: 'b', total: 4 }])
    const samples = await server.admin.post(`/datasource/samples?datasource_type=${type}&datasource_id=${id}`, {})
    expect(samples.json<{ result: { data: { kind: string }[]; total_count: number } }>().result).toMatchObject({ total_count: 2 })
    const values = await server.admin.get(`/api/v1/datasource/${type}/${id}/column/kind/values/`)
    expect(values.json<{ result: string[] }>().result.toSorted()).toEqual(['a', 'b'])
    const faults = (expression: string) =>
      server.admin.post(`/api/v1/datasource/${type}/${id}/validate_expression/`, { expression, expression_type: 'metric' })
    expect((await faults('max(amount)')).json()).toEqual({ result: [] })
    expect((await faults('max(amuont)')).json<{ result: unknown[] }>().result).toHaveLength(1)
    const kept = await server.admin.post('/api/v1/explore/form_data', { datasource_id: id, datasource_type: type, form_data: '{}' })
    expect(kept.statusCode).toBe(201)
  })

  it.each(['zz', '', 'METRIC', 'constructor'])('an expression of the type "%s" is refused', async (expression_type) => {
    const { id, type } = sources()[0]!
    const answer = await server.admin.post(`/api/v1/datasource/${type}/${id}/validate_expression/`, { expression: '1', expression_type })
    const message = `Invalid expression type: ${expression_type}. Valid types are: column, metric, where, having`
    expect([answer.statusCode, answer.json()]).toEqual([400, { message }])
  })

  it.each([0, 1])('is shared by a link, which gives its author the chart and others nothing (%i)', async (i) => {
    const { id, type } = sources()[i]!
    const formData = { datasource: `${id}__${type}`, viz_type: 'pie', groupby: ['kind'] }
    const made = await server.admin.post('/api/v1/explore/permalink', { formData, urlParams: [['country', 'US']] })
    expect(made.statusCode, made.body).toBe(201)
    const { key } = made.json<{ key: string }>()
    const kept = await server.admin.get(`/api/v1/explore/permalink/${key}`)
    expect(kept.json()).toMatchObject({ chartId: null, datasourceId: id, datasourceType: type, datasource: `${id}__${type}` })
    const opened = await server.admin.get(`/api/v1/explore/?permalink_key=${key}`)
    expect(opened.json()).toMatchObject({
      result: { dataset: { id, type }, form_data: { ...formData, url_params: { country: 'US' } } },
    })
    for (const path of [`permalink/${key}`, `?permalink_key=${key}`])
      expect((await stranger.get(`/api/v1/explore/${path}`)).statusCode).toBe(404)
  })

  it.each([0, 1])('is missing for others, and none of its rows are given (%i)', async (i) => {
    const source = sources()[i]!
    const opened = await open(stranger, source)
    expect(opened.json<{ result: { dataset: object } }>().result.dataset).toMatchObject({ name: '[Missing Dataset]', columns: [] })
    expect((await stranger.post('/api/v1/chart/data', chartOf(source, {}))).statusCode).toBe(403)
    expect((await stranger.get(`/api/v1/datasource/${source.type}/${source.id}/column/kind/values/`)).statusCode).toBe(403)
  })

  it('is refused where it reads tables that its author may not read', async () => {
    const { name } = await server.ctx.db
      .selectFrom('databases')
      .select('database_name as name')
      .where('id', '=', houseId)
      .executeTakeFirstOrThrow()
    const person = await makePerson(server.ctx, 'reader', ['Gamma', 'sql_lab'], [['database_access', `[${name}].(id:${houseId})`]])
    clearRightsCache(server.ctx)
    const reader = await as(server.ctx, server.app, person)
    const saved = await reader.post('/api/v1/saved_query/', { db_id: houseId, label: 'Own', schema: 'main', sql })
    const source = { id: saved.json<{ id: number }>().id, type: 'saved_query' }
    expect((await reader.post('/api/v1/chart/data', chartOf(source, {}))).statusCode).toBe(200)
    await server.ctx.db
      .deleteFrom('user_roles')
      .where('user_id', '=', person)
      .where('role_id', 'in', (eb) => eb.selectFrom('roles').select('id').where('name', '=', 'pairs of reader'))
      .execute()
    clearRightsCache(server.ctx)
    expect((await reader.post('/api/v1/chart/data', chartOf(source, {}))).statusCode).toBe(404)
  })

  it.each([
    ['two statements', 'select 1 as a; select 2 as a', 400],
    ['a statement that writes', 'drop table x', 403],
  ])('is refused with %s', async (_, text, status) => {
    const answer = await open(server.admin, { id: await saveQuery(text), type: 'saved_query' })
    expect(answer.statusCode, answer.body).toBe(status)
  })
})
