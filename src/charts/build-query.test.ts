import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { buildQueryContext } from '#core/query/build-query-context.ts'
import type { FormData, QueryContext } from '#core/query/query-object.ts'
import { asIn61, changedIn61 } from '../../test/conformance/newer-queries.ts'
import type { QueryOptions } from './chart.ts'
import { charts } from './index.ts'

type Step = { form_data: FormData; options?: QueryOptions }
type Vector = { name: string; expect: unknown } & (Step | { sequence: Step[] })

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../test/conformance/${name}`, import.meta.url), 'utf8'))
const differences = (read('differences.json') as Record<string, Record<string, string>>)['build-query'] ?? {}

/** Recorded once for the whole family. */
const family = /^echarts_(timeseries_.*|area)$/
const fileOf = (vizType: string) => `build-query/${family.test(vizType) ? 'echarts_timeseries' : vizType}.json`

const recorded = charts.filter(({ viz_type }) => existsSync(new URL(`../../test/conformance/${fileOf(viz_type)}`, import.meta.url)))

test('every chart that is recorded is judged', () => expect(recorded.length).toBeGreaterThanOrEqual(11))

test('what 6.1 asks in another way has its reason', () => expect(Object.keys(differences)).toEqual(expect.arrayContaining(changedIn61)))

/** The recorded packages are older than 6.1. */
const newer = (expected: unknown, form: FormData): unknown => {
  const context = expected as Partial<QueryContext>
  return context.queries ? { ...context, queries: context.queries.map((query) => asIn61(query, form)) } : expected
}

describe.each(recorded)('$viz_type', (chart) => {
  const { vectors } = read(fileOf(chart.viz_type)) as { vectors: Vector[] }
  const run = ({ form_data, options }: Step) => {
    try {
      const { form_data: _, ...context } = buildQueryContext(form_data, (form) => chart.buildQuery(form, options))
      return JSON.parse(JSON.stringify(context)) as Omit<QueryContext, 'form_data'>
    } catch (error) {
      return { error: (error as Error).message }
    }
  }
  /** The page of a paged table knows the filters of the query before. */
  const runAll = (steps: Step[]) => {
    let options: QueryOptions = {}
    return steps.map((step) => {
      const context = run({ ...step, options: { ...step.options, ...options } })
      if ('queries' in context) options = { previousFilters: (context as QueryContext).queries[0]?.filters ?? [] }
      return context
    })
  }

  test.each(vectors.filter(({ name }) => !(`${fileOf(chart.viz_type).slice(12, -5)} ${name}` in differences)))('$name', (vector) => {
    if ('sequence' in vector) {
      const expected = vector.sequence.map(({ form_data }, i) => newer((vector.expect as unknown[])[i], form_data))
      return expect(runAll(vector.sequence)).toEqual(expected)
    }
    expect(run(vector)).toEqual(newer(vector.expect, vector.form_data))
  })
})

/** Queries as the product of record saves them (test/conformance/charts.md); 6.1 adds keys that older readers do not know. */
type Saved = {
  viz_type: string
  name: string
  version: string
  saved_from_explore: boolean
  form_data: FormData
  query_context: string | QueryContext | null
}

const later = new Set(['isColumnReference', 'time_shifts', 'optionName'])

const bare = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      const unsaid =
        (key === 'group_others_when_limit_reached' && inner === false) || (key === 'time_offsets' && (inner as unknown[]).length === 0)
      return later.has(key) || unsaid ? undefined : inner
    }),
  )

describe('saved charts ask the same', () => {
  const saved = (read('charts.json') as Saved[]).filter(
    (one) => one.query_context && charts.some((chart) => chart.viz_type === one.viz_type),
  )
  test.each(saved.filter((one) => !(`saved ${one.version} ${one.viz_type} ${one.name}` in differences)))(
    '$version $viz_type, $name',
    (one) => {
      const chart = charts.find((known) => known.viz_type === one.viz_type)
      const context = (typeof one.query_context === 'string' ? JSON.parse(one.query_context) : one.query_context) as QueryContext
      const ours = buildQueryContext(one.form_data, (form) => chart?.buildQuery(form) ?? [])
      const queries = one.version === '6.1' ? context.queries : context.queries.map((query) => asIn61(query, one.form_data))
      expect(bare(ours.queries)).toEqual(bare(queries))
    },
  )
})
