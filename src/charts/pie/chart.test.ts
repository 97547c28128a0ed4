import { expect, test } from 'vitest'
import type { FormData } from '#core/query/query-object.ts'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { tableOf } from '../shared/fixtures/fixture.ts'
import { mergeSmall, readSlices } from '../shared/one-metric/slices.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { readForm } from '../read-form.ts'
import { pieChart } from './chart.ts'
import { pieControls } from './controls.ts'
import { fixtures } from './fixture.ts'

const read = (form: FormData) => readForm(pieControls, form)
const { tables, form } = fixtures[0] as (typeof fixtures)[number]
const pie = (given: Partial<FormData> = {}, width = 400) =>
  pieChart.option?.(tables, { ...form, ...given } as FormData, testContext({ width })) as unknown as {
    series: [Record<string, unknown>]
    legend: unknown
    graphic?: unknown
  }

test('slices too small for a label become one, in slate', () => {
  const data = pie().series[0]['data'] as { name: string; itemStyle: { color: string } }[]
  expect(data.map(({ name }) => name)).toEqual(['Drama', 'Comedy', 'Action', 'Adventure', 'Thriller/Suspense', 'Horror', 'Other'])
  expect(data.at(-1)?.itemStyle.color).toBe('#76828B')
})

test('the form’s own threshold', () => {
  const merged = mergeSmall(readSlices(tables[0], read(form), {}), read({ ...form, threshold_for_other: 20 }), 'Other')
  expect(merged.map(({ name, value }) => [name, value])).toEqual([
    ['Drama', 789],
    ['Comedy', 675],
    ['Other', 1462],
  ])
})

test('every form asks for the shares, and the picture stays that of the metric', () => {
  const step = {
    operation: 'contribution',
    options: { columns: ['Titles'], rename_columns: ['Titles__contribution'] },
  }
  const ask = (given: object) => pieChart.buildQuery({ ...form, metric: { label: 'Titles' }, ...given } as FormData)[0]?.post_processing
  expect(ask({ threshold_for_other: 0 })).toEqual([step])
  expect(ask({ threshold_for_other: undefined })).toEqual([step])
  const shared = tableOf({ genre: ['a', 'b'], Titles: [3, 1], Titles__contribution: [0.75, 0.25] })
  expect(readSlices(shared, read({ ...form, metric: { label: 'Titles' }, groupby: ['genre'] }), {}).map(({ value }) => value)).toEqual([
    3, 1,
  ])
})

test('labels say what the form asks for', () => {
  const label = (type: string) =>
    (pie({ label_type: type }).series[0]['label'] as { formatter: (at: { dataIndex: number }) => string }).formatter({ dataIndex: 0 })
  expect(label('key')).toBe('{first|Drama}')
  expect(label('key_value_percent')).toBe('{first|Drama}\n{second|27% · 789}')
  expect(label('value')).toBe('{first|789}')
})

test('a template takes names as they are', () => {
  const odd = { ...form, label_type: 'template', label_template: '{name}: {value}' }
  const [series] = drawnSeries(pieChart, [tableOf({ 'Major Genre': ['$& {value}'], films: [5] })], odd)
  const label = series?.['label'] as { formatter: (at: { dataIndex: number }) => string } | undefined
  expect(label?.formatter({ dataIndex: 0 })).toBe('{first|$& (value): 5}')
})

test('a ring only when asked, its total in the middle', () => {
  const radius = (given: Partial<FormData>) => (pie(given).series[0]['radius'] as number[])[0]
  expect(radius({ donut: false })).toBe(0)
  expect(radius({ donut: true })).toBeGreaterThan(20)
  expect(pie({ donut: true, show_total: true }).graphic).toBeDefined()
  expect(pie({ donut: true, show_total: false }).graphic).toBeUndefined()
})

test('slices that are all named need no legend', () => {
  expect(pie().legend).toMatchObject({ show: false })
  expect(pie({ show_labels: false }).legend).toMatchObject({ show: true })
})

