import { describe, expect, expectTypeOf, test } from 'vitest'
import type { AdhocMetric, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import type { Bounds, Section } from './control.ts'
import { defineChart } from './define-chart.ts'
import { readForm, readStatedForm } from './read-form.ts'
import type { FormOf, StatedForm } from './read-form.ts'
import {
  bounds,
  checkbox,
  columnOf,
  drawnRows,
  freeSelect,
  labelled,
  metric,
  metricsOf,
  numberText,
  select,
  text,
  unsaidIsNone,
} from './shared/form/controls.ts'
import { testContext } from './shared/fixtures/test-context.ts'

const controls = [
  { label: 'Query', tab: 'data', rows: [[metric], [metricsOf('others', 'Others'), columnOf('by', 'By')]] },
  {
    label: 'Look',
    tab: 'customize',
    rows: [
      ...drawnRows(
        checkbox('shown', 'Shown', true),
        select('place', 'Place', 'top', { choices: labelled({ top: 'Top', left: 'Left' }) }),
        freeSelect('limit', 'Limit', 10, { choices: [] }),
        freeSelect('format', 'Format', 'SMART_NUMBER', { choices: [] }),
        text('title', 'Title'),
        numberText('least', 'Least', null),
        numberText('share', 'Share', 5),
        bounds('ends', 'Ends'),
      ),
      [unsaidIsNone(select('order', 'Order', 'name', { choices: labelled({ name: 'Name', sum: 'Sum' }) }))],
      [{ ...select('stack', 'Stack', null, { choices: labelled({ Stack: 'Stack' }) }), formerly: { true: 'Stack' as const } }],
    ],
  },
] satisfies Section[]

type Form = FormOf<typeof controls>

test('the form has the types that its controls declare', () => {
  expectTypeOf<Form['metric']>().toEqualTypeOf<QueryMetric | null>()
  expectTypeOf<Form['others']>().toEqualTypeOf<QueryMetric[]>()
  expectTypeOf<Form['by']>().toEqualTypeOf<QueryColumn | null>()
  expectTypeOf<Form['shown']>().toEqualTypeOf<boolean>()
  expectTypeOf<Form['place']>().toEqualTypeOf<'top' | 'left'>()
  expectTypeOf<Form['order']>().toEqualTypeOf<'name' | 'sum' | null>()
  expectTypeOf<Form['limit']>().toEqualTypeOf<number>()
  expectTypeOf<Form['format']>().toEqualTypeOf<string>()
  expectTypeOf<Form['least']>().toEqualTypeOf<number | null>()
  expectTypeOf<Form['share']>().toEqualTypeOf<number>()
  expectTypeOf<Form['ends']>().toEqualTypeOf<Bounds>()
  expectTypeOf<StatedForm<typeof controls>['shown']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<Form>().not.toHaveProperty('shwon')
})

test('a chart is given the form of its controls', () => {
  const chart = defineChart({
    viz_type: 'x',
    name: 'X',
    description: '',
    category: 'Other',
    tags: [],
    behaviors: [],
    controls,
    held: [text('heading', '')],
    buildQuery: (form, saved) => [{ row_limit: form.limit ?? null, metrics: Object.keys(saved) }],
    sentence: (form) => {
      expectTypeOf(form.place).toEqualTypeOf<'top' | 'left'>()
      expectTypeOf(form.heading).toEqualTypeOf<string>()
      return `${form.place} ${form.limit} ${form.heading}`
    },
  })
  const saved = { viz_type: 'x', datasource: '1__table', heading: 'Once', unknown: 1 }
  expect(chart.sentence(saved, testContext())).toBe('top 10 Once')
  expect(chart.buildQuery(saved)).toEqual([{ row_limit: null, metrics: Object.keys(saved) }])
  expect(chart.buildQuery({ ...saved, limit: '7' })[0]?.row_limit).toBe(7)
})

const metricObject: AdhocMetric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)' }

describe('of a form of any age', () => {
  test.each<[name: keyof Form, held: unknown, read: unknown]>([
    ['metric', undefined, null],
    ['metric', metricObject, metricObject],
    ['metric', ['count', 'other'], 'count'],
    ['metric', '', null],
    ['metric', 7, null],
    ['others', 'count', ['count']],
    ['others', ['count', 3, null, metricObject], ['count', metricObject]],
    ['by', ['genre'], 'genre'],
    ['by', {}, {}],
    ['shown', undefined, true],
    ['shown', null, true],
    ['shown', false, false],
    ['shown', 'no', true],
    ['place', 'left', 'left'],
    ['place', 'bottom', 'top'],
    ['place', ['left'], 'top'],
    ['limit', '25', 25],
    ['limit', 'many', 10],
    ['limit', null, 10],
    ['format', ',d', ',d'],
    ['format', { a: 1 }, 'SMART_NUMBER'],
    ['title', 2020, '2020'],
    ['title', null, ''],
    ['least', '', null],
    ['least', '3', 3],
    ['share', '', 0],
    ['share', 'x', 5],
    ['ends', ['1', null], [1, null]],
    ['ends', 'x', [null, null]],
    ['order', undefined, null],
    ['order', 'sum', 'sum'],
    ['stack', true, 'Stack'],
    ['stack', 'x', null],
  ])('%s of %j is %j', (name, held, read) => {
    const form = { viz_type: 'x', datasource: '1__table', ...(held === undefined ? {} : { [name]: held }) }
    expect(readForm(controls, form)[name]).toEqual(read)
  })

  test('a query is asked for what is stated alone', () => {
    const stated = readStatedForm(controls, { viz_type: 'x', datasource: '1__table', place: 'left', shown: 'x', limit: null })
    expect([stated.place, stated.shown, stated.limit, stated.format]).toEqual(['left', undefined, undefined, undefined])
  })
})
