import { describe, expect, it } from 'vitest'
import type { ExplainedFilter, Explanation, LastRun } from '#api/chart-answer.ts'
import { cacheText, filterText, isEffective, runText, stepsText } from './explained.ts'

const filter = (rest: Partial<ExplainedFilter>): ExplainedFilter => ({
  column: 'region',
  op: '==',
  val: 'north',
  from: 'chart',
  applied: true,
  ...rest,
})

describe('filter texts', () => {
  it.each<[Partial<ExplainedFilter>, string]>([
    [{}, 'region is north (by the chart)'],
    [{ from: 'dashboard', op: 'IN', val: ['a', null] }, 'region is one of a, nothing (by the dashboard)'],
    [{ op: 'IN', val: [1, 2, 3, 4, 5, 6, 7] }, 'region is one of 1, 2, 3, 4, 5 and 2 more (by the chart)'],
    [{ op: 'IS NULL', val: null }, 'region is blank (by the chart)'],
    [{ op: '==', val: true }, 'region is true (by the chart)'],
    [{ column: 'day', op: 'TEMPORAL_RANGE', val: 'Last week' }, 'day is in the range Last week (by the chart)'],
    [{ op: 'REGEX', val: '^a' }, 'region REGEX ^a (by the chart)'],
    [{ column: null, op: 'WHERE', val: 'a > 1', from: 'row_level_security' }, 'a > 1 (by row-level security)'],
    [{ applied: false }, 'region is north (ignored)'],
  ])('%o', (rest, text) => {
    expect(filterText(filter(rest))).toBe(text)
  })
})

it('omits filters without effect', () => {
  expect(isEffective(filter({}))).toBe(true)
  expect(isEffective(filter({ applied: false }))).toBe(false)
  expect(isEffective(filter({ op: 'TEMPORAL_RANGE', val: 'No filter' }))).toBe(false)
  expect(isEffective(filter({ op: 'TEMPORAL_RANGE', val: 'Last week' }))).toBe(true)
})

describe('cache texts', () => {
  it.each<[Parameters<typeof cacheText>[0], string]>([
    [{ state: 'none', age_seconds: null, timeout: 60 }, 'Not in the cache'],
    [{ state: 'none', age_seconds: null, timeout: -1 }, 'Results are not cached'],
    [{ state: 'fresh', age_seconds: 1, timeout: 60 }, '1 second old'],
    [{ state: 'fresh', age_seconds: 600, timeout: 900 }, '10 minutes old'],
    [{ state: 'stale', age_seconds: 90, timeout: 60 }, '90 seconds old, expired'],
  ])('%o', (cache, text) => {
    expect(cacheText(cache)).toBe(text)
  })
})

it('lists time offsets and post-processing steps', () => {
  const steps: Explanation['steps'] = [
    { step: 'main' },
    { step: 'offset', offset: '1 year ago' },
    { step: 'post_processing', operation: 'pivot' },
  ]
  expect(stepsText(steps)).toEqual(['Compared with 1 year ago', 'pivot'])
  expect(stepsText([{ step: 'main' }])).toEqual([])
})

it('omits unknown facts of a run', () => {
  const run: LastRun = { ran_on: '', phases_ms: {}, rows: 3, rows_scanned: null, shared: false }
  expect(runText(run)).toEqual([])
  expect(runText({ ...run, rows_scanned: 3_000_000, shared: true })).toEqual([
    '3,000,000 rows read',
    'From rows read once for several charts with the same filter',
  ])
})
