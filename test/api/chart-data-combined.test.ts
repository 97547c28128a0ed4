import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject, Setup } from './chart-data/corpus.ts'
import { asWritten } from './chart-data/spoken.ts'
import { startStage, type EngineName, type Stage } from './chart-data/stage.ts'

/** Parts of a query that meet: what each of them means alone is judged by the corpus. Values are those of Superset 6.1 on Postgres. */
const engines = ['duckdb', 'sqlite', 'postgres', 'mysql'] as const satisfies EngineName[]

const stages = new Map<EngineName, Stage>()

/** The same instants as seconds, milliseconds and text. */
const written: Record<(typeof engines)[number], string> = {
  duckdb: `CAST(epoch(date) AS BIGINT) AS es, CAST(epoch_ms(date) AS BIGINT) AS em, strftime(date, '%Y-%m-%d') AS txt`,
  sqlite: `CAST(strftime('%s', date) AS INTEGER) AS es, CAST(strftime('%s', date) AS INTEGER) * 1000 AS em, strftime('%Y-%m-%d', date) AS txt`,
  postgres: `CAST(extract(epoch from date) AS BIGINT) AS es, CAST(extract(epoch from date) * 1000 AS BIGINT) AS em, to_char(date, 'YYYY-MM-DD') AS txt`,
  mysql: `CAST(UNIX_TIMESTAMP(date) AS SIGNED) AS es, CAST(UNIX_TIMESTAMP(date) AS SIGNED) * 1000 AS em, DATE_FORMAT(date, '%Y-%m-%d') AS txt`,
}
const formats = { es: 'epoch_s', em: 'epoch_ms', txt: '%Y-%m-%d' }

const setups = (engine: (typeof engines)[number]): Setup[] => [
  {
    kind: 'dataset',
    name: 'written_times',
    sql: `SELECT id, origin, ${written[engine]} FROM flights_20k`,
    columns: Object.fromEntries(Object.entries(formats).map(([name, format]) => [name, { is_dttm: true, python_date_format: format }])),
  },
  {
    kind: 'dataset',
    name: 'ranged',
    sql: "SELECT * FROM gapminder WHERE 1 = 1 {% if from_dttm %}AND year_date >= '{{ from_dttm[:10] }}'{% endif %}",
    columns: { year_date: { is_dttm: true, type: 'DATE' } },
    metrics: [
      { metric_name: 'shifted', expression: "SUM(cluster) + {{ url_param('k', '0') }}" },
      { metric_name: 'twice', expression: "2 * ({{ metric('shifted') }})" },
      { metric_name: 'endless', expression: "{{ metric('endless') }} + 1" },
    ],
  } as Setup,
  { kind: 'dataset', name: 'rich', sql: "SELECT country, cluster, pop FROM gapminder WHERE cluster > {{ url_param('k', '2') }}" },
]

beforeAll(async () => {
  for (const engine of engines) {
    const stage = await startStage(engine, asWritten)
    stages.set(engine, stage)
    await stage.prepare({ setup: setups(engine) })
    const sql = `SELECT country FROM {{ dataset(${stage.datasetId('rich')}) }}`
    await stage.prepare({ setup: [{ kind: 'dataset', name: 'through_rich', sql }] })
  }
}, 120_000)
afterAll(async () => {
  for (const stage of stages.values()) await stage.close()
})

const ask = async (engine: EngineName, dataset: string, query: object) => {
  const stage = stages.get(engine) as Stage
  const payload = { datasource: { id: stage.datasetId(dataset), type: 'table' }, queries: [query], force: true }
  const answer = await stage.caller.inject({ method: 'POST', url: '/api/v1/chart/data', payload })
  return { status: answer.statusCode, body: answer.json() as { message?: string; result?: JsonObject[] } }
}

const range = (col: string, val: string) => ({ col, op: 'TEMPORAL_RANGE', val })
const axis = (column: string, timeGrain?: string) => ({
  columnType: 'BASE_AXIS',
  sqlExpression: column,
  label: column,
  expressionType: 'SQL',
  timeGrain,
})
const rain = { expressionType: 'SIMPLE', column: { column_name: 'precipitation' }, aggregate: 'SUM', label: 'rain' }
const near = (value: number) => expect.closeTo(value, 6) as number
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const wet = {
  metrics: [rain],
  filters: [range('date', '2013-01-01 : 2013-06-01')],
  time_offsets: ['1 year ago'],
  orderby: [['rain', false]],
}
const flights = { columns: [], metrics: ['count'] }

const pivot = (index: string, column: string, metrics = ['count']) => ({
  operation: 'pivot',
  options: { index: [index], columns: [column], aggregates: Object.fromEntries(metrics.map((metric) => [metric, { operator: 'mean' }])) },
})

