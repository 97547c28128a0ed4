import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from './chart-data/corpus.ts'
import { as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
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
  it.each<[string, object, string[], unknown]>([
    [
      'a world map, by its entity',
      { viz_type: 'world_map', entity: 'country', country_fieldtype: 'name', metric: 'count' },
      ['country', 'count'],
      expect.arrayContaining([expect.objectContaining({ country: expect.stringMatching(/^[A-Z]{3}$/), m1: 11 })]),
    ],
    [
      'a chord diagram, by both ends',
      { viz_type: 'chord', groupby: 'country', columns: 'cluster', metric: 'count', row_limit: 1000 },
      ['country', 'cluster', 'count'],
      { nodes: expect.arrayContaining([0]), matrix: expect.arrayContaining([expect.arrayContaining([11])]) },
    ],
    [
      'a bubble chart, by its three measures',
      { viz_type: 'bubble', entity: 'country', series: 'cluster', x: 'count', y: sum('pop'), size: sum('fertility'), limit: 7 },
      ['country', 'cluster', 'count', 'SUM(pop)', 'SUM(fertility)'],
      expect.arrayContaining([
        { key: expect.any(Number), values: expect.arrayContaining([expect.objectContaining({ x: 11, shape: 'circle' })]) },
      ]),
    ],
    [
      'a calendar, by time',
      {
        viz_type: 'cal_heatmap',
        metrics: ['count'],
        granularity_sqla: 'year_date',
        time_range: '1960-01-01 : 1962-01-01',
        domain_granularity: 'year',
        subdomain_granularity: 'month',
      },
      ['__timestamp', 'count'],
      expect.objectContaining({ data: { count: { '-315619200.0': 62 } }, range: 3 }),
    ],
    [
      'a place, by its coordinates',
      { viz_type: 'deck_hex', spatial: { type: 'latlong', latCol: 'year', lonCol: 'cluster' }, size: 'count', row_limit: 1000 },
      ['cluster', 'year', 'count'],
      expect.objectContaining({ features: expect.arrayContaining([{ position: [3, 1955], weight: 20 }]) }),
    ],
    [
      'rows of a map',
      { viz_type: 'mapbox', all_columns_x: 'year', all_columns_y: 'cluster', point_radius: 'Auto' },
      ['year', 'cluster'],
      expect.objectContaining({ geoJSON: expect.objectContaining({ type: 'FeatureCollection' }) }),
    ],
    [
      'a rose, by time',
      { viz_type: 'rose', metrics: ['count'], groupby: ['cluster'], granularity_sqla: 'year_date', row_limit: 1000 },
      ['__timestamp', 'cluster', 'count'],
      expect.objectContaining({ '0': expect.arrayContaining([{ key: ['3'], value: 20, name: ['3'], time: 0 }]) }),
    ],
    [
      'a type that builds its own queries',
      { viz_type: 'pie', groupby: ['country'], metric: 'count' },
      ['country', 'count', 'count__contribution'],
      expect.objectContaining({ length: 5 }),
    ],
  ])('answers %s', async (_, form, columns, data) => {
    const answer = await post(formOf(form))
    const body = answer.json() as JsonObject
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
    expect(body['colnames']).toEqual(columns)
    expect(body['data']).toEqual(data)
  })

  it('compares with the same query over a shifted range', async () => {
    const form = { viz_type: 'compare', metrics: ['count', sum('pop')], granularity_sqla: 'year_date', row_limit: 1000 }
    const range = { time_range: '1980-01-01 : 2000-01-01', time_compare: ['10 years'] }
    const body = (await post(formOf({ ...form, ...range }))).json() as { data: { key: string[]; values: { x: number; y: number }[] }[] }
    const found = Object.fromEntries(body.data.map(({ key, values }) => [[key].flat().join(' / '), values]))
    expect(Object.keys(found)).toEqual(['SUM(pop)', 'SUM(pop) / 10 years offset', 'count', 'count / 10 years offset'])
    const valueAt = (series: string, year: number) => found[series]?.find(({ x }) => x === Date.UTC(year, 0))?.y
    const earlier = (await post(formOf({ ...form, time_range: '1970-01-01 : 1990-01-01' }))).json() as typeof body
    const before = earlier.data.find(({ key }) => [key].flat().join() === 'SUM(pop)')?.values.find(({ x }) => x === Date.UTC(1985, 0))?.y
    expect(before).toBeGreaterThan(1e9)
    expect(valueAt('SUM(pop) / 10 years offset', 1995)).toBe(before)
    expect(valueAt('SUM(pop)', 1995)).toBeGreaterThan(before ?? Infinity)
  })

  it('says what the controls lack, in the words of the old views', async () => {
    const answer = await post(formOf({ viz_type: 'bubble', entity: 'country', x: 'count', y: 'count', size: 'count' }))
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'Please use 3 different metric labels' }])
  })

  it('without a time column answers a failed payload', async () => {
    const answer = await post(formOf({ viz_type: 'line', metrics: ['count'] }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      status: 'failed',
      errors: [{ error_type: 'VIZ_GET_DF_ERROR', message: expect.stringContaining('Datetime') }],
    })
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
    const names = { entity: 'country', country_fieldtype: 'name' }
    const form = formOf({ viz_type: 'world_map', ...names, metric: sum('pop'), sort_by_metric: true, row_limit: 4 })
    const { data } = (await post(form)).json() as { data: Record<string, number>[] }
    const sizes = data.map((row) => row['m1'] ?? 0)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(data[0]).toMatchObject({ country: 'CHN' })
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

describe('a map of several charts', () => {
  const place = { type: 'latlong', latCol: 'latitude', lonCol: 'longitude' }
  const makeChart = async (caller: Caller, viz_type: string, rest: object = {}) => {
    const made = await caller.post('/api/v1/chart/', {
      slice_name: viz_type,
      viz_type,
      datasource_id: stage.datasetId('airports'),
      datasource_type: 'table',
      params: JSON.stringify({ viz_type, spatial: place, row_limit: 10, ...rest }),
    })
    return (made.json() as { id: number }).id
  }
  const layersOf = async (deck_slices: number[], rest: object = {}, send = post) => {
    const form = { datasource: `${stage.datasetId('airports')}__table`, viz_type: 'deck_multi', deck_slices, ...rest }
    const { data } = (await send(form)).json() as { data: { features: Record<string, unknown[]>; slices: { slice_id: number }[] } }
    return { counts: Object.fromEntries(Object.entries(data.features).map(([type, list]) => [type, list.length])), slices: data.slices }
  }

  it('has the features of each, with the charts', async () => {
    const ids = [
      await makeChart(stage.caller, 'deck_grid'),
      await makeChart(stage.caller, 'deck_scatter'),
      await makeChart(stage.caller, 'pie'),
    ]
    const { counts, slices } = await layersOf([...ids, 999_999])
    expect(counts).toEqual({ deck_grid: 10, deck_scatter: 10 })
    expect(slices.map(({ slice_id }) => slice_id)).toEqual(ids)
    expect(slices[0]).toMatchObject({ slice_name: 'deck_grid', form_data: { viz_type: 'deck_grid' } })
  })

  it('filters its charts by its own filters, each by those that reach it', async () => {
    const ids = [
      await makeChart(stage.caller, 'deck_grid', { row_limit: 5000 }),
      await makeChart(stage.caller, 'deck_hex', { row_limit: 5000 }),
    ]
    const state = (val: string) => ({ col: 'state', op: 'IN', val: [val] })
    const both = await layersOf(ids, { extra_form_data: { filters: [state('RI')] } })
    expect(both.counts).toEqual({ deck_grid: both.counts['deck_hex'], deck_hex: expect.any(Number) })
    expect(both.counts['deck_grid']).toBeLessThan(20)
    const scoped = await layersOf(ids, {
      extra_form_data: { filters: [state('RI')] },
      layer_filter_scope: { F: [1] },
      filter_data_mapping: { F: [state('RI')] },
    })
    expect(scoped.counts).toEqual({ deck_grid: 3376, deck_hex: both.counts['deck_hex'] })
  })

  it('has a bound, as each of its charts is a query', async () => {
    const deck_slices = Array.from({ length: 40_000 }, (_, i) => i)
    const answer = await post({ datasource: `${stage.datasetId('airports')}__table`, viz_type: 'deck_multi', deck_slices })
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('40000 layers is too large')])
  })

  it('leaves out a chart that the person does not see, and what cannot be queried', async () => {
    const id = await makeChart(stage.caller, 'deck_grid')
    const gamma = await as(stage.ctx, stage.app, await makePerson(stage.ctx, 'gamma', ['Gamma']))
    const send = (form: object) =>
      gamma.inject({ method: 'GET', url: `/superset/explore_json/?form_data=${encodeURIComponent(JSON.stringify(form))}` }, 'bearer')
    expect(await layersOf([id], {}, send)).toEqual({ counts: {}, slices: [] })
    const broken = await makeChart(stage.caller, 'deck_grid', { spatial: { ...place, latCol: 'gone' } })
    expect(await layersOf([broken])).toMatchObject({ counts: {}, slices: [{ slice_id: broken }] })
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
