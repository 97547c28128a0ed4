import { describe, expect, test } from 'vitest'
import { datasetPatch } from '#api/bodies/dataset.ts'
import { bodyFaults } from '../forms/faults.ts'
import { validateDataset, newCalculated, newMetric, buildPatch, readDataset, type DatasetDraft } from './draft.ts'
import { storedDataset } from './stored-sample.ts'

const { wire } = storedDataset

test('an unchanged draft is sent back as it was read', () => {
  const patch = buildPatch(readDataset(wire), wire)
  expect(patch).toMatchObject({
    table_name: 'gapminder',
    main_dttm_col: 'year_date',
    owners: [3],
    columns: [
      { id: 1, column_name: 'year_date', expression: null, extra: null, is_dttm: true },
      {
        id: 2,
        column_name: 'decade',
        expression: 'year / 10',
        groupby: false,
        verbose_name: 'Decade',
        extra: '{"warning_markdown":"rough"}',
      },
    ],
    metrics: [{ id: 7, metric_name: 'count', expression: 'COUNT(*)', extra: '{"keep":true}' }],
  })
  expect(JSON.parse(patch.extra ?? '')).toEqual(JSON.parse(wire.extra ?? ''))
  expect(patch).not.toHaveProperty('sql')
  expect(patch).not.toHaveProperty('folders')
})

test('new rows are sent without an id, certification in extra', () => {
  const draft = readDataset(wire)
  const metric = { ...newMetric(draft.metrics), metric_name: 'people', expression: 'SUM(pop)', certified_by: 'Kim' }
  const column = { ...newCalculated(draft.columns), column_name: 'x', expression: '1' }
  const patch = buildPatch({ ...draft, certified_by: '', metrics: [...draft.metrics, metric], columns: [...draft.columns, column] }, wire)
  expect(patch.extra).toBe('{"own":1}')
  expect(patch.metrics?.[1]).toEqual({
    uuid: metric.uuid,
    metric_name: 'people',
    expression: 'SUM(pop)',
    verbose_name: null,
    description: null,
    d3format: null,
    currency: null,
    warning_text: null,
    extra: '{"certification":{"certified_by":"Kim","details":""}}',
  })
  expect(patch.columns?.[2]).toMatchObject({ column_name: 'x', expression: '1' })
  expect(patch.columns?.[2]).not.toHaveProperty('id')
})

test('a dataset may forbid metrics of charts, beside what else its extra holds', () => {
  const forbidding = buildPatch({ ...readDataset(wire), disallow_adhoc_metrics: true }, wire).extra
  expect(JSON.parse(forbidding ?? '')).toMatchObject({ own: 1, certification: { certified_by: 'Ana' }, disallow_adhoc_metrics: true })
  const stored = { ...wire, extra: '{"disallow_adhoc_metrics":true}' }
  expect(buildPatch(readDataset(stored), stored).extra).toBe('{"disallow_adhoc_metrics":true}')
  expect(buildPatch({ ...readDataset(stored), disallow_adhoc_metrics: false }, stored).extra).toBeNull()
})

const draft = readDataset(wire)
const [count] = draft.metrics
const [first] = draft.columns
if (!count || !first) throw new Error('a metric and a column')

describe('validation', () => {
  const at = (path: string, text: string) => [{ path, text }]
  test.each<[string, Partial<DatasetDraft>, { path: string; text: string }[]]>([
    ['nothing', {}, []],
    ['no name', { table_name: ' ' }, at('table_name', 'cannot be empty')],
    ['SQL that is empty', { isVirtual: true, sql: ' ' }, at('sql', 'The SQL is empty.')],
    ['a metric without a name', { metrics: [{ ...count, metric_name: '' }] }, at('metrics.0.metric_name', 'cannot be empty')],
    ['a name twice', { metrics: [count, { ...count, key: 'b' }] }, at('metrics.1.metric_name', 'Metric name [count] is duplicated')],
    [
      'a calculated column with the name of a column behind it',
      { columns: [{ ...newCalculated([]), column_name: 'year_date', expression: '1' }, first] },
      at('columns.0.column_name', 'Column name [year_date] is duplicated'),
    ],
    [
      'an empty expression',
      { columns: [...draft.columns, newCalculated(draft.columns)] },
      at('columns.2.expression', 'Calculated column [calculated column] requires an expression'),
    ],
    ['an offset of words', { offset: 'two' }, at('offset', 'is expected to be an integer')],
    ['a timeout with a fraction', { cache_timeout: '1.5' }, at('cache_timeout', 'is expected to be an integer')],
  ])('%s', (_name, change, faults) => {
    const changed = { ...draft, ...change }
    expect([...validateDataset(changed), ...bodyFaults(datasetPatch, buildPatch(changed, wire))]).toEqual(faults)
  })
})