type Row = [what: string, dataset: string, query: object, data: object[]]

const rows: Row[] = [
  ...['samples', 'drill_detail'].map((result_type): Row => [
    `conditions on groups leave ${result_type} alone`,
    'edge_types',
    { columns: ['kind'], metrics: ['count'], filters: [{ col: 'id', op: '==', val: 1 }], extras: { having: 'COUNT(*) > 5' }, result_type },
    [expect.objectContaining({ id: 1, kind: 'a' }) as object],
  ]),
  [
    'metrics are numbers to the operations, also where all of them are missing',
    'weather',
    {
      columns: [axis('date', 'P1Y'), 'location'],
      metrics: [rain],
      filters: [range('date', '2012-01-01 : 2013-01-01'), { col: 'location', op: '==', val: 'Seattle' }],
      time_offsets: ['1 year ago'],
      post_processing: [pivot('date', 'location', ['rain', 'rain__1 year ago']), { operation: 'flatten' }],
    },
    [{ date: day('2012-01-01'), 'rain, Seattle': near(1226) }],
  ],
  [
    'a text that was cast stays one, however it looks',
    'edge_types',
    {
      columns: [{ label: 't', sqlExpression: 'CAST(day AS CHAR(10))', expressionType: 'SQL' }],
      filters: [{ col: 'id', op: '==', val: 1 }],
    },
    [{ t: '2020-02-29' }],
  ],
  [
    'a series of a date is named by the date alone',
    'edge_types',
    {
      columns: ['kind', 'day'],
      metrics: ['count'],
      filters: [{ col: 'id', op: '==', val: 1 }],
      post_processing: [pivot('kind', 'day'), { operation: 'flatten' }],
    },
    [{ kind: 'a', 'count, 2020-02-29': 1 }],
  ],
  [
    'a series of the x axis is named by its time',
    'edge_types',
    {
      columns: [axis('day'), 'kind'],
      metrics: ['count'],
      filters: [{ col: 'id', op: '==', val: 1 }],
      post_processing: [pivot('kind', 'day'), { operation: 'flatten' }],
    },
    [{ kind: 'a', 'count, 2020-02-29 00:00:00': 1 }],
  ],
  [
    'a row limit cuts the rows, not those that they are compared with',
    'weather',
    { ...wet, columns: [axis('date', 'P1M'), 'location'], row_limit: 1 },
    [{ date: day('2013-04-01'), location: 'Seattle', rain: near(149.6), 'rain__1 year ago': near(68.1) }],
  ],
  [
    'nor does a page',
    'weather',
    { ...wet, columns: ['location'], row_limit: 1, row_offset: 1 },
    [{ location: 'New York', rain: near(337.2), 'rain__1 year ago': near(371.8) }],
  ],
  [
    'a template has the range of the statement that it stands in',
    'ranged',
    { columns: [], metrics: ['count'], filters: [range('year_date', '1980 : 1990')], time_offsets: ['10 years ago'] },
    [{ count: 124, 'count__10 years ago': 124 }],
  ],
  [
    'a metric that a template names has its own templates filled',
    'ranged',
    { columns: [], metrics: ['shifted', 'twice'], filters: [{ col: 'country', op: '==', val: 'Chile' }], url_params: { k: '5' } },
    [{ shifted: 38, twice: 76 }],
  ],
  [
    'so has a dataset',
    'through_rich',
    { columns: ['country'], metrics: [], orderby: [['country', true]], row_limit: 1, url_params: { k: '4' } },
    [{ country: 'Egypt' }],
  ],
  ...(['es', 'em', 'txt'] as const).map((column): Row => [
    `times written as ${formats[column]} have ranges, grains and offsets`,
    'written_times',
    {
      columns: [axis(column, 'P1D')],
      metrics: ['count'],
      filters: [range(column, '2001-01-03 : 2001-01-05')],
      time_offsets: ['1 day ago'],
      orderby: [[column, true]],
    },
    [
      { [column]: day('2001-01-03'), count: 117, 'count__1 day ago': 101 },
      { [column]: day('2001-01-04'), count: 118, 'count__1 day ago': 117 },
    ],
  ]),
  ...[978_329_580, 978_329_580_000, '978329580'].map((val): Row => [
    `seconds are found by ${typeof val} ${val}`,
    'written_times',
    { ...flights, filters: [{ col: 'es', op: '==', val }] },
    [{ count: 1 }],
  ]),
  [
    'a filter with a grain compares times, however they are written',
    'written_times',
    { ...flights, filters: [{ col: 'es', op: 'IN', val: [day('2001-01-03')], grain: 'P1D' }] },
    [{ count: 117 }],
  ],
  [
    'numbers may be parted',
    'gapminder',
    { columns: [], metrics: ['count'], filters: [{ col: 'year', op: '==', val: '2_000' }] },
    [{ count: 62 }],
  ],
]

