import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from './chart-data/corpus.ts'
import { startStage, type Stage } from './chart-data/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage('duckdb')
})
afterAll(() => stage.close())

const formOf = (rest: object) => ({ datasource: `${stage.datasetId('gapminder')}__table`, row_limit: 5, ...rest })
const worldMap = () => formOf({ viz_type: 'world_map', entity: 'country', metric: 'count' })

const post = (form: object, { flags = '', path = '/superset/explore_json/' } = {}) =>
  stage.caller.inject(
    {
      method: 'POST',
      url: `${path}?${flags}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ form_data: JSON.stringify(form) }).toString(),
    },
    'bearer',
  )

const get = (form: object, headers: Record<string, string> = {}) =>
  stage.caller.inject(
    { method: 'GET', url: `/superset/explore_json/?form_data=${encodeURIComponent(JSON.stringify(form))}`, headers },
    'bearer',
  )

describe('explore_json', () => {
  it.each([
    ['a world map, by its entity', { viz_type: 'world_map', entity: 'country', metric: 'count' }, ['country', 'count']],
    [
      'a chord diagram, by both ends',
      { viz_type: 'chord', groupby: 'country', columns: 'cluster', metric: 'count' },
      ['country', 'cluster', 'count'],
    ],
    [
      'a bubble chart, by its three measures once each',
      { viz_type: 'bubble', entity: 'country', series: 'cluster', x: 'count', y: sum('pop'), size: 'count' },
      ['country', 'cluster', 'count', 'SUM(pop)'],
    ],
    ['a calendar, by time', { viz_type: 'cal_heatmap', metrics: ['count'], granularity_sqla: 'year_date' }, ['__timestamp', 'count']],
    [
      'a place, by its coordinates',
      { viz_type: 'deck_hex', spatial: { type: 'latlong', latCol: 'year', lonCol: 'cluster' }, size: 'count' },
      ['year', 'cluster', 'count'],
    ],
    ['rows of a map', { viz_type: 'mapbox', all_columns_x: 'year', all_columns_y: 'cluster', point_radius: 'Auto' }, ['year', 'cluster']],
    [
      'a type that builds its own queries',
      { viz_type: 'pie', groupby: ['country'], metric: 'count' },
      ['country', 'count', 'count__contribution'],
    ],
  ])('answers %s', async (_, form, columns) => {
    const answer = await post(formOf(form))
    const body = answer.json() as JsonObject
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
    expect(body['colnames']).toEqual(columns)
    expect((body['data'] as unknown[]).length).toBe(body['rowcount'])
  })

  it('returns the values of a filter_box for each of its columns', async () => {
    const filters = [{ column: 'country', metric: sum('pop') }, { column: 'cluster', asc: true }, { label: 'no column' }]
    const { data } = (await post(formOf({ viz_type: 'filter_box', filter_configs: filters }))).json() as {
      data: Record<string, JsonObject[]>
    }
    expect(Object.keys(data)).toEqual(['country', 'cluster'])
    expect(data['country']?.[0]).toMatchObject({ id: 'China', text: 'China' })
    expect(data['cluster']).toHaveLength(6)
  })

  it.each([
    ['query', ['query', 'language']],
    ['results', ['data', 'colnames', 'coltypes', 'rowcount', 'sql_rowcount']],
    ['samples', ['data', 'colnames', 'coltypes', 'rowcount', 'sql_rowcount']],
  ])('answers %s alone', async (flag, keys) => {
    expect(Object.keys((await post(worldMap(), { flags: `${flag}=true` })).json() as object)).toEqual(keys)
  })

  it('exports CSV', async () => {
    const answer = await post(worldMap(), { flags: 'csv=true' })
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=\d{8}_\d{6}\.csv$/)
    expect(answer.body.split('\n')[0]).toBe('country,COUNT(*)')
  })

  it('completes the form data of a saved chart by its id', async () => {
    const made = await stage.caller.post('/api/v1/chart/', {
      slice_name: 'by country',
      viz_type: 'world_map',
      datasource_id: stage.datasetId('gapminder'),
      datasource_type: 'table',
      params: JSON.stringify(worldMap()),
    })
    const { id } = made.json() as { id: number }
    expect(((await post({ slice_id: id, row_limit: 2 })).json() as JsonObject)['rowcount']).toBe(2)
    const answer = await stage.caller.inject({ method: 'GET', url: `/superset/explore_json/?slice_id=${id}` }, 'bearer')
    expect((answer.json() as JsonObject)['rowcount']).toBe(5)
    expect((await post({ slice_id: 999_999 })).statusCode).toBe(404)
  })

  it('takes the dataset from the path if the form data has none', async () => {
    const path = `/superset/explore_json/table/${stage.datasetId('gapminder')}/`
    expect((await post({ ...worldMap(), datasource: null }, { path })).statusCode).toBe(200)
  })

  it('orders by the metric where the form asks for it', async () => {
    const form = formOf({ viz_type: 'world_map', entity: 'country', metric: sum('pop'), sort_by_metric: true, row_limit: 4 })
    const { data } = (await post(form)).json() as { data: Record<string, number>[] }
    const sizes = data.map((row) => row['SUM(pop)'] ?? 0)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(data[0]).toMatchObject({ country: 'China' })
  })

  it('lets a client cache the response to a GET while it is valid', async () => {
    const form = formOf({ viz_type: 'world_map', entity: 'country', metric: sum('pop'), sort_by_metric: true, row_limit: 4 })
    const first = await get(form)
    const etag = String(first.headers['etag'])
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    const again = await get(form, { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get({ ...form, row_limit: 3 }, { 'if-none-match': etag })).statusCode).toBe(200)
    expect((await post(form)).headers['etag']).toBeUndefined()
  })

  it.each([
    ['form data that is not JSON', '/superset/explore_json/?form_data=%7B', 400],
    ['a type that nobody knows', '/superset/explore_json/?form_data={"datasource":"1__table","viz_type":"nope"}', 400],
    ['a missing dataset', '/superset/explore_json/?form_data={"datasource":"999__table","viz_type":"chord","metric":"count"}', 404],
    ['no dataset', '/superset/explore_json/', 403],
  ])('rejects %s', async (_, url, status) => {
    expect((await stage.caller.inject({ method: 'GET', url }, 'bearer')).statusCode).toBe(status)
  })
})

it('annotation data are the annotations of a layer within the time range', async () => {
  const { id } = (await stage.caller.post('/api/v1/annotation_layer/', { name: 'Releases' })).json() as { id: number }
  for (const year of [2001, 2005]) {
    const times = { start_dttm: `${year}-01-01T00:00:00`, end_dttm: `${year}-01-02T00:00:00` }
    await stage.caller.post(`/api/v1/annotation_layer/${id}/annotation/`, { short_descr: `Release ${year}`, ...times })
  }
  const answer = await post({ time_range: '2004-01-01 : 2006-01-01' }, { path: `/superset/annotation_json/${id}` })
  const namesIn = (text: string) =>
    (JSON.parse(text) as { data: { records: JsonObject[] } }).data.records.map(({ short_descr }) => short_descr)
  expect(namesIn(answer.body)).toEqual(['Release 2005'])
  const payload = { form_data: { time_range: '2000-01-01 : 2002-01-01' }, queries: [] }
  const byJson = await stage.caller.post(`/superset/annotation_json/${id}`, payload)
  expect(namesIn(byJson.body)).toEqual(['Release 2001'])
  // A client's cache keeps only answers to a GET.
  expect([byJson.headers['etag'], byJson.headers['cache-control']]).toEqual([undefined, undefined])
})

function sum(column: string) {
  return { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: column }, label: `SUM(${column})` }
}
