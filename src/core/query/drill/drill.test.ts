import { describe, expect, test } from 'vitest'
import type { FormData } from '../query-object.ts'
import { drillByForm, drillControl, usedColumns } from './drill-by.ts'
import { conditionFilter, detailBody, detailConditions } from './drill-to-detail.ts'
import { asDrillType } from './as-type.ts'
import { savedDrillForm, withInheritedFilters } from './inherited-filters.ts'
import { filterText } from '../filter-words.ts'
import { t } from '../../i18n/t.ts'

const simple = (subject: string, operator: string, comparator: unknown) => ({
  expressionType: 'SIMPLE' as const,
  clause: 'WHERE' as const,
  subject,
  operator,
  comparator,
})
const form = (more: Record<string, unknown> = {}): FormData => ({ viz_type: 'pie', datasource: '3__table', groupby: ['genre'], ...more })
const genre = { col: 'genre', op: 'IN', val: ['Drama'], formattedVal: 'Drama' }
const month = { col: 'day', op: '==', val: 1_704_067_200_000, formattedVal: 'Jan 2024', grain: 'P1M' }

describe('drill to detail', () => {
  test('the rows are those of the form, the dashboard and the mark', () => {
    const given = form({
      adhoc_filters: [
        simple('year', '>', 2000),
        simple('day', 'TEMPORAL_RANGE', 'No filter'),
        { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'gross > 0' },
        { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'COUNT(*) > 3' },
      ],
      extra_form_data: { filters: [{ col: 'studio', op: 'IN', val: ['Fox', 'Sony'] }] },
    })
    const conditions = detailConditions(given, [genre, month, { ...genre, col: 'country', val: [null] }])
    expect(conditions.map((condition) => filterText(conditionFilter(condition), t))).toEqual([
      'studio: 2 values',
      'year: > 2000',
      '(gross > 0)',
      'genre: Drama',
      expect.stringContaining('day: '),
      'country: is blank',
    ])
    expect(detailBody(given, conditions)).toEqual({
      filters: [
        { col: 'studio', op: 'IN', val: ['Fox', 'Sony'] },
        { col: 'year', op: '>', val: 2000 },
        { col: 'genre', op: 'IN', val: ['Drama'] },
        { col: 'day', op: '==', val: 1_704_067_200_000, grain: 'P1M' },
        { col: 'country', op: 'IS NULL' },
      ],
      extras: { where: '(gross > 0)' },
    })
    const without = conditions.filter(({ key }) => key !== 'sql' && key !== 'mark 0')
    expect(detailBody(given, without)).toMatchObject({ extras: {}, filters: { length: 4 } })
  })

  test.each([
    ['a time range of the dashboard', { extra_form_data: { time_range: '2010 : 2012' } }],
    ['a time range of an older form', { granularity_sqla: 'day', time_range: '2010 : 2012' }],
  ])('%s is one condition and goes with all time filters', (_, more) => {
    const given = form({ adhoc_filters: [simple('day', 'TEMPORAL_RANGE', 'Last year')], ...more })
    const conditions = detailConditions(given, [])
    expect(conditions).toEqual([{ kind: 'time', key: 'time', column: 'day', range: '2010 : 2012' }])
    expect(detailBody(given, conditions)).toMatchObject({
      time_range: '2010 : 2012',
      filters: [{ col: 'day', op: 'TEMPORAL_RANGE', val: 'Last year' }],
    })
    expect(detailBody(given, [])).not.toHaveProperty('time_range')
    expect(detailBody(given, []).filters).toEqual([])
  })
})

describe('drill by', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['the dimensions', {}, 'groupby'],
    ['the rows of a pivot table', { groupby: undefined, groupbyRows: ['studio'], groupbyColumns: ['genre'] }, 'groupbyColumns'],
    ['the axis where the mark is of it', { groupby: [], x_axis: 'genre' }, 'x_axis'],
    ['the dimensions where the axis is not of the mark', { groupby: [], x_axis: 'day' }, 'groupby'],
  ])('%s are replaced', (_, more, control) => {
    expect(drillControl(form(more), [genre])).toBe(control)
  })

  test('the chart by another dimension shows the rows of the mark', () => {
    const given = form({ adhoc_filters: [simple('year', '>', 2000)], groupby_b: ['studio'], adhoc_filters_b: [] })
    const drilled = drillByForm(given, { column: 'director', control: 'groupby', mark: [genre, month] })
    const own = simple('genre', 'IN', ['Drama'])
    expect(drilled).toMatchObject({
      slice_id: 0,
      groupby: ['director'],
      groupby_b: ['director'],
      adhoc_filters: [simple('year', '>', 2000), own],
      adhoc_filters_b: [own],
    })
    expect(drillByForm(form({ x_axis: 'genre' }), { column: 'director', control: 'x_axis', mark: [] })['x_axis']).toBe('director')
  })

  test('another type shows the same numbers by the same column', () => {
    const given = form({ metric: 'count', adhoc_filters: [simple('genre', 'IN', ['Drama'])], donut: true })
    expect(asDrillType(given, 'echarts_timeseries_bar', 'director')).toMatchObject({
      viz_type: 'echarts_timeseries_bar',
      datasource: '3__table',
      x_axis: 'director',
      metrics: ['count'],
      adhoc_filters: given['adhoc_filters'],
    })
    expect(asDrillType(given, 'pivot_table_v2', 'director')).toMatchObject({ groupbyRows: ['director'] })
    expect(asDrillType(given, 'table', 'director')).not.toHaveProperty('donut')
  })

  test('columns on show are not offered again', () => {
    const given = form({ x_axis: 'day', groupbyRows: [{ label: 'decade', sqlExpression: 'year / 10', expressionType: 'SQL' }] })
    expect([...usedColumns(given)]).toEqual(['genre', 'decade', 'day'])
  })
})

test('explore gets the filters of the dashboard as inherited ones', () => {
  const inherited = withInheritedFilters(
    form({
      dashboardId: 4,
      adhoc_filters: [simple('day', 'TEMPORAL_RANGE', 'No filter'), simple('studio', 'IN', ['Fox'])],
      extra_form_data: {
        filters: [
          { col: 'studio', op: 'IN', val: ['Fox'] },
          { col: 'genre', op: 'IN', val: ['Drama'] },
        ],
        time_range: '2010 : 2012',
        time_grain_sqla: 'P1Y',
      },
    }),
  )
  expect(inherited).not.toHaveProperty('extra_form_data')
  expect(inherited).not.toHaveProperty('dashboardId')
  expect(inherited).toMatchObject({
    time_grain_sqla: 'P1Y',
    adhoc_filters: [
      { ...simple('day', 'TEMPORAL_RANGE', '2010 : 2012'), isExtra: true },
      simple('studio', 'IN', ['Fox']),
      { ...simple('genre', 'IN', ['Drama']), isExtra: true },
    ],
  })
  expect(savedDrillForm(inherited)['adhoc_filters']).toEqual([
    simple('day', 'TEMPORAL_RANGE', '2010 : 2012'),
    simple('studio', 'IN', ['Fox']),
    simple('genre', 'IN', ['Drama']),
  ])
})
