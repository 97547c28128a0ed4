import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { edgeAt } from '#core/filters/values/brush-step.ts'
import { chartDataState } from '../../src/server/resources/chart-data/kept/state.ts'
import { prepareQuery } from '../../src/server/resources/chart-data/prepare/prepare.ts'
import { rollUpOf } from '../../src/server/resources/chart-data/rollups/roll-up.ts'
import { findSource } from '../../src/server/resources/chart-data/source.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { nobody } from '#core/access/principal.ts'
import { randomOf, type Random } from '../fuzz/random.ts'
import { same } from './chart-data/compare.ts'
import { parseExact, type JsonObject } from './chart-data/corpus.ts'
import { startStage, type Stage } from './chart-data/stage.ts'

/** Columns that are brushed, with the step that their ends have. */
type Axis = { column: string; step: 'P1D' | 'PT1H' | number; from: number; to: number }
type Shape = {
  table: string
  dimensions: (string | JsonObject)[]
  numbers: string[]
  filters: JsonObject[]
  axes: Axis[]
  /** Its sums tell groups apart. */ rank: string
}

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000
const grained = (column: string, timeGrain: string): JsonObject => ({
  label: column,
  sqlExpression: column,
  expressionType: 'SQL',
  columnType: 'BASE_AXIS',
  timeGrain,
})

const shapes: Shape[] = [
  {
    table: 'flights_20k',
    rank: 'distance',
    dimensions: ['origin', 'destination', grained('date', 'P1M'), { label: 'far', expressionType: 'SQL', sqlExpression: 'distance > 800' }],
    numbers: ['delay', 'distance'],
    filters: [
      { col: 'origin', op: 'IN', val: ['LAX', 'SFO', 'DAL'] },
      { col: 'destination', op: '!=', val: 'LAX' },
    ],
    axes: [
      { column: 'date', step: 'P1D', from: day('2001-01-01'), to: day('2001-04-01') },
      { column: 'delay', step: 5, from: -10, to: 40 },
      { column: 'distance', step: 1, from: 0, to: 2000 },
    ],
  },
  {
    table: 'movies',
    rank: 'US Gross',
    dimensions: ['MPAA Rating', 'Major Genre', grained('Release Date', 'P1Y')],
    numbers: ['US Gross', 'IMDB Rating', 'Rotten Tomatoes Rating'],
    filters: [
      { col: 'MPAA Rating', op: 'IN', val: ['R', 'PG', null] },
      { col: 'Major Genre', op: '==', val: 'Drama' },
    ],
    axes: [
      { column: 'IMDB Rating', step: 0.1, from: 10, to: 95 },
      { column: 'IMDB Rating', step: 0.5, from: 2, to: 19 },
      { column: 'Release Date', step: 'P1D', from: day('1980-01-01'), to: day('2011-01-01') },
    ],
  },
  {
    table: 'stocks',
    rank: 'price',
    dimensions: ['symbol', grained('date', 'P3M')],
    numbers: ['price'],
    filters: [{ col: 'symbol', op: 'IN', val: ['MSFT', 'AAPL', 'GOOG'] }],
    axes: [
      { column: 'price', step: 0.2, from: 0, to: 3000 },
      { column: 'price', step: 2, from: 0, to: 400 },
    ],
  },
]

const dayText = (value: number): string => new Date(value * 86_400_000).toISOString().slice(0, 10)

/** A random part of an axis, with its ends in it or not. */
const span = (random: Random, { column, step, from, to }: Axis): JsonObject[] => {
  const start = from + random.below(to - from)
  const end = start + 1 + random.below(to - start + 1)
  if (typeof step === 'string') return [{ col: column, op: 'TEMPORAL_RANGE', val: `${dayText(start)} : ${dayText(end)}` }]
  return [
    ...(random.chance(0.9) ? [{ col: column, op: random.pick(['>=', '>']), val: edgeAt(start, step) }] : []),
    ...(random.chance(0.9) ? [{ col: column, op: random.pick(['<=', '<']), val: edgeAt(end, step) }] : []),
  ]
}

