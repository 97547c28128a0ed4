import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toClause } from './adhoc-filter.ts'
import type { AdhocFilter } from './adhoc-filter.ts'
import { buildQueryContext, buildQueryObject } from './build-query-context.ts'
import { timeGrainOf } from './extras.ts'
import { columnLabel, metricLabel } from './labels.ts'
import { compare, comparePivot, contribution, extraMetrics, pivot, prophet, rename, resample, rolling, sort } from './operations.ts'
import { withOrderBy } from './order-by.ts'
import { extractQueryFields } from './query-fields.ts'
import type { QueryFieldAliases } from './query-fields.ts'
import type { FormData, QueryColumn, QueryMetric, QueryObject } from './query-object.ts'
import { asInteger, asList } from './read.ts'
import { isComparing, metricOffsets } from './time-offsets.ts'
import { isXAxisSet, withBaseAxis, xAxisColumn, xAxisLabel } from './x-axis.ts'

type Vector = { fn: string; args: unknown[]; expect: unknown }

const file = new URL('../../../test/conformance/build-query/helpers.json', import.meta.url)
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }

const onQuery = (build: (form: FormData, query: QueryObject) => unknown) => (form: unknown, query: unknown) =>
  build(form as FormData, query as QueryObject)

/** The recorded function → ours. */
const functions: Record<string, (...args: never[]) => unknown> = {
  getMetricLabel: (metric: QueryMetric) => metricLabel(metric),
  getColumnLabel: (column: QueryColumn) => columnLabel(column),
  getXAxisColumn: (form: FormData) => xAxisColumn(form),
  getXAxisLabel: (form: FormData) => xAxisLabel(form),
  isXAxisSet: (form: FormData) => isXAxisSet(form),
  extractQueryFields: (form: FormData, own?: QueryFieldAliases) => extractQueryFields(form, own),
  buildQueryObject: (form: FormData, own?: QueryFieldAliases) => buildQueryObject(form, own),
  buildQueryContext: (form: FormData) => buildQueryContext(form),
  'buildQueryContext(fd, q => [q, {...q, row_limit: 1}])': (form: FormData) =>
    buildQueryContext(form, (given) => [buildQueryObject(given), { ...buildQueryObject(given), row_limit: 1 }]),
  'buildQueryContext(fd, {queryFields: {foo: "metrics"}})': (form: FormData) =>
    buildQueryContext(form, (given) => [buildQueryObject(given, { foo: 'metrics' })]),
  normalizeOrderBy: (query: QueryObject) => withOrderBy(query),
  normalizeTimeColumn: onQuery(withBaseAxis),
  convertFilter: (filter: AdhocFilter) => toClause(filter),
  extractTimegrain: (form: FormData) => timeGrainOf(form),
  ensureIsArray: asList,
  ensureIsInt: asInteger,
  contributionOperator: (form: FormData) => contribution(form),
  extractExtraMetrics: (form: FormData) => extraMetrics(form),
  getMetricOffsetsMap: onQuery(metricOffsets),
  isTimeComparison: onQuery(isComparing),
  pivotOperator: onQuery(pivot),
  prophetOperator: onQuery(prophet),
  renameOperator: onQuery(rename),
  resampleOperator: onQuery(resample),
  rollingWindowOperator: onQuery(rolling),
  sortOperator: onQuery(sort),
  timeCompareOperator: onQuery(compare),
  timeComparePivotOperator: onQuery(comparePivot),
}

const recorded = (run: () => unknown): unknown => {
  try {
    const value = run()
    return value === undefined ? { $undefined: true } : JSON.parse(JSON.stringify(value))
  } catch (error) {
    return { error: (error as Error).message }
  }
}

/** The recorded packages are older: 6.1 names shifted columns without a dimension too (differences.json, `build-query`). */
const isOlder = ({ fn, args }: Vector): boolean => {
  if (fn !== 'renameOperator') return false
  const [form, query] = args as [FormData, QueryObject]
  return isComparing(form, query) && form['comparison_type'] === 'values' && asList(query.columns).length === 0
}

test.each([
  [[], 'count'],
  [['total'], 'total'],
  ['total', 'total'],
])('a query whose series are limited by %j is ordered by %s', (limit, by) => {
  const query = buildQueryObject({ datasource: '1__table', viz_type: 'table', metrics: ['count'], timeseries_limit_metric: limit })
  expect(withOrderBy(query).orderby).toEqual([[by, false]])
})

describe('recorded form-data functions', () => {
  test.each([...new Set(vectors.map((v) => v.fn))])('%s', (fn) => {
    const ours = functions[fn]
    if (!ours) throw new Error(`no function for ${fn}`)
    const wrong = vectors
      .filter((v) => v.fn === fn && !isOlder(v))
      .map((v) => ({ args: v.args, expected: v.expect, got: recorded(() => ours(...(v.args as never[]))) }))
      .filter(({ expected, got }) => {
        try {
          expect(got).toEqual(expected)
          return false
        } catch {
          return true
        }
      })
    expect(wrong.slice(0, 2)).toEqual([])
  })
})
