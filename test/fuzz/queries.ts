import { readCases, type Json, type JsonObject } from '../api/chart-data/corpus.ts'
import type { Stage } from '../api/chart-data/stage.ts'
import { randomOf, type Random } from './random.ts'

/** Recorded requests with values changed for others: whatever comes, the answer is an answer. */

const odd: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  9007199254740993n,
  '',
  ' ',
  'x',
  'date',
  'symbol',
  'count',
  "'",
  '{{ 1/0 }}',
  '{% for x in range(10**9) %}x{% endfor %}',
  'Last week',
  '2020-01-01 : 2019-01-01',
  '1 = 1) OR (1 = 1',
  [],
  [null],
  [[]],
  ['date', 'date'],
  [['date', true]],
  {},
  { label: 'x' },
  { expressionType: 'SQL' },
  { expressionType: 'SIMPLE', aggregate: 'SUM' },
  { expressionType: 'SQL', sqlExpression: 'SUM(', label: 'x' },
  { column_name: 5 },
  { col: 'date', op: 'IN', val: {} },
]

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value with one of its parts, at any depth, replaced, left out or doubled. */
const changed = (value: Json, random: Random, depth = 0): Json => {
  const isLeaf = !isObject(value) && !Array.isArray(value)
  if (isLeaf || (depth > 3 && random.chance(0.25))) return random.pick(odd)
  if (Array.isArray(value)) {
    if (!value.length) return [random.pick(odd)]
    const at = random.below(value.length)
    if (random.chance(0.1)) return [...value, value[at] ?? null]
    return value.map((item, i) => (i === at ? changed(item, random, depth + 1) : item))
  }
  const keys = Object.keys(value)
  const key = random.pick(keys)
  if (key === undefined) return random.pick(odd)
  if (random.chance(0.1)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  return { ...value, [key]: changed(value[key] ?? null, random, depth + 1) }
}

export type Broken = { status: number; request: string; answer: string }

const write = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(item)) : item,
  )

/** Sends so many changed requests; those that broke the server are told. */
export const fuzzQueries = async (stage: Stage, { seed, count }: { seed: number; count: number }) => {
  const random = randomOf(seed)
  const cases = readCases().filter((each) => isObject(each.request) && each.dataset !== null && !each.send)
  const broken: Broken[] = []
  const statuses: Record<number, number> = {}
  for (let i = 0; i < count; i++) {
    const each = random.pick(cases)
    await stage.prepare(each)
    let request = stage.requestOf(each)
    for (let changes = 1 + random.below(3); changes > 0; changes--) {
      const { queries, ...rest } = request as JsonObject
      const [query, ...others] = Array.isArray(queries) ? queries : []
      // The rest of a request is soon refused by its schema.
      request =
        random.chance(0.95) && query !== undefined ? { ...rest, queries: [changed(query, random, 2), ...others] } : changed(request, random)
      if (!isObject(request)) break
    }
    const payload = write(request)
    const { statusCode, body } = await stage.caller.inject({
      method: 'POST',
      url: '/api/v1/chart/data',
      payload,
      headers: { 'content-type': 'application/json' },
    })
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    if (statusCode >= 500) broken.push({ status: statusCode, request: payload, answer: body.slice(0, 300) })
  }
  return { sent: count, statuses, broken }
}
