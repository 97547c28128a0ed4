import { transpile, type Dialect } from '@polyglot-sql/sdk'
import type { FullAnswer, Json, JsonObject } from './corpus.ts'
import type { EngineName } from './stage.ts'

/**
 * People's SQL in the cases is Postgres's. On an engine that was not recorded it is said in that engine's words before it is sent, as
 * its people would write it: names in its quotes, casts and joined texts its way. What both read alike, and what neither reads, stays.
 */
export type Speech = {
  said<T>(value: T): T
  /** What a record says of another engine, said of this one: the SQL of labels, the name of the engine, no functions of grains. */
  expected(answer: FullAnswer): FullAnswer
}

export const asWritten: Speech = { said: (value) => value, expected: (answer) => answer }

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const mapped = (value: unknown, change: (object: JsonObject) => JsonObject): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, change)])) as JsonObject)
}

const single = (text: string, to: Dialect): string | null => {
  const { success, sql } = transpile(text, 'postgresql' as Dialect, to)
  return success && sql?.length === 1 ? (sql[0] ?? null) : null
}

const expressionOfTemplate = /\{\{.*?\}\}/g

/** `COUNT(*) FILTER(WHERE …)` */
const filterClause = /\b(COUNT)\(\*\) FILTER\(WHERE ((?:[^()]|\([^()]*\))*)\)/g

/** A text in the engine's words where they differ from Postgres's; expressions of templates in it pass as names. */
const translated = (text: string, to: Dialect): string => {
  const parts = text.match(expressionOfTemplate) ?? []
  let count = 0
  const plain = text.replace(expressionOfTemplate, () => `template_${count++}_`)
  const own = single(plain, to)
  if (own === null || (own === single(plain, 'postgresql' as Dialect) && !plain.includes('::'))) return text
  return own
    .replace(/\bDOUBLE PRECISION\b/g, 'DOUBLE')
    .replace(filterClause, (all: string, call: string, condition: string) =>
      to === 'mysql' ? `${call}(CASE WHEN ${condition} THEN 1 END)` : all,
    )
    .replace(/template_(\d+)_/g, (_, i: string) => parts[Number(i)] ?? '')
}

/** A metric without a label is called by its SQL, which may change. */
const withLabels = (object: JsonObject): JsonObject => {
  const { metrics } = object
  if (!Array.isArray(metrics)) return object
  const labelled = (metric: Json): Json =>
    isObject(metric) && metric['expressionType'] === 'SQL' && metric['label'] === undefined
      ? { ...metric, label: metric['sqlExpression'] ?? null }
      : metric
  return { ...object, metrics: metrics.map(labelled) }
}

const sqlKeys = ['sqlExpression', 'where', 'having', 'expression', 'sql', 'fetch_values_predicate']

const speechOf = (dialect: string): Speech => {
  const known = new Map<string, string>()
  const sql = (text: string): string => {
    const said = known.get(text) ?? translated(text, dialect as Dialect)
    known.set(text, said)
    return said
  }
  const change = (object: JsonObject): JsonObject => {
    const nameless = object['expressionType'] === 'SQL' && object['label'] === undefined
    const texts = sqlKeys.filter((key) => typeof object[key] === 'string' && !nameless)
    return { ...object, ...Object.fromEntries(texts.map((key) => [key, sql(String(object[key]))])) }
  }
  const labels = (map: Json): Json =>
    isObject(map)
      ? Object.fromEntries(
          Object.entries(map).map(([label, parts]) => [label, (parts as Json[]).map((part) => known.get(String(part)) ?? part)]),
        )
      : map
  const ofResult = (result: JsonObject): JsonObject => {
    const data = result['data']
    const isGrains = Array.isArray(data) && data.some((item) => isObject(item) && 'duration' in item)
    const grains =
      isGrains && data.map((item) => Object.fromEntries(Object.entries(item as JsonObject).filter(([key]) => key !== 'function')))
    return { ...result, ...('label_map' in result && { label_map: labels(result['label_map'] ?? null) }), ...(grains && { data: grains }) }
  }
  const ofBody = (object: JsonObject): JsonObject => ('engine' in object ? { ...object, engine: dialect } : object)
  return {
    said: <T>(value: T) => mapped(mapped(value, withLabels), change) as T,
    expected: (answer) => ({
      ...answer,
      ...(answer.results && { results: answer.results.map(ofResult) }),
      ...(answer.body !== undefined && { body: mapped(answer.body, ofBody) as Json }),
    }),
  }
}

export const speechFor = (engine: EngineName): Speech => (engine === 'sqlite' || engine === 'mysql' ? speechOf(engine) : asWritten)