const inner = { label: 'inner', sqlExpression: '(SELECT 1)', expressionType: 'SQL' }
const noSubqueries = 'Custom SQL fields cannot contain sub-queries.'

type Refusal = [what: string, dataset: string, query: object, text: string, status?: number]

const layer = { name: 'x', annotationType: 'EVENT', value: 1, show: true, showMarkers: false }

const refusals: Refusal[] = [
  ['an order by what is not grouped', 'weather', { columns: ['weather'], metrics: ['count'], orderby: [['location', true]] }, 'location'],
  ['a metric that names itself', 'ranged', { columns: [], metrics: ['endless'] }, 'It refers to itself'],
  ['a column that is nothing', 'weather', { columns: ['weather'], metrics: [null] }, "{'metrics': {0: ['Field may not be null.']}}"],
  [
    'an unknown field of an annotation',
    'weather',
    { ...flights, annotation_layers: [{ ...layer, zzz: 1 }] },
    "{'annotation_layers': {0: {'zzz': ['Unknown field.']}}}",
  ],
  ...[
    [{ extras: { where: null } }, "{'extras': {'where': ['Field may not be null.']}}"],
    [{ filters: [{ col: 'location', op: '==', val: 'x', grain: null }] }, "{'filters': {0: {'grain': ['Field may not be null.']}}}"],
    [{ post_processing: [{ operation: 'flatten', options: null }] }, "{'options': ['Field may not be null.']}"],
    [{ orderby: [null] }, "{'orderby': {0: ['Field may not be null.']}}"],
    [{ orderby: [[{}, 'x']] }, "{0: ['orderby column must be populated'], 1: ['Not a valid boolean.']}"],
    [{ annotation_layers: [{ ...layer, width: -1 }] }, "{'width': ['`width` must be greater or equal to 0']}"],
    [{ annotation_layers: [{ ...layer, width: 'x' }] }, "{'width': ['Not a valid number.']}"],
    [{ annotation_layers: [{ ...layer, overrides: { zzz: 1 } }] }, "{'overrides': {'zzz': {'key': ['Must be one of: granularity,"],
    [{ time_offsets: ['x'] }, 'An enclosed time range'],
  ].map(([part, text], i): Refusal => [
    `what is not as it should be, ${i}`,
    'weather',
    { ...flights, ...(part as object) },
    text as string,
  ]),
  ['a sub-query among the records', 'weather', { columns: [inner] }, noSubqueries, 403],
  ['a sub-query to group by', 'weather', { columns: [inner], metrics: ['count'] }, `Error: ${noSubqueries}`],
  ['a sub-query to filter by', 'weather', { ...flights, filters: [{ col: inner, op: '==', val: 1 }] }, `Error: ${noSubqueries}`],
  ['a sub-query to order by', 'weather', { columns: ['weather'], metrics: ['count'], orderby: [[inner, true]] }, noSubqueries, 403],
]

describe.each(engines)('%s', (engine) => {
  it.each([
    ['the time axis', { columns: [axis('date', 'P1Y')], metrics: ['count'] }, 3],
    ['the column of the time range', { columns: ['id', 'date'], granularity: 'date', orderby: [['id', true]] }, 3],
    ['no other time', { columns: ['id', 'date'], orderby: [['id', true]] }, 0],
  ])('the hour offset of a dataset shifts %s', async (_what, query, hours) => {
    const { caller, datasetId } = stages.get(engine) as Stage
    const shown = async () => {
      const { body } = await ask(engine, 'flights_20k', { ...query, row_limit: 1 })
      const data = body.result?.[0]?.['data'] as { date: number }[] | undefined
      return data?.[0]?.date ?? NaN
    }
    const before = await shown()
    await caller.put(`/api/v1/dataset/${datasetId('flights_20k')}`, { offset: 3 })
    const after = await shown()
    await caller.put(`/api/v1/dataset/${datasetId('flights_20k')}`, { offset: 0 })
    expect(after - before).toBe(hours * 3_600_000)
  })

  it.each(rows)('%s', async (_what, dataset, query, data) => {
    const { status, body } = await ask(engine, dataset, query)
    expect(status, JSON.stringify(body).slice(0, 400)).toBe(200)
    expect(body.result?.[0]?.['data']).toEqual(data)
  })

  it.each(refusals)('rejects %s', async (...[, dataset, query, text, wanted = 400]: Refusal) => {
    const { status, body } = await ask(engine, dataset, query)
    expect(status).toBe(wanted)
    expect(JSON.stringify(body)).toContain(text)
  })
})
