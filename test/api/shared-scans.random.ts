import { randomOf, type Random } from '../fuzz/random.ts'
import type { JsonObject } from './chart-data/corpus.ts'

/** Random queries of one dashboard: each its own, all under one filter of a category. */

type Shape = {
  table: string
  categories: string[]
  numbers: string[]
  time: string | null
  /** Values of categories to filter by. */
  filters: JsonObject[]
  /** A condition as SQL. */
  where: string
}

export const shapes: Shape[] = [
  {
    table: 'movies',
    categories: ['MPAA Rating', 'Major Genre', 'Creative Type', 'Source'],
    numbers: ['US Gross', 'IMDB Rating', 'Production Budget', 'Rotten Tomatoes Rating'],
    time: 'Release Date',
    filters: [
      { col: 'MPAA Rating', op: 'IN', val: ['R', 'PG', null] },
      { col: 'Major Genre', op: '==', val: 'Drama' },
      { col: 'Creative Type', op: 'IS NULL' },
      { col: 'Source', op: 'NOT IN', val: ['Remake'] },
      { col: 'MPAA Rating', op: 'ILIKE', val: 'pg%' },
    ],
    where: '"IMDB Rating" > 5',
  },
  {
    table: 'stocks',
    categories: ['symbol'],
    numbers: ['price'],
    time: 'date',
    filters: [
      { col: 'symbol', op: 'IN', val: ['MSFT', 'AAPL', 'GOOG'] },
      { col: 'symbol', op: '!=', val: 'AMZN' },
    ],
    where: 'price > 20 AND price < 500',
  },
  {
    table: 'flights_20k',
    categories: ['origin', 'destination'],
    numbers: ['delay', 'distance'],
    time: 'date',
    filters: [
      { col: 'origin', op: 'IN', val: ['LAX', 'SFO', 'DAL'] },
      { col: 'distance', op: '>', val: 500 },
    ],
    where: 'delay > 0 OR distance < 300',
  },
  {
    table: 'penguins',
    categories: ['Species', 'Island', 'Sex'],
    numbers: ['Body Mass (g)', 'Beak Length (mm)'],
    time: null,
    filters: [
      { col: 'Sex', op: 'IS NULL' },
      { col: 'Island', op: '==', val: 'Dream' },
    ],
    where: `"Species" <> 'Adelie'`,
  },
]

const grains = ['P1D', 'P1W', 'P1M', 'P3M', 'P1Y']
const aggregates = ['SUM', 'AVG', 'MIN', 'MAX', 'COUNT', 'COUNT_DISTINCT']

const quoted = (name: string) => `"${name}"`

const metricOf = (random: Random, { numbers }: Shape): JsonObject | string => {
  const number = random.pick(numbers)
  if (random.chance(0.2)) return 'count'
  const aggregate = random.pick(aggregates)
  if (random.chance(0.3)) {
    const sqlExpression = `SUM(CASE WHEN ${quoted(number)} > 3 THEN ${quoted(number)} ELSE 0 END)`
    return { label: `big ${number}`, expressionType: 'SQL', sqlExpression }
  }
  return { label: `${aggregate} ${number}`, expressionType: 'SIMPLE', aggregate, column: { column_name: number } }
}

const labelled = (metric: JsonObject | string) => (typeof metric === 'string' ? metric : String(metric['label']))

const axisOf = (random: Random, time: string): JsonObject => ({
  label: time,
  sqlExpression: time,
  expressionType: 'SQL',
  columnType: 'BASE_AXIS',
  timeGrain: random.pick(grains),
})

const without = <T>(list: T[], item: T) => list.filter((each) => each !== item)

/** Where a limit cuts, the order is whole: any other answer would be as right. */
const randomQuery = (random: Random, shape: Shape, common: JsonObject): JsonObject => {
  const { categories, time, where } = shape
  const metrics = [...new Map([metricOf(random, shape), metricOf(random, shape)].map((metric) => [labelled(metric), metric])).values()]
  const first = random.pick(categories)
  const more = without(categories, first)
  const dimensions: (JsonObject | string)[] = random.chance(0.2)
    ? []
    : [first, ...(more.length && random.chance(0.4) ? [random.pick(more)] : [])]
  const axis = time !== null && random.chance(0.5) ? axisOf(random, time) : null
  const columns = [...(axis ? [axis] : []), ...dimensions]
  const limited = random.chance(0.6)
  const query: JsonObject = { columns, metrics, filters: [common] }
  if (limited || random.chance(0.3)) {
    const order = [...(random.chance(0.5) ? [metrics[0] ?? 'count'] : []), ...columns]
    query['orderby'] = order.map((item) => [item, random.chance(0.5)])
  }
  if (limited && columns.length)
    Object.assign(query, { row_limit: 1 + random.below(30), ...(random.chance(0.2) && { row_offset: random.below(5) }) })
  if (time !== null && random.chance(0.4))
    query['filters'] = [
      common,
      { col: time, op: 'TEMPORAL_RANGE', val: random.pick(['1998-01-01 : 2009-06-01', '2001-01-01 : 2001-04-01', 'No filter']) },
    ]
  if (random.chance(0.2)) query['extras'] = { where }
  if (random.chance(0.15)) query['extras'] = { having: 'COUNT(*) > 2' }
  if (axis && dimensions.length && random.chance(0.5)) {
    const ranked = { label: 'rank', expressionType: 'SQL', sqlExpression: `SUM(${quoted(shape.numbers[0] ?? '')})` }
    Object.assign(query, { series_columns: dimensions, series_limit: 1 + random.below(4), series_limit_metric: ranked })
    if (random.chance(0.3)) query['group_others_when_limit_reached'] = true
  }
  if (axis && random.chance(0.25) && shape.table !== 'movies') {
    query['filters'] = [common, { col: time, op: 'TEMPORAL_RANGE', val: '2001-01-01 : 2003-01-01' }]
    query['time_offsets'] = ['1 year ago']
  }
  if (random.chance(0.1)) Object.assign(query, { is_rowcount: true, row_limit: 0 })
  if (random.chance(0.05)) query['columns'] = ['no such column']
  return query
}

/** The queries of one round, and the dataset that they ask. */
export const randomRound = (seed: number): { table: string; queries: JsonObject[] } => {
  const random = randomOf(seed)
  const shape = shapes[seed % shapes.length] as Shape
  const common = random.pick(shape.filters)
  return { table: shape.table, queries: Array.from({ length: 4 + random.below(5) }, () => randomQuery(random, shape, common)) }
}
