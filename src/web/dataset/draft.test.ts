import { describe, expect, test } from 'vitest'
import { newCalculated, newMetric, patchOf, problemsOf, readDataset } from './draft.ts'

const wire = {
  table_name: 'gapminder',
  kind: 'physical',
  sql: null,
  description: null,
  main_dttm_col: 'year_date',
  offset: 0,
  cache_timeout: null,
  filter_select_enabled: true,
  extra: '{"certification":{"certified_by":"Ana","details":"checked"},"own":1}',
  owners: [{ id: 3, first_name: 'Ana', last_name: 'Ruiz' }],
  columns: [
    {
      id: 1,
      column_name: 'year_date',
      type: 'DATE',
      is_dttm: true,
      filterable: true,
      groupby: true,
      expression: null,
      verbose_name: null,
      extra: null,
    },
    {
      id: 2,
      column_name: 'decade',
      type: '',
      is_dttm: false,
      filterable: true,
      groupby: false,
      expression: 'year / 10',
      verbose_name: 'Decade',
      extra: '{"warning_markdown":"rough"}',
    },
  ],
  metrics: [
    {
      id: 7,
      metric_name: 'count',
      expression: 'COUNT(*)',
      verbose_name: 'COUNT(*)',
      d3format: null,
      extra: '{"keep":true}',
      warning_text: null,
    },
  ],
}

test('what was read and not touched is sent back as it was', () => {
  const patch = patchOf(readDataset(wire), wire)
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
  expect(JSON.parse(patch.extra ?? '')).toEqual(JSON.parse(wire.extra))
  expect(patch).not.toHaveProperty('sql')
})

test('new ones are sent without an id, notes as extra', () => {
  const draft = readDataset(wire)
  const metric = { ...newMetric(draft.metrics), metric_name: 'people', expression: 'SUM(pop)', certified_by: 'Kim' }
  const column = { ...newCalculated(draft.columns), column_name: 'x', expression: '1' }
  const patch = patchOf({ ...draft, certified_by: '', metrics: [...draft.metrics, metric], columns: [...draft.columns, column] }, wire)
  expect(patch.extra).toBe('{"own":1}')
  expect(patch.metrics?.[1]).toEqual({
    metric_name: 'people',
    expression: 'SUM(pop)',
    verbose_name: null,
    description: null,
    d3format: null,
    warning_text: null,
    extra: '{"certification":{"certified_by":"Kim","details":""}}',
  })
  expect(patch.columns?.[2]).toMatchObject({ column_name: 'x', expression: '1' })
  expect(patch.columns?.[2]).not.toHaveProperty('id')
})

describe('what keeps from saving', () => {
  const draft = readDataset(wire)
  test.each([
    ['nothing', draft, []],
    ['no name', { ...draft, table_name: ' ' }, ['The dataset needs a name.']],
    ['a name twice', { ...draft, metrics: [...draft.metrics, ...draft.metrics] }, ['Metric name [count] is duplicated']],
    [
      'an empty expression',
      { ...draft, columns: [...draft.columns, newCalculated(draft.columns)] },
      ['Calculated column [calculated column] requires an expression'],
    ],
    ['an offset of words', { ...draft, offset: 'two' }, ['Cache timeout and hours offset are whole numbers.']],
  ])('%s', (_name, changed, problems) => {
    expect(problemsOf(changed)).toEqual(problems)
  })
})
