import { describe, expect, it } from 'vitest'
import type { QueryObject } from '#core/query/query-object.ts'
import { planQuery } from '#engines/compile/plan.ts'
import { compileQuery, type CompileInput } from '#engines/compile/query.ts'
import type { Render } from '#engines/compile/scope.ts'
import { findEngine } from '#engines/index.ts'
import type { DataJob } from '#engines/host/protocol.ts'
import type { Source } from '../source.ts'
import { shareableOf } from './shareable.ts'

const column = (column_name: string, type: string, is_dttm = false) => ({
  column_name,
  verbose_name: null,
  type,
  is_dttm,
  expression: null,
  python_date_format: null,
})

const sourceOf = (engine: string, key = 'k', sql: string | null = null): Source => {
  const { dialect } = findEngine(engine) ?? {}
  const columns = [column('day', 'DATE', true), column('region', 'VARCHAR'), column('sales', 'BIGINT')]
  const metrics = [{ metric_name: 'count', verbose_name: null, expression: 'COUNT(*)' }]
  const dataset = { id: 7, catalog: null, schema: null, table_name: 'orders', sql, columns, metrics, main_dttm_col: 'day', offset: 0 }
  return { dataset, dialect, connection: { key, engine, parameters: {}, timezone: 'UTC' } } as unknown as Source
}

const settings = { rowLimit: 100, samplesRowLimit: 100, sqlMaxRow: 100, timezone: 'UTC', now: 0 }

type Options = { engine?: string; key?: string; rules?: string[]; sql?: string }

/** `$since` in the SQL of the dataset stands for the beginning of a statement's time range. */
const share = (query: QueryObject, { engine = 'duckdb', key = 'k', rules = [], sql }: Options = {}) => {
  const source = sourceOf(engine, key, sql)
  const { dataset, dialect } = source
  const plan = planQuery({ query, dataset, settings })
  const template = { applied: new Set<string>(), removed: new Set<string>() }
  const render: Render = (text, _place, { since }) => text.replace('$since', String(since?.wall))
  const input = { plan, dataset, dialect, settings, viewer: { predicates: rules, template }, render }
  const compiled = compileQuery(input)
  const tables = { bySource: [], byExpressions: [] }
  const own = { plan, compiled, rules, tables, compileAs: (changes: Partial<CompileInput>) => compileQuery({ ...input, ...changes }) }
  const prepared = { ...own, fetches: [], key: '', facts: { appliedFilters: [], removedFilters: [], cacheKeys: [] } }
  return shareableOf(source, prepared, (of) => ({ sql: of.compiled.sql }) as DataJob)
}

const filter = { col: 'region', op: 'IN', val: ['north', 'south'] }
const ranged = { col: 'day', op: 'TEMPORAL_RANGE', val: '2020-01-01 : 2021-01-01' }
const query = { columns: ['region'], metrics: ['count'], filters: [filter, ranged] }

describe('what a query shares', () => {
  it('is the rows of its filters; times only beside them', () => {
    const found = share(query)
    expect(found?.filters).toEqual([`"region" IN ('north', 'south')`])
    expect(found?.conditions).toHaveLength(3)
    expect(found?.isTable).toBe(true)
  })

  it('is read from kept rows under the conditions that they do not hold yet', () => {
    const found = share({ ...query, metrics: [{ label: 's', expressionType: 'SQL', sqlExpression: 'SUM(orders.sales)' }] })
    const kept = found?.onKept({ table: 'scan_1', conditions: new Set(found.filters) })
    expect(kept?.columns.toSorted()).toEqual(['day', 'region', 'sales'])
    expect(kept?.job.sql).toContain('FROM "scan_1" AS "orders"')
    expect(kept?.job.sql).not.toContain('north')
    expect(kept?.job.sql).toContain('"day" >=')
  })

  const compared = {
    ...query,
    granularity: 'day',
    time_range: '2020-01-01 : 2021-01-01',
    is_timeseries: true,
    time_offsets: ['1 year ago'],
  }

  it('leaves time comparisons what all of their statements have in common', () => {
    expect(share(compared)?.conditions).toEqual([`"region" IN ('north', 'south')`])
  })

  it('is nothing where the ranges of a comparison read from different texts', () => {
    const sql = 'SELECT * FROM orders WHERE day > $since'
    expect(share(query, { sql })?.from).toContain('WHERE day > ')
    expect(share(compared, { sql })).toBeNull()
  })

  it('stays among those with the same rules, on the same connection', () => {
    const placeOf = (options: Parameters<typeof share>[1]) => share(query, options)?.place
    expect(placeOf({ rules: ['sales > 1'] })).toBe(placeOf({ rules: ['sales > 1'] }))
    expect(placeOf({ rules: ['sales > 1'] })).not.toBe(placeOf({}))
    expect(placeOf({ rules: ['sales > 1'] })).not.toBe(placeOf({ rules: ['sales > 2'] }))
    expect(placeOf({ key: 'another' })).not.toBe(placeOf({}))
  })

  it.each<[string, QueryObject, Options]>([
    ['raw records', { columns: ['region'], filters: [filter] }, {}],
    ['no filter', { metrics: ['count'] }, {}],
    ['time only', { metrics: ['count'], filters: [ranged] }, {}],
    ['an engine without temporary tables worth it', query, { engine: 'sqlite' }],
    ['another such engine', query, { engine: 'trino' }],
  ])('is nothing: %s', (_, asked, options) => {
    expect(share(asked, options)).toBeNull()
  })
})
