import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { asRecord } from '#core/query/read.ts'
import type { JsonObject } from './chart-data/corpus.ts'
import { startStage, type Stage } from './chart-data/stage.ts'

/** What is kept of chart data and under which key: nothing that failed, nothing that was forgotten, annotations as they are. */
let stage: Stage

beforeAll(async () => {
  stage = await startStage('duckdb')
})
afterAll(() => stage.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const contextOf = (table: string, query: object, rest: object = {}) => ({
  datasource: { id: stage.datasetId(table), type: 'table' },
  queries: [query],
  ...rest,
})

const post = (context: object, { headers = {}, path = '/api/v1/chart/data' } = {}) =>
  stage.caller.inject({ method: 'POST', url: path, payload: context, headers }, 'bearer')

const resultOf = async (context: object, path?: string): Promise<JsonObject> => {
  const answer = await post(context, path ? { path } : {})
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return (answer.json() as { result: JsonObject[] }).result[0] ?? {}
}

const runs = () => vi.spyOn(stage.ctx.host, 'run')

describe('failures', () => {
  it.each([
    ['of the engine', { columns: [{ label: 'x', expressionType: 'SQL', sqlExpression: 'CAST(Species AS INTEGER)' }], metrics: ['count'] }],
    ['of the request', { columns: ['nothing'], metrics: ['count'] }],
  ])('%s are never cached', async (_, query) => {
    const context = contextOf('penguins', query)
    const [first, second] = [await post(context), await post(context)]
    expect([first.statusCode, second.statusCode]).toEqual([400, 400])
    expect(second.body).toBe(first.body)
  })

  it('that are temporary are not cached', async () => {
    const context = contextOf('penguins', { columns: ['Island'], metrics: ['count'], row_limit: 7 })
    runs().mockRejectedValueOnce(new Error('the database was away'))
    expect((await post(context)).statusCode).toBe(500)
    expect((await resultOf(context))['is_cached']).toBeNull()
    expect((await resultOf(context))['is_cached']).toBe(true)
  })

  it('of a refresh keep the old response', async () => {
    const context = contextOf('penguins', { columns: ['Island'], metrics: ['count'], row_limit: 8 }, { custom_cache_timeout: 60 })
    await post(context)
    const now = Date.now()
    vi.spyOn(stage.ctx, 'now').mockImplementation(() => new Date(now + 90_000))
    const failing = runs().mockRejectedValue(new Error('the database is away'))
    for (let i = 0; i < 2; i++) {
      const stale = await post(context, { headers: { 'cache-control': 'max-stale=3600' } })
      expect(stale.headers['server-timing']).toContain('cache;desc=stale')
      expect(stale.statusCode).toBe(200)
      await vi.waitFor(() => expect(failing).toHaveBeenCalledTimes(i + 1), { timeout: 20_000 })
      await sleep(5)
    }
    expect((await post(context)).statusCode, 'whoever did not ask for an old one').toBe(500)
  })

  it.each(['columns', 'timegrains', 'query'])('results of type %s are not cached', async (result_type) => {
    const context = contextOf('penguins', { columns: ['Island'], metrics: ['count'] }, { result_type })
    await post(context)
    expect((await post(context)).headers['server-timing']).toContain('cache;desc=miss')
  })
})

describe('translated texts in cached responses', () => {
  const others = {
    columns: ['Species'],
    metrics: ['count'],
    series_columns: ['Species'],
    series_limit: 1,
    group_others_when_limit_reached: true,
  }
  const pivot = { viz_type: 'pivot_table_v2', groupbyRows: ['Species'], groupbyColumns: [], metrics: ['count'], colTotals: true }

  it.each<[string, object, object, { de: string; en: string }]>([
    ['other series', others, {}, { de: 'Übrige', en: 'Others' }],
    [
      'totals',
      { columns: ['Species'], metrics: ['count'] },
      { result_type: 'post_processed', form_data: pivot },
      { de: 'Gesamt (Sum)', en: 'Total (Sum)' },
    ],
    [
      'warnings',
      { columns: ['Species'], row_limit: 200_001 },
      {},
      { de: 'Die Zeilengrenze wurde auf 100000 gesenkt.', en: 'The row limit was lowered to 100000.' },
    ],
  ])('%s are in the language of the reader', async (_, query, rest, said) => {
    const context = contextOf('penguins', query, rest)
    for (const language of ['de', 'en', 'de', 'en'] as const) {
      const { body } = await post(context, { headers: { 'accept-language': language } })
      expect(body).toContain(said[language])
    }
    expect((await post(context, { headers: { 'accept-language': 'de' } })).headers['server-timing']).toContain('cache;desc=hit')
  })

  it('do not affect responses without such texts', async () => {
    const context = contextOf('penguins', { columns: ['Species'], metrics: ['count'], row_limit: 11 })
    await post(context, { headers: { 'accept-language': 'de' } })
    expect((await post(context, { headers: { 'accept-language': 'en' } })).headers['server-timing']).toContain('cache;desc=hit')
  })
})

describe('a response that is invalidated while it is computed', () => {
  it('is not cached', async () => {
    const context = contextOf('penguins', { columns: ['Species'], metrics: ['count'], orderby: [['count', true]], row_limit: 9 })
    const { run } = stage.ctx.host
    const held = Promise.withResolvers<void>()
    const spy = runs().mockImplementationOnce(async (job, options) => {
      await held.promise
      return run(job, options)
    })
    const early = resultOf(context)
    await vi.waitFor(() => expect(spy).toHaveBeenCalledTimes(1), { timeout: 20_000 })
    await stage.caller.post('/api/v1/cachekey/invalidate', { datasource_uids: [`${stage.datasetId('penguins')}__table`] })
    const late = resultOf(context)
    await vi.waitFor(() => expect(spy).toHaveBeenCalledTimes(2), { timeout: 20_000 })
    held.resolve()
    const [first, second] = [await early, await late]
    expect(second['data']).toEqual(first['data'])
    expect((await resultOf(context))['cached_dttm']).not.toBeNull()
  })

  it.each<[string, (id: number) => object]>([
    ['uid', (id) => ({ datasource_uids: [`${id}__table`] })],
    [
      'names',
      () => ({ datasources: [{ database_name: 'conformance', datasource_name: 'cars', schema: 'main', datasource_type: 'table' }] }),
    ],
  ])('can be named by %s', async (_, body) => {
    const context = contextOf('cars', { columns: ['Origin'], metrics: ['count'] })
    await resultOf(context)
    expect((await resultOf(context))['is_cached']).toBe(true)
    const answer = await stage.caller.post('/api/v1/cachekey/invalidate', body(stage.datasetId('cars')))
    expect(answer.statusCode).toBe(201)
    expect((await resultOf(context))['is_cached']).toBeNull()
  })

  it('leaves other datasets alone', async () => {
    const context = contextOf('cars', { columns: ['Origin'], metrics: ['count'] })
    await resultOf(context)
    await stage.caller.post('/api/v1/cachekey/invalidate', {
      datasource_uids: ['999__table', 'no uid', `${stage.datasetId('movies')}__table`],
    })
    expect((await resultOf(context))['is_cached']).toBe(true)
  })
})

const layer = (sourceType: string, value: unknown) => ({
  name: 'marks',
  annotationType: 'EVENT',
  sourceType,
  value,
  show: true,
  showMarkers: true,
})

describe('responses with annotations', () => {
  const query = { columns: ['symbol'], metrics: ['count'], orderby: [['symbol', true]] }
  const marksOf = (result: JsonObject) => JSON.stringify((result['annotation_data'] as JsonObject)['marks'] ?? null)

  it('are cached until an annotation is edited, added or deleted', async () => {
    const made = async (url: string, body: object) => ((await stage.caller.post(url, body)).json() as { id: number }).id
    const id = await made('/api/v1/annotation_layer/', { name: 'launches' })
    const note = { start_dttm: '2005-01-01T00:00:00', end_dttm: '2005-01-02T00:00:00', short_descr: 'first' }
    const place = `/api/v1/annotation_layer/${id}/annotation`
    const first = await made(`${place}/`, note)
    const context = contextOf('stocks', { ...query, annotation_layers: [layer('NATIVE', id)] })
    expect(marksOf(await resultOf(context))).toContain('first')
    expect((await resultOf(context))['is_cached']).toBe(true)

    await stage.caller.put(`${place}/${first}`, { short_descr: 'renamed' })
    const edited = await resultOf(context)
    expect(edited['is_cached']).toBeNull()
    expect(marksOf(edited)).toContain('renamed')

    const second = await made(`${place}/`, { ...note, short_descr: 'second' })
    expect(marksOf(await resultOf(context))).toContain('second')
    await stage.caller.delete(`${place}/${second}`)
    expect(marksOf(await resultOf(context))).not.toContain('second')
  })

  it('of another chart are cached until that chart or its dataset changes', async () => {
    const id = stage.datasetId('movies')
    const source = (limit: number) => ({
      datasource: { id, type: 'table' },
      queries: [{ columns: ['Title'], row_limit: limit, orderby: [['Title', true]] }],
    })
    const body = { slice_name: 'marks', viz_type: 'table', datasource_id: id, datasource_type: 'table', params: '{}' }
    const made = await stage.caller.post('/api/v1/chart/', { ...body, query_context: JSON.stringify(source(2)) })
    const chart = (made.json() as { id: number }).id
    const context = contextOf('stocks', { ...query, annotation_layers: [layer('table', chart)] })
    const marks = async () => {
      const result = await resultOf(context)
      return {
        isCached: result['is_cached'],
        records: ((result['annotation_data'] as JsonObject)['marks'] as { records: unknown[] }).records.length,
      }
    }
    expect(await marks()).toEqual({ isCached: null, records: 2 })
    expect(await marks()).toEqual({ isCached: true, records: 2 })
    await stage.caller.put(`/api/v1/chart/${chart}`, { query_context: JSON.stringify(source(3)) })
    expect(await marks()).toEqual({ isCached: null, records: 3 })
    expect(await marks()).toEqual({ isCached: true, records: 3 })
    await stage.caller.post('/api/v1/cachekey/invalidate', { datasource_uids: [`${id}__table`] })
    expect(await marks()).toEqual({ isCached: null, records: 3 })
    await stage.caller.delete(`/api/v1/chart/${chart}`)
    expect((await post(context)).statusCode).toBe(400)
  })
})

it('a layer is read by itself, with the time range and grain of the annotated chart where it takes them over', async () => {
  const id = stage.datasetId('stocks')
  const axis = { columnType: 'BASE_AXIS', expressionType: 'SQL', sqlExpression: 'date', label: 'date', timeGrain: 'P1M' }
  const range = { col: 'date', op: 'TEMPORAL_RANGE', val: '2000-01-01 : 2011-01-01' }
  const query_context = { datasource: { id, type: 'table' }, queries: [{ columns: [axis], metrics: ['count'], filters: [range] }] }
  const body = { slice_name: 'series', viz_type: 'echarts_timeseries_line', datasource_id: id, datasource_type: 'table', params: '{}' }
  const made = await stage.caller.post('/api/v1/chart/', { ...body, query_context: JSON.stringify(query_context) })
  const read = async (overrides: object, value: unknown = (made.json() as { id: number }).id) => {
    const series = { ...layer('line', value), annotationType: 'TIME_SERIES', overrides }
    const asked = { layer: series, time_range: '2004-01-01 : 2006-01-01', time_grain_sqla: 'P1Y' }
    const answer = await stage.caller.post('/api/v1/chart/annotation_data', asked)
    const { result, message } = answer.json() as { result?: { records: unknown[] }; message?: string }
    return result?.records.length ?? message
  }
  expect(await read({})).toBe(123)
  expect(await read({ time_range: null })).toBe(24)
  expect(await read({ time_grain_sqla: null })).toBe(11)
  expect(await read({ time_range: null, time_grain_sqla: null })).toBe(2)
  expect(await read({}, 999_999)).toMatch(/^Error: Chart with ID 999999 \(referenced by/)
})

describe('the explanation', () => {
  type Explained = { filters: JsonObject[]; cache: JsonObject; steps: JsonObject[]; last_run: JsonObject | null }
  const explain = async (context: object) => {
    const { explain: told } = await resultOf({ ...context, result_type: 'query' }, '/api/v1/chart/data?explain=true')
    return told as unknown as Explained
  }

  it('lists the filters and their origin', async () => {
    const drama = { col: 'Major Genre', op: '==', val: 'Drama' }
    const rating = { col: 'MPAA Rating', op: 'IN', val: ['R', 'PG'] }
    const context = contextOf(
      'movies',
      {
        metrics: ['count'],
        filters: [drama, rating, { col: 'nothing', op: '==', val: 1 }],
        granularity: 'Release Date',
        time_range: '2000-01-01 : 2001-01-01',
        extras: { where: '"US Gross" > 5', having: 'COUNT(*) > 1' },
      },
      { form_data: { extra_form_data: { filters: [rating], time_range: '2000-01-01 : 2001-01-01' } } },
    )
    const { filters } = await explain(context)
    expect(filters).toEqual([
      { column: 'Release Date', op: 'TEMPORAL_RANGE', val: '2000-01-01 : 2001-01-01', from: 'dashboard', applied: true },
      { column: 'Major Genre', op: '==', val: 'Drama', from: 'chart', applied: true },
      { column: 'MPAA Rating', op: 'IN', val: ['R', 'PG'], from: 'dashboard', applied: true },
      { column: 'nothing', op: '==', val: 1, from: 'chart', applied: false, reason: 'not_in_datasource' },
      { column: null, op: 'WHERE', val: '"US Gross" > 5', from: 'chart', applied: true },
      { column: null, op: 'HAVING', val: 'COUNT(*) > 1', from: 'chart', applied: true },
    ])
  })

  it('has the SQL of each step', async () => {
    const { steps } = await explain(
      contextOf('stocks', {
        columns: [{ label: 'date', sqlExpression: 'date', expressionType: 'SQL', columnType: 'BASE_AXIS', timeGrain: 'P1M' }],
        metrics: ['count'],
        filters: [{ col: 'date', op: 'TEMPORAL_RANGE', val: '2005-01-01 : 2006-01-01' }],
        time_offsets: ['1 year ago'],
        post_processing: [{ operation: 'cum', options: { operator: 'sum', columns: { count: 'count' } } }],
      }),
    )
    expect(steps.map(({ step }) => step)).toEqual(['main', 'offset', 'post_processing'])
    expect(steps[0]?.['sql']).toContain('2005-01-01')
    expect(steps[1]).toMatchObject({ offset: '1 year ago', sql: expect.stringContaining('2004-01-01') })
  })

  it('has the state and age of the cached response, and the last run', async () => {
    const context = contextOf('jobs', { columns: ['sex'], metrics: ['count'], row_limit: 11 }, { custom_cache_timeout: 60 })
    const before = await explain(context)
    expect(before.cache).toMatchObject({ state: 'none', stored_on: null, age_seconds: null, timeout: 60 })
    expect(before.last_run).toBeNull()
    const answer = await resultOf(context)
    const now = Date.now()
    const clock = vi.spyOn(stage.ctx, 'now').mockImplementation(() => new Date(now + 30_000))
    const after = await explain(context)
    expect(after.cache).toMatchObject({ state: 'fresh', key: answer['cache_key'], timeout: 60 })
    expect(after.cache['age_seconds']).toBeGreaterThanOrEqual(29)
    expect(after.last_run).toMatchObject({ rows: answer['sql_rowcount'], rows_scanned: null, shared: false })
    expect(asRecord(asRecord(after.last_run)['phases_ms'])['query']).toBeGreaterThan(0)
    clock.mockImplementation(() => new Date(now + 90_000))
    expect((await explain(context)).cache['state']).toBe('stale')
  })
})