const metricOf = (random: Random, { numbers }: Shape): JsonObject | string => {
  const number = random.pick(numbers)
  if (random.chance(0.25)) return 'count'
  if (random.chance(0.25)) return { label: `sum of ${number}`, expressionType: 'SQL', sqlExpression: `SUM("${number}")` }
  const aggregate = random.pick(['SUM', 'AVG', 'MIN', 'MAX', 'COUNT'])
  return { label: `${aggregate} ${number}`, expressionType: 'SIMPLE', aggregate, column: { column_name: number } }
}

const labelOf = (item: JsonObject | string): string => (typeof item === 'string' ? item : String(item['label']))
const distinct = <T extends JsonObject | string>(items: T[]): T[] => [...new Map(items.map((item) => [labelOf(item), item])).values()]

/** A query whose order is whole, so that a limit leaves no choice. */
const queryOf = (random: Random, shape: Shape): JsonObject => {
  const columns = distinct(random.chance(0.2) ? [] : [random.pick(shape.dimensions), random.pick(shape.dimensions)])
  const metrics = distinct([metricOf(random, shape), metricOf(random, shape)])
  const order = [...(random.chance(0.3) ? [metrics[0] ?? 'count'] : []), ...columns]
  return {
    columns,
    metrics,
    filters: random.chance(0.5) ? [random.pick(shape.filters)] : [],
    orderby: order.map((item) => [item, random.chance(0.5)]),
    row_limit: random.chance(0.4) ? 1 + random.below(20) : 10_000,
    ...(random.chance(0.2) && { extras: { where: `"${shape.numbers[0]}" IS NOT NULL` } }),
    ...(random.chance(0.2) &&
      columns.length > 1 && {
        series_columns: [columns[1] ?? ''],
        series_limit: 2,
        series_limit_metric: { label: 'rank', expressionType: 'SQL', sqlExpression: `SUM("${shape.rank}")` },
      }),
  }
}