test('a click selects the values of the slice; a merged slice selects nothing', () => {
  expect(pieChart.selection?.({ name: 'Drama' }, tables, form)).toEqual({
    filters: [{ col: 'Major Genre', op: 'IN', val: ['Drama'], formattedVal: 'Drama' }],
    label: 'Drama',
  })
  expect(pieChart.selection?.({ name: 'Other' }, tables, form)).toBeNull()
  const two = tableOf({ g: ['a', null], h: [1, 2], films: [3, 4] })
  const twice = { ...form, groupby: ['g', 'h'] }
  expect(pieChart.selection?.({ name: '<NULL>, 2' }, [two], twice)?.filters.map(({ val }) => val)).toEqual([[null], [2]])
})

test('a ring grows to a bound, not with any room', () => {
  const outer = (width: number, height: number) =>
    (drawnSeries(pieChart, tables, form, testContext({ width, height }))[0] as { radius: [number, number] }).radius[1]
  expect(outer(600, 300)).toBeGreaterThan(outer(400, 200))
  expect(outer(3000, 2000)).toBe(outer(1500, 1000))
})

test('labels above and below begin where the ring ends; a frame too low for them has none', () => {
  type Drawn = { radius: [number, number]; data: { name: string; label: { show: boolean }; labelLine: { length: number } }[] }
  const two = [tableOf({ g: ['side', 'below', 'other'], films: [2, 1, 1] })]
  const at = (height: number) =>
    drawnSeries(pieChart, two, { ...form, groupby: ['g'], metric: 'films' }, testContext({ height }))[0] as Drawn
  const [, outer] = at(130).radius
  const lengths = at(130).data.map(({ labelLine }) => labelLine.length)
  expect(Math.max(...lengths)).toBeLessThan(18)
  expect(lengths[0]).toBeCloseTo(8)
  expect(outer + 18 + 16).toBeLessThanOrEqual(65)
  expect(at(130).data.every(({ label }) => label.show)).toBe(true)
  expect(at(100).data.some(({ label }) => label.show)).toBe(false)
  const down = [tableOf({ g: ['a', 'below', 'b'], films: [3, 4, 3] })]
  const [{ data }] = drawnSeries(pieChart, down, { ...form, groupby: ['g'], metric: 'films' }, testContext({ height: 130 })) as [Drawn]
  expect(data[1]?.labelLine.length).toBeCloseTo(18)
})

test('where labels would leave no ring, a list below it says the shares', () => {
  const few = tableOf({ Length: ['Under 500 miles', 'Over 500 miles'], n: [75, 25] })
  const short = { datasource: '1__table', viz_type: 'pie', groupby: ['Length'], metric: 'n', label_type: 'key_percent' }
  const drawn: unknown = pieChart.option?.([few], short, testContext({ width: 195, height: 200 }))
  const { legend } = drawn as { legend: { orient: string; formatter: (name: string) => string } }
  expect(legend.orient).toBe('vertical')
  expect(legend.formatter('Under 500 miles')).toBe('Under 500 miles  75%')
})

test.each([
  [195, 220],
  [230, 240],
  [400, 240],
])('the ring stays readable on %s × %s px, and every slice is named', (width, height) => {
  const drawn = pieChart.option?.(tables, form, testContext({ width, height })) as unknown as {
    series: [{ radius: [number, number]; data: { name: string; label: { show: boolean } }[] }]
    legend: { show?: boolean; data?: { name: string }[]; formatter?: (name: string) => string }
  }
  const [{ radius, data }] = drawn.series
  expect(radius[1]).toBeGreaterThanOrEqual(40)
  const listed = drawn.legend.data?.map(({ name }) => name) ?? data.filter(({ label }) => label.show).map(({ name }) => name)
  expect(listed).toEqual(data.map(({ name }) => name))
})
