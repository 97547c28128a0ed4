/** Draws query contexts from the recorded cases, so that every kind of thing that occurs in them occurs in the draw. */
import { difference } from '../../api/chart-data/compare.ts'
import { answerOf } from '../../api/chart-data/corpus.ts'
import type { Case, FullAnswer, Json, JsonObject } from '../../api/chart-data/corpus.ts'
import { isPortable } from './portable.ts'

const objectsIn = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter((item): item is JsonObject => typeof item === 'object' && item !== null && !Array.isArray(item)) : []

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])

const kindOf = (value: Json | undefined): string =>
  Array.isArray(value) ? `[${[...new Set(value.map(kindOf))].sort().join()}]` : value === null ? 'null' : typeof value

/** The column's name tells its type in `edge_types`, which has one of each. */
const typed = (dataset: string | null, column: Json | undefined) =>
  dataset === 'edge_types' && typeof column === 'string' ? ` on ${column}` : ''

const isGiven = (value: Json | undefined) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && !value.length)

const ofMetric = (dataset: string | null, metric: JsonObject): string[] => {
  const column = (metric['column'] as JsonObject | undefined)?.['column_name']
  return [`aggregate ${String(metric['aggregate'] ?? metric['expressionType'])}${typed(dataset, column)}`]
}

const ofQuery = (dataset: string | null, query: JsonObject): string[] => {
  const extras = (query['extras'] ?? {}) as JsonObject
  return [
    ...Object.entries(query).flatMap(([key, value]) => (isGiven(value) ? [`field ${key}`] : [])),
    ...Object.entries(extras).flatMap(([key, value]) => (isGiven(value) ? [`extra ${key}`] : [])),
    ...objectsIn(query['filters']).flatMap(({ op, val, col }) => {
      const name = `operator ${String(op).toUpperCase()}`
      return [`${name} ${kindOf(val)}`, `${name}${typed(dataset, col)}`]
    }),
    ...objectsIn(query['metrics']).flatMap((metric) => ofMetric(dataset, metric)),
    ...objectsIn(query['columns']).flatMap(({ timeGrain }) => (timeGrain ? [`grain ${String(timeGrain)} of an axis`] : [])),
    ...(extras['time_grain_sqla'] ? [`grain ${String(extras['time_grain_sqla'])} of the granularity`] : []),
    ...listOf(query['time_offsets']).map((offset) => `offset ${String(offset)}`),
    ...objectsIn(query['post_processing']).map(({ operation }) => `operation ${String(operation)}`),
    ...objectsIn(query['annotation_layers']).map(({ annotationType }) => `annotation ${String(annotationType)}`),
    ...['row_limit', 'row_offset', 'series_limit', 'timeseries_limit', 'is_rowcount', 'order_desc'].flatMap((key) =>
      isGiven(query[key]) ? [`limit ${key} ${query['orderby'] ? 'in order' : ''}`] : [],
    ),
  ]
}

const ofSetup = (each: Case): string[] =>
  (each.setup ?? []).flatMap((setup) =>
    setup.kind === 'dataset' ? ['virtual dataset', ...(setup.calculated_columns ? ['calculated column'] : [])] : [`made ${setup.kind}`],
  )

/** What occurs in a case: `operator IN [null,string]`, `aggregate SUM on big`, `grain P1W of an axis`, `offset 1 year ago`, … */
export const kindsOf = (each: Case): Set<string> => {
  const queries = objectsIn(each.request?.['queries'])
  return new Set([
    `theme ${each.theme}`,
    `table ${each.dataset}`,
    `result ${String(each.request?.['result_type'] ?? 'full')}`,
    ...(queries.length > 1 ? ['several queries'] : []),
    ...queries.flatMap((query) => ofQuery(each.dataset, query)),
    ...ofSetup(each),
  ])
}

/** A sub-set whose order nobody promises: cut by a limit without an order. */
const isArbitrary = (each: Case, answer: FullAnswer): boolean =>
  objectsIn(each.request?.['queries']).some((query, i) => {
    const rows = Number(answer.results?.[i]?.['sql_rowcount'] ?? answer.results?.[i]?.['rowcount'] ?? 0)
    return each.row_order?.[i] === 'free' && (rows === query['row_limit'] || Boolean(query['row_offset']))
  })

/** A record as a server would have sent it. */
const asSent = (answer: FullAnswer): FullAnswer => ({
  ...answer,
  results: (answer.results ?? []).map((result) =>
    result['indexnames'] === '0…n-1' ? { ...result, indexnames: Array.from({ length: Number(result['rowcount']) }, (_, i) => i) } : result,
  ),
})

/** What the records of both engines agree on is the question's own answer; what the DuckDB of the records cannot is Postgres' alone. */
const recorded = (each: Case): FullAnswer | null => {
  const [postgres, duckdb] = [answerOf(each, '6.1/postgres'), answerOf(each, '6.1/duckdb')]
  if (postgres.status !== 200 || !postgres.results || each.bug || each.send) return null
  return duckdb.status === 500 || difference(each, postgres, asSent(duckdb), [postgres, duckdb]) === null ? postgres : null
}

/** Cases whose answer is one and the same whatever engine is asked; those `listed` by theme and name are answered otherwise on purpose. */
export const candidates = (cases: Case[], listed: Record<string, string> = {}): Case[] =>
  cases.filter((each) => {
    const answer = recorded(each)
    const isOwn = `${each.theme}/${each.name}` in listed
    return answer !== null && !isOwn && each.dataset !== null && isPortable(each) && !isArbitrary(each, answer)
  })

/**
 * Greedy cover: the case that brings most that is new, until nothing is; then again from the rest, until there are enough. The same
 * records give the same draw.
 */
export const draw = (cases: Case[], atLeast: number): Case[] => {
  const rest = new Map(cases.map((each) => [each, kindsOf(each)]))
  const drawn: Case[] = []
  while (rest.size > 0) {
    const open = new Set([...rest.values()].flatMap((kinds) => [...kinds]))
    const news = (kinds: Set<string>) => kinds.intersection(open).size
    while (open.size > 0) {
      const [best, kinds] = [...rest].reduce((a, b) => (news(b[1]) > news(a[1]) ? b : a))
      drawn.push(best)
      rest.delete(best)
      for (const kind of kinds) open.delete(kind)
    }
    if (drawn.length >= atLeast) break
  }
  return drawn
}