describe('roll-ups', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage('duckdb')
  })
  afterAll(() => stage.close())

  const post = async (url: string, payload: JsonObject): Promise<JsonObject> => {
    const response = await stage.caller.inject({ method: 'POST', url, payload })
    expect([url, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([url, 200, ''])
    return parseExact(response.body) as JsonObject
  }
  const contextOf = (table: string, query: JsonObject, force = false): JsonObject => ({
    datasource: { id: stage.datasetId(table), type: 'table' },
    queries: [query],
    custom_cache_timeout: -1,
    force,
  })
  const rowsOf = async (table: string, query: JsonObject, force: boolean) => {
    const { result } = await post('/api/v1/chart/data', contextOf(table, query, force))
    const [{ data = null, coltypes = null, colnames = null } = {}] = result as JsonObject[]
    return { data, coltypes, colnames }
  }
  const prepare = async (table: string, query: JsonObject, { column, step }: Pick<Axis, 'column' | 'step'>) => {
    const { result } = await post('/api/v1/chart/data/brush', { contexts: [contextOf(table, query)], column, step })
    return (result as JsonObject)['prepared']
  }
  const stats = () => chartDataState(stage.ctx).rollUps.stats()

  it('give the same results as plain queries, for random queries and ranges', { timeout: 300_000 }, async () => {
    let asked = 0
    for (let seed = 1; seed <= 24; seed++) {
      const random = randomOf(seed)
      const shape = shapes[seed % shapes.length] ?? random.pick(shapes)
      const axis = random.pick(shape.axes)
      const query = queryOf(random, shape)
      expect(await prepare(shape.table, query, axis), JSON.stringify(query)).toBe(1)
      for (let step = 0; step < 4; step++) {
        const filters = [...(query['filters'] as JsonObject[]), ...span(random, axis)]
        const brushed = { ...query, filters }
        const got = await rowsOf(shape.table, brushed, false)
        const plain = await rowsOf(shape.table, brushed, true)
        if (!same(plain, got)) expect(got, `seed ${seed}: ${JSON.stringify(brushed)}`).toEqual(plain)
        asked++
      }
    }
    const { read, failed } = stats()
    expect(failed).toBe(0)
    expect(read).toBe(asked)
  })

  const flights = { columns: ['origin'], metrics: ['count'], filters: [], orderby: [['origin', true]] }
  const delayed = (val: number) => ({ ...flights, filters: [{ col: 'delay', op: '>=', val }] })

  it.each([
    [
      'a distinct count',
      { ...flights, metrics: [{ label: 'd', expressionType: 'SIMPLE', aggregate: 'COUNT_DISTINCT', column: { column_name: 'origin' } }] },
    ],
    ['a condition on groups', { ...flights, extras: { having: 'COUNT(*) > 2' } }],
    ['raw records', { columns: ['origin'], filters: [] }],
    [
      'other periods beside it',
      {
        ...flights,
        columns: [grained('date', 'P1M')],
        time_offsets: ['1 week ago'],
        filters: [{ col: 'date', op: 'TEMPORAL_RANGE', val: '2001-01-01 : 2001-03-01' }],
      },
    ],
    ['an aggregate of an expression', { ...flights, metrics: [{ label: 'm', expressionType: 'SQL', sqlExpression: 'SUM(delay * 2)' }] }],
  ])('are not made for %s', async (_case, query) => {
    expect(await prepare('flights_20k', query, { column: 'delay', step: 5 })).toBe(0)
  })

  it('answer only ranges at their steps', async () => {
    await prepare('flights_20k', flights, { column: 'delay', step: 5 })
    const before = stats().read
    await rowsOf('flights_20k', delayed(15), false)
    expect(stats().read).toBe(before + 1)
    await rowsOf('flights_20k', delayed(16), false)
    expect(stats().read).toBe(before + 1)
  })

  it('hold only the rows that the viewer may read', async () => {
    const source = await findSource(stage.ctx, { id: stage.datasetId('flights_20k'), type: 'table' }, nobody)
    if (!source) throw new Error('The dataset is missing')
    const under = async (rules: string[]) => {
      const query: QueryObject = { columns: ['origin'], metrics: ['count'], filters: [{ col: 'delay', op: '>=', val: 15 }] }
      const input = { query, resultType: 'full' as const, xAxis: undefined, principal: nobody, rules }
      return rollUpOf(source, await prepareQuery(stage.ctx, source, input), { column: 'delay', step: 5 })
    }
    const [all, limited] = [await under([]), await under(["origin <> 'LAX'"])]
    expect(limited?.scan.from).toContain("origin <> 'LAX'")
    expect(limited?.key).not.toBe(all?.key)
  })

  it('are dropped when the dataset changes', async () => {
    await prepare('flights_20k', flights, { column: 'delay', step: 5 })
    expect(stats().kept).toBeGreaterThan(0)
    const id = stage.datasetId('flights_20k')
    const change = await stage.caller.inject({ method: 'PUT', url: `/api/v1/dataset/${id}`, payload: { description: 'changed' } })
    expect(change.statusCode).toBe(200)
    const before = stats().read
    await rowsOf('flights_20k', delayed(20), false)
    expect(stats().read).toBe(before)
  })

  it('are made by a search in the values of a column, and serve the next', async () => {
    const search = (text: string) => ({
      columns: ['origin'],
      metrics: [],
      filters: [{ col: 'origin', op: 'ILIKE', val: `%${text}%` }],
      orderby: [['origin', true]],
      row_limit: 1000,
    })
    const before = stats()
    for (const text of ['l', 'la', 'lax', "o'", '%']) {
      expect(await rowsOf('flights_20k', search(text), false)).toEqual(await rowsOf('flights_20k', search(text), true))
    }
    expect(stats()).toMatchObject({ made: before.made + 1, read: before.read + 5 })
  })
})
